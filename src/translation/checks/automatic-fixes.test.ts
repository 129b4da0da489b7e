import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fixForms } from './automatic-fixes.ts'
import { Flags } from './flags.ts'

const fixed = (source: string, target: string, language = 'cs', flags = ''): string =>
  fixForms([target], [source], { language, flags: Flags.of(flags) })[0]!

test('copies surrounding whitespace from the source', () => {
  assert.equal(fixed('Hello\n', 'Ahoj'), 'Ahoj\n')
  assert.equal(fixed('Hello', 'Ahoj \n'), 'Ahoj')
  assert.equal(fixed('  Hello ', 'Ahoj'), '  Ahoj ')
  assert.equal(fixed(' Hello ', '\u00a0Ahoj\n\n'), ' Ahoj ')
  assert.equal(fixed('Hello\n', 'Ahoj', 'cs', 'ignore-end-newline'), 'Ahoj')
  assert.equal(fixed(' Hello', 'Ahoj', 'cs', 'ignore-begin-space'), 'Ahoj')
  assert.equal(fixed('Hello', ' '), ' ', 'a translation of spaces is left alone')
  assert.equal(fixed(' ', 'Ahoj'), 'Ahoj', 'and so is one of spaces')
})

test('fixes ellipses, zero-width spaces, control characters and sentence marks', () => {
  assert.equal(fixed('Wait…', 'Počkejte...'), 'Počkejte…')
  assert.equal(fixed('Wait...', 'Počkejte...'), 'Počkejte...')
  assert.equal(fixed('Wait', 'Po\u200bčkejte'), 'Počkejte')
  assert.equal(fixed('Wa\u200bit', 'Po\u200bčkejte'), 'Po\u200bčkejte')
  assert.equal(fixed('Wait', 'រង់\u200bចាំ', 'km'), 'រង់\u200bចាំ')
  assert.equal(fixed('Wait\tnow', 'Poč\u001bkejte\tteď'), 'Počkejte\tteď')
  assert.equal(fixed('\u0007Ring', '\u0007Zvoň'), '\u0007Zvoň')
  assert.equal(fixed('Wait.', 'रुकिए.', 'hi'), 'रुकिए।')
  assert.equal(fixed('Wait.', 'रुकिए|', 'hi'), 'रुकिए।')
  assert.equal(fixed('Wait...', 'रुकिए...', 'hi'), 'रुकिए...')
  assert.equal(fixed('See e.g.', 'देखें etc.', 'hi'), 'देखें etc.')
  assert.equal(fixed('Wait.', 'Čekej.', 'cs'), 'Čekej.')
  assert.equal(fixed('Note: wait!', 'Note : attendez !', 'fr'), 'Note\u00a0: attendez\u202f!')
  assert.equal(fixed('Wait!', 'Attendez !', 'fr_CA'), 'Attendez !')
  assert.equal(fixed('Wait!', 'Attendez!', 'fr'), 'Attendez!')
})

test('leaves placeholders as they are', () => {
  const text = '{{ok ? 1 : 2}} !'
  const placeables = () => [{ start: 0, end: 14 }]
  const unit = { language: 'fr', flags: Flags.of('angularjs-format'), placeables }
  assert.deepEqual(fixForms([text], [text], unit), [text.replace(' !', '\u202f!')])
})

test('fixes each plural form against its source and keeps empty forms', () => {
  const plural = { language: 'cs', flags: Flags.of() }
  assert.deepEqual(fixForms(['soubor', 'soubory', ''], ['file\n', 'files '], plural), ['soubor\n', 'soubory ', ''])
})

test('fixing a text twice changes nothing', () => {
  const text = fc.string({
    unit: fc.constantFrom(' ', '\n', 'a', '.', '…', '|', 'ह', ':', '!', '\u200b', '\u0007', '\u00a0'),
  })
  fc.assert(
    fc.property(text, text, fc.constantFrom('fr', 'hi', 'cs'), (source, target, language) => {
      const once = fixed(source, target, language)
      assert.equal(fixed(source, once, language), once)
    }),
  )
})
