import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { arb } from './arb.ts'

const app = fixture(import.meta.dirname, 'app-he.arb')

test('metadata becomes the language, headers and notes', () => {
  const file = arb.parse(app)
  assert.equal(file.language, 'he')
  assert.deepEqual(
    file.units.map(({ id }) => id),
    ['title', 'plants', 'bye'],
  )
  assert.equal(unitOf(file, 'plants').note, 'How many plants there are\n{count}: 12')
})

test('a new unit stands behind the metadata of its neighbour, and brings its own', () => {
  const added = arb.parse(app).serialize({
    add: [{ context: 'subtitle', source: [], target: ['ברוכים הבאים'], note: 'below the title', after: 'title' }],
  })
  assert.deepEqual(changedLines(app, added), [
    '+  "subtitle": "ברוכים הבאים",',
    '+  "@subtitle": {',
    '+    "description": "below the title"',
    '+  },',
  ])
  assert.deepEqual(Buffer.from(arb.parse(added).serialize({ remove: ['subtitle'] })), app)
})

test('a new language gets its own locale', () => {
  const created = arb.create({ language: 'ar', template: app })
  assert.equal(Buffer.from(created).toString(), '{\n  "@@locale": "ar"\n}\n')
})
