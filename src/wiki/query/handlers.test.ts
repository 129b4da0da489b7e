import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isImplemented } from '../api/query/query-module.ts'
import { queryModules } from './index.ts'

test('every declared module has its handler', () => {
  const waiting = queryModules.filter(module => !isImplemented(module)).map(module => module.name)
  assert.equal(queryModules.length, 62)
  assert.deepEqual(waiting, [])
})
