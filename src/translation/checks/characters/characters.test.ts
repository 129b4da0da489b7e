// A table for each check of spaces, line breaks, lengths and letters.

import { describeCheck } from '../testing.ts'
import { accelerator } from './accelerator.ts'
import { doubleSpace } from './double-space.ts'
import { duplicate } from './duplicate.ts'
import { kabyleCharacters } from './kabyle-characters.ts'
import { kashida } from './kashida.ts'
import { maxLength, maxLines } from './max-size.ts'
import { multipleCapital } from './multiple-capital.ts'
import { beginNewline, endNewline, escapedNewline, newlineCount } from './newlines.ts'
import { beginSpace, endSpace } from './outer-spaces.ts'
import { punctuationSpacing } from './punctuation-spacing.ts'
import { zeroWidthSpace } from './zero-width-space.ts'

describeCheck(beginNewline, ({ passes, fails }) => {
  fails('\nSave', 'Uložit')
  fails('Save', '\nUložit')
  passes('\nSave', '\nUložit')
  passes('Save', 'Uložit')
  passes('\nSave', '')
  passes('\nSave', 'Uložit', { flags: 'ignore-begin-newline' })
})

describeCheck(endNewline, ({ passes, fails }) => {
  fails('Save\n', 'Uložit')
  fails('Save', '保存\n', { language: 'ja' })
  passes('Save\n', 'Uložit\n')
  passes('Save\n', '')
  passes('Save\n', 'Uložit', { flags: 'ignore-end-newline' })
})

describeCheck(beginSpace, ({ passes, fails }) => {
  fails('  files', ' souborů')
  fails('files', ' souborů')
  passes('  files', '  souborů')
  passes(' ', ',')
  passes('  files', '   ')
  passes('', '')
  passes('\tfiles', '\tsouborů')
  passes('  files', ' souborů', { flags: 'ignore-begin-space' })
})

describeCheck(endSpace, ({ passes, fails }) => {
  fails('Name: ', 'Jméno:')
  fails('Name', 'Jméno  ')
  fails('Name: ', 'الاسم:', { language: 'ar' })
  passes('Name: ', 'Jméno: ')
  passes(' ', '.')
  passes('Name: ', ' ')
  passes('', 'x ')
  passes('Name: ', 'Jméno:', { flags: 'ignore-end-space' })
})

describeCheck(doubleSpace, ({ passes, fails }) => {
  fails('One two', 'Jedna  dvě')
  passes('One  two', 'Jedna  dvě')
  passes('One two', 'Jedna dvě')
  passes('One two', '一　　二', { language: 'zh_Hans' })
  passes('One two', 'Jedna  dvě', { flags: 'ignore-all-checks' })
})

describeCheck(accelerator, ({ passes, fails }) => {
  const flags = 'accelerator:&'
  fails('&File', 'Soubor', { flags })
  fails('File', '&Soubor', { flags })
  fails('&File', '&Sou&bor', { flags })
  fails('Save && &Quit', 'Uložit && ukončit', { flags })
  passes('&File', '&Soubor', { flags })
  passes('Save && &Quit', 'Uložit && &ukončit', { flags })
  passes('_File', 'Soubor', { flags })
  fails('_File', 'Soubor', { flags: 'accelerator:_' })
  fails(['&One file', '&%d files'], ['&Jeden', '&Dva', 'Pět'], { flags })
  passes('&File', 'Soubor')
  passes('&File', 'Soubor', { flags: 'accelerator:&, ignore-accelerator' })
  fails('File', 'Soubor', { flags: 'accelerator:word' })
})

describeCheck(maxLength, ({ passes, fails }) => {
  fails('Save', 'Uložit', { flags: 'max-length:5' })
  passes('Save', 'Uložit', { flags: 'max-length:6' })
  passes('Save', '保存する', { flags: 'max-length:4', language: 'ja' })
  passes('Save', '💾💾💾', { flags: 'max-length:3' })
  fails(['One', 'Many'], ['Jeden', 'Dva', 'Spousta'], { flags: 'max-length:5' })
  passes('Save', '<b>Ulož</b>', { flags: 'max-length:4, xml-text' })
  fails('Save', '<b>Ulož', { flags: 'max-length:4, xml-text' })
  passes('Save', 'Na %s', { flags: 'max-length:4, replacements:%s:X' })
  fails('Save', 'Na %s', { flags: 'max-length:4, replacements:%s:"New York"' })
  fails('Save', 'Ok', { flags: 'max-length:soon' })
  passes('Save', 'Uložit')
  passes('Save', 'Uložit', { flags: 'max-length:5, discard:max-length' })
})

describeCheck(maxLines, ({ passes, fails }) => {
  fails('One\ntwo', 'Jedna\ndvě\ntři', { flags: 'max-lines:2' })
  passes('One\ntwo', 'Jedna\ndvě', { flags: 'max-lines:2' })
  passes('One', '', { flags: 'max-lines:1' })
  fails('One', 'Jedna<br>', { flags: 'max-lines:1, replacements:<br>:"\\n"' })
})

