import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMonolingual } from '../monolingual.ts'
import { changedLines, fixture } from '../testing.ts'
import { stringsdict } from './stringsdict.ts'

const english = fixture(import.meta.dirname, 'Localizable.stringsdict')
const options = { language: 'en' }

test('formats are texts and variables are plurals', () => {
  assert.deepEqual(
    stringsdict.parse(english, options).units.map(({ id, target }) => [id, target]),
    [
      ['shopping-list', ['%1$#@apple@ and %2$#@orange@.']],
      ['shopping-list:apple', ['One apple', '%d apples']],
      ['shopping-list:orange', ['', '%d oranges & more']],
      ['other-string', ['Other string']],
    ],
  )
})

test('missing forms are added, and those of other languages stay', () => {
  const changed = stringsdict
    .parse(english, options)
    .serialize({ update: [{ id: 'shopping-list:orange', target: ['one orange', '%d oranges & more'] }] })
  assert.deepEqual(changedLines(english, changed), ['+\t\t\t<key>one</key>', '+\t\t\t<string>one orange</string>'])
})

test('a new language gets formats and plurals of the same string together', async () => {
  const template = stringsdict.parse(english, options)
  const file = await openMonolingual(stringsdict, stringsdict.create({ language: 'ja' }), template, { language: 'ja' })
  const written = file.serialize({
    update: [
      { id: 'shopping-list', target: ['%1$#@apple@'] },
      { id: 'shopping-list:apple', target: ['りんご%d個'] },
    ],
  })
  const again = stringsdict.parse(written, { language: 'ja' })
  assert.deepEqual(
    again.units.map(({ id, target }) => [id, target]),
    [
      ['shopping-list', ['%1$#@apple@']],
      ['shopping-list:apple', ['りんご%d個']],
    ],
  )
  assert.equal(
    Buffer.from(written)
      .toString()
      .match(/<key>shopping-list<\/key>/g)?.length,
    1,
  )
  const removed = again.serialize({ remove: ['shopping-list', 'shopping-list:apple'] })
  assert.deepEqual(stringsdict.parse(removed).units, [])
})
