import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { dtd } from './dtd.ts'

const browser = fixture(import.meta.dirname, 'browser.dtd')

test('entities are texts, and references inside stay', () => {
  const file = dtd.parse(browser)
  assert.deepEqual(
    file.units.map(({ id, target, note }) => [id, target[0], note]),
    [
      ['title', 'Zahrada &brandShortName;', 'LOCALIZATION NOTE (title): in the window'],
      ['quote', 'Říká "ahoj" na 100%', ''],
      ['multi', 'První řádek\n  druhý "řádek"', ''],
      ['empty', '', ''],
    ],
  )
})

test('a change keeps the quotes of its declaration', () => {
  const changed = dtd.parse(browser).serialize({ update: [{ id: 'quote', target: [`it's "5%"`] }] })
  assert.deepEqual(changedLines(browser, changed), [
    `-<!ENTITY  quote   'Říká "ahoj" na 100&#037;'>`,
    `+<!ENTITY  quote   'it&apos;s "5&#037;"'>`,
  ])
})

test('entities are added and removed with their comments', () => {
  const added = dtd.parse(browser).serialize({
    add: [{ context: 'new.one', source: [], target: ['"x"'], note: 'fresh', after: 'title' }],
  })
  assert.deepEqual(changedLines(browser, added), ['+<!-- fresh -->', '+<!ENTITY new.one "&quot;x&quot;">'])
  assert.deepEqual(Buffer.from(dtd.parse(added).serialize({ remove: ['new.one'] })), browser)
  assert.equal(unitOf(dtd.parse(dtd.parse(browser).serialize({ remove: ['title'] })), 'quote').note, '')
})
