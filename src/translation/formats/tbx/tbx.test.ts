import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture } from '../testing.ts'
import { tbx } from './tbx.ts'

const german = fixture(import.meta.dirname, 'terms-de.tbx')

test('terms are read in the language of the translation', () => {
  const read = (language: string) =>
    tbx
      .parse(german, { language })
      .units.map(({ context, source, target, note }) => [context, source[0], target[0], note])
  assert.deepEqual(read('de'), [
    ['cid-1', 'plant', 'Pflanze & so', 'What grows'],
    ['cid-2', 'tree', '', ''],
  ])
  assert.deepEqual(read('cs')[0]![2], '')
})

test('a first translation adds its language', () => {
  const file = tbx.parse(german, { language: 'de' })
  const changed = file.serialize({ update: [{ id: 'cid-2\u0004tree', target: ['Baum'] }] })
  assert.deepEqual(
    changedLines(german, changed).map(line => line.replace(/^\+\s+/, '')),
    ['<langSet xml:lang="de">', '<tig>', '<term>Baum</term>', '</tig>', '</langSet>'],
  )
  assert.equal(tbx.parse(changed, { language: 'de' }).units[1]!.target[0], 'Baum')
})

test('a new language keeps the source terms only', () => {
  const file = tbx.parse(tbx.create({ language: 'cs', template: german }), { language: 'cs' })
  assert.deepEqual(
    file.units.map(({ source, target }) => [source[0], target[0]]),
    [
      ['plant', ''],
      ['tree', ''],
    ],
  )
})

test('forbidden, obsolete and untranslatable terms have flags', () => {
  const entry = (id: string, more: string, status = '') =>
    `<termEntry id="${id}">${more}<langSet xml:lang="en"><tig><term>${id}</term></tig></langSet>` +
    `<langSet xml:lang="de"><tig><term>x</term>${status}</tig></langSet></termEntry>`
  const status = (value: string) => `<termNote type="administrativeStatus">${value}</termNote>`
  const body = [
    entry('plain', '', status('preferred')),
    entry('forbidden', '', status('forbidden')),
    entry('obsolete', '', status('Obsolete')),
    entry('name', '<descrip type="Translation needed">No</descrip>'),
  ].join('')
  const file = `<martif type="TBX" xml:lang="en"><text><body>${body}</body></text></martif>`
  const { units, serialize } = tbx.parse(Buffer.from(file), { language: 'de' })
  assert.deepEqual(
    units.map(({ flags, note }) => [flags, note]),
    [
      [[], ''],
      [['forbidden'], ''],
      [['forbidden'], ''],
      [['read-only'], ''],
    ],
  )
  const added = { context: 'new', source: ['new'], target: ['neu'], flags: ['forbidden', 'read-only'] }
  const again = tbx.parse(serialize({ add: [added] }), { language: 'de' })
  assert.deepEqual(again.units.at(-1)!.flags, added.flags)
})
