import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture } from '../testing.ts'
import { xwikiFullPage as page } from './xwiki-fullpage.ts'

const english = fixture(import.meta.dirname, 'Guide.xml')

test('the title and the content are strings', () => {
  assert.deepEqual(
    page.parse(english).units.map(({ id, target }) => [id, target[0]]),
    [
      ['title', 'Garden & guide'],
      ['content', "= Tools =\n\nTake a **spade**\nand \\\\ a [[bucket>>Bucket]] with 'water'.\n"],
    ],
  )
})

test('only the changed text changes', () => {
  const changed = page.parse(english).serialize({ update: [{ id: 'title', target: ['Jardin < guide'] }] })
  assert.deepEqual(changedLines(english, changed), [
    '-  <title>Garden &amp; guide</title>',
    '+  <title>Jardin &lt; guide</title>',
  ])
})

test('the page of a new language has empty texts and no attachments', () => {
  const created = page.create({ language: 'fr', template: english })
  assert.deepEqual(
    page.parse(created).units.map(({ target }) => target[0]),
    ['', ''],
  )
  assert.equal(page.parse(created).language, 'fr')
  assert.doesNotMatch(Buffer.from(created).toString(), /spade/)
})

test('other strings are rejected', () => {
  const add = [{ context: 'footer', source: [], target: ['x'] }]
  assert.throws(() => page.parse(english).serialize({ add }), /"footer" cannot be added/)
})
