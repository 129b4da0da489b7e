import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutated, mutationsOf, placesOf } from './mutations.ts'

const changes = (text: string): string[] => mutationsOf('a.ts', text).map(({ after }) => after)

test('each operator of a line is a mutation of its own', () => {
  assert.deepEqual(changes('if (a === b && c > 1) return'), [
    'if (a !== b && c > 1) return',
    'if (a === b && c >= 1) return',
    'if (a === b || c > 1) return',
  ])
})

test('conditions of queries are mutated too', () => {
  assert.deepEqual(changes("  .where('deleted', '=', 0)"), ["  .where('deleted', '=', 1)"])
})

test('comments, imports, types and texts are left alone', () => {
  const lines = ['// a && b', "import { a } from 'b'", 'type A = B | C', "const a = 'x && y'", '  | A', ' * a > b']
  assert.deepEqual(changes(lines.join('\n')), [])
})

test('a mutation changes one line', () => {
  const text = 'a\nb === c\nd'
  assert.equal(mutated(text, mutationsOf('a.ts', text)[0]!), 'a\nb !== c\nd')
})

test('a mutation of a comparison has one place, one of a logical operator also the beginning of its line', () => {
  const text = 'a\n  if (b === c && d) e'
  const places = mutationsOf('a.ts', text).map(each => placesOf(text, each).map(at => text.slice(at)))
  assert.deepEqual(places, [['=== c && d) e'], ['&& d) e', 'if (b === c && d) e']])
})
