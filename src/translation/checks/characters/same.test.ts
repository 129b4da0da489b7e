import { describeCheck } from '../testing.ts'
import { same } from './same.ts'

describeCheck(same, ({ passes, fails }) => {
  fails('Open the file', 'Open the file')
  fails('Save', 'Save', { language: 'de' })
  fails('Open %s now', 'Open %s now', { flags: 'c-format' })
  fails('Открыть файл', 'Открыть файл', { sourceLanguage: 'ru', language: 'en' })
  passes('Open the file', 'Otevřít soubor')
  // The same language, and languages close to English.
  passes('Open the file', 'Open the file', { language: 'en_GB' })
  passes('Open the file', 'Open the file', { language: 'ia' })
  fails('Ouvrir le fichier', 'Ouvrir le fichier', { sourceLanguage: 'fr', language: 'ia' })
  // Nothing to translate.
  passes('x', 'x')
  passes('12:30', '12:30')
  passes('1/2', '1/2')
  passes('NATO', 'NATO')
  passes('© 2026 Somebody', '© 2026 Somebody')
  passes('(c) Copyright Somebody', '(c) Copyright Somebody')
  passes('https://example.org/some/path', 'https://example.org/some/path')
  passes('someone@example.org', 'someone@example.org')
  passes('www.example.org', 'www.example.org')
  passes('/usr/share/file', '/usr/share/file')
  passes('#channel', '#channel')
  passes('🎉🎉', '🎉🎉')
  passes('<b>%s</b>: %d', '<b>%s</b>: %d', { flags: 'c-format' })
  passes('%(name)s / %(count)d', '%(name)s / %(count)d', { flags: 'python-format' })
  passes('{name}', '{name}')
  passes('HTML', 'HTML')
  passes('PHP, MySQL & Linux', 'PHP, MySQL & Linux')
  passes('Deutsch', 'Deutsch')
  passes('Monitor', 'Monitor', { language: 'de' })
  passes('i18next, m68k', 'i18next, m68k')
  passes('i., ii., iii.', 'i., ii., iii.')
  passes('A-Z: abcdefghijklmnopqrstuvwxyz', 'A-Z: abcdefghijklmnopqrstuvwxyz')
  passes(':ref:`topic`', ':ref:`topic`', { flags: 'rst-text' })
  passes('``color``, :kbd:`Option+Home`', '``color``, :kbd:`Option+Home`', { flags: 'rst-text' })
  fails(':guilabel:`Open file`', ':guilabel:`Open file`', { flags: 'rst-text' })
  passes('Nov', 'Nov', { language: 'de' })
  fails('See :ref:`topic`', 'See :ref:`topic`', { flags: 'rst-text' })
  passes('Plugin: Version', 'Plugin: Version')
  fails('Monitor settings', 'Monitor settings', { language: 'de' })
  // Names of the project and the component.
  passes('Parlance', 'Parlance', { context: { projectName: 'Parlance server' } })
  passes('Gadget', 'Gadget', { context: { componentName: 'Gadget' } })
  fails('Gadget', 'Gadget')
  // Flags and notes.
  fails('Linux', 'Linux', { flags: 'strict-same' })
  passes('%s', '%s', { flags: 'c-format, strict-same' })
  passes('Open the file', 'Open the file', { flags: 'ignore-same' })
  passes('make install now', 'make install now', { note: 'Tag: screen' })
  passes('Frobnicator', 'Frobnicator', {
    flags: 'check-glossary',
    terms: [{ source: 'frobnicator', target: '', readOnly: true }],
  })
  passes('Open the file', 'Open the file', { state: 0 })
})