describeCheck(multipleCapital, ({ passes, fails }) => {
  fails('Hello', 'AHoj')
  fails('Hello', 'ПРивет', { language: 'ru' })
  passes('Hello', 'Ahoj')
  passes('HTML file', 'Soubor HTML')
  passes('Hello', 'Ahoj Světe')
  passes('Hello', '你好', { language: 'zh_Hant' })
})

describeCheck(kashida, ({ passes, fails }) => {
  fails('Hello', 'مرحبـــا', { language: 'ar' })
  passes('Hello', 'مرحبا', { language: 'ar' })
  passes('Hello', 'هـ', { language: 'ar' })
  passes('Hello', 'مرحبا ـ', { language: 'ar' })
  passes('Hello', 'مرحبـــا', { language: 'ar', flags: 'ignore-kashida' })
})

describeCheck(punctuationSpacing, ({ passes, fails }) => {
  const french = { language: 'fr' }
  fails('Really?', 'Vraiment?', french)
  fails('Name: %s', 'Nom: %s', french)
  fails('(Really?)', '(Vraiment?)', french)
  fails('!', '!', french)
  passes('Really?', 'Vraiment\u202F?', french)
  passes('Really?!', 'Vraiment\u202F?!', french)
  passes('Name: %s', 'Nom\u00A0: %s', french)
  passes('At 10:30', 'À 10:30', french)
  passes('See https://example.org/?a', 'Voir https://example.org/?a', french)
  passes('&lt;b&gt; ok', '&lt;b&gt; ok', french)
  passes('Really?', 'Vraiment?', { language: 'fr_CA' })
  passes('Really?', 'Opravdu?', { language: 'cs' })
  passes('[Find](/find?)', '[Chercher](/find?)', { language: 'fr', flags: 'md-text' })
  passes('[![Logo](a.png)](/)', '[![Logo](a.png)](/)', { language: 'fr', flags: 'md-text' })
  fails('[Really?](/)', '[Vraiment?](/)', { language: 'fr', flags: 'md-text' })
  passes(':ref:`a` here', ':ref:`a` ici', { language: 'fr', flags: 'rst-text' })
  passes('Use :name: now', 'Utilisez :name: ici', { language: 'fr', flags: 'placeholders:":name:"' })
  passes('Really?', 'Vraiment?', { language: 'fr', flags: 'ignore-punctuation-spacing' })
})

describeCheck(kabyleCharacters, ({ passes, fails }) => {
  fails('Open', 'Lεali', { language: 'kab' })
  fails('Open', 'ğ', { language: 'kab' })
  passes('Open', 'Lɛali aɣ', { language: 'kab' })
  passes('Open', 'Άνοιγμα γε', { language: 'el' })
})

describeCheck(escapedNewline, ({ passes, fails }) => {
  fails('One\\ntwo', 'Jedna dvě')
  fails('One', 'Jedna\\n')
  passes('One\\ntwo', 'Jedna\\ndvě')
  passes('One\ntwo', 'Jedna dvě')
  passes('Open it', 'Otevřít C:\\\\new\\nothing')
  passes('One\\n', '')
})

describeCheck(newlineCount, ({ passes, fails }) => {
  fails('One\n\ntwo', 'Jedna\ndvě')
  passes('One\ntwo', 'Jedna\ndvě')
  passes('One\ntwo', '')
  passes('One\ntwo', 'Jedna dvě', { flags: 'ignore-newline-count' })
})

describeCheck(zeroWidthSpace, ({ passes, fails }) => {
  fails('Hello', 'Ahoj\u200B')
  passes('Hel\u200Blo', 'Ahoj\u200B')
  passes('Hello', 'សួស្តី\u200Bពិភពលោក', { language: 'km' })
  passes('Hello', 'Ahoj\u200B', { flags: 'ignore-zero-width-space' })
})

describeCheck(duplicate, ({ passes, fails }) => {
  fails('Save the file', 'Uložit soubor soubor')
  fails('Save', 'Сохранить сохранить файл файл', { language: 'ru' })
  fails('Very, very good', 'Je to velmi velmi dobré')
  passes('Very very good', 'Velmi velmi dobré')
  passes('Very good', 'Velmi, velmi dobré')
  passes('Cancel the download', 'Cancel·la la baixada', { language: 'ca' })
  passes('Save the file', 'Uložit soubor. Soubor je zde')
  passes('a a', 'b b b c')
  passes('100000', '100 000 000', { language: 'fr' })
  passes('You see', 'Vous vous voyez', { language: 'fr' })
  passes('Do you', 'vous vous', { language: 'fr' })
  passes('Big', 'mute mute', { language: 'tok' })
  passes('%s and %s', '%s %s', { flags: 'c-format' })
  passes('<br><br>x', 'ne<br>ne', {})
  passes('Save the file', 'Uložit soubor soubor', { flags: 'ignore-duplicate' })
})
