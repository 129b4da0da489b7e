import assert from 'node:assert/strict'
import { test } from 'node:test'
import { format, openMonolingual } from './index.ts'
import { unitOf } from './testing.ts'

const strings = format('strings')!
const template = strings.parse(Buffer.from('/* first */\n"a" = "Alpha";\n"b" = "Beta";\n"c" = "Gamma";\n'))

test('joins a file with its template', async () => {
  const file = await openMonolingual(strings, Buffer.from('"b" = "Bêta";\n"old" = "Vieux";\n'), template)
  assert.deepEqual(
    file.units.map(({ id, source, target, note, position }) => [id, source[0], target[0], note, position]),
    [
      ['a', 'Alpha', '', 'first', 1],
      ['b', 'Beta', 'Bêta', '', 2],
      ['c', 'Gamma', '', '', 3],
    ],
  )
})

test('adds missing units in template order and keeps extra ones', async () => {
  const file = await openMonolingual(strings, Buffer.from('"b" = "Bêta";\n"old" = "Vieux";\n'), template)
  const written = file.serialize({
    update: [
      { id: 'c', target: ['Gamma fr'] },
      { id: 'a', target: ['Alpha fr'] },
      { id: 'b', target: ['Bêta 2'] },
    ],
  })
  assert.equal(
    Buffer.from(written).toString(),
    '"a" = "Alpha fr";\n"b" = "Bêta 2";\n"c" = "Gamma fr";\n"old" = "Vieux";\n',
  )
})

test('an empty target adds nothing, and unknown units are refused', async () => {
  const bytes = Buffer.from('"b" = "x";\n')
  const file = await openMonolingual(strings, bytes, template)
  assert.deepEqual(Buffer.from(file.serialize({ update: [{ id: 'a', target: [''] }] })), bytes)
  assert.throws(() => file.serialize({ update: [{ id: 'zzz', target: ['x'] }] }), /template has no unit "zzz"/)
})

test('plural units have as many forms as the language', async () => {
  const android = format('aresource')!
  const source =
    '<resources>\n    <plurals name="p">\n        <item quantity="one">a</item>\n        <item quantity="other">b</item>\n    </plurals>\n</resources>\n'
  const english = android.parse(Buffer.from(source), { language: 'en' })
  const russian = await openMonolingual(android, Buffer.from('<resources>\n</resources>\n'), english, {
    language: 'ru',
  })
  const unit = unitOf(russian, 'plurals/p')
  assert.deepEqual(
    [unit.source, unit.target],
    [
      ['a', 'b'],
      ['', '', '', ''],
    ],
  )
})
