import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInLane, type Lane, NEEDS_ELSEWHERE } from './lanes.ts'

const lanesOf = (file: string, text = ''): Lane[] =>
  (['plain', 'beyond'] as const).filter(lane => isInLane(lane, file, () => text))

test('assigns a file to lanes by its folder, its name and its requirements', () => {
  assert.deepEqual(lanesOf('/p/src/a.test.ts'), ['plain'])
  assert.deepEqual(lanesOf('/p/src/a.test.ts', "onEachEngine('a', () => {})"), ['plain', 'beyond'])
  assert.deepEqual(lanesOf('/p/src/a.test.ts', 'process.env.PARLANCE_SHARED'), ['plain', 'beyond'])
  assert.deepEqual(lanesOf('/p/src/a.long.test.ts'), ['beyond'])
  assert.deepEqual(lanesOf('/p/test/faults/a.test.ts'), ['beyond'])
  assert.deepEqual(lanesOf('C:\\p\\test\\clients\\a.test.ts'), ['beyond'])
})

test('recognises skips that the integration tests make up for', () => {
  for (const reason of ['PostgreSQL is not tested', 'no file /nowhere/shared/data/x', 'no recorded answers'])
    assert.match(reason, NEEDS_ELSEWHERE)
  for (const reason of ['the superuser may read every file', 'tar is not installed'])
    assert.doesNotMatch(reason, NEEDS_ELSEWHERE)
})
