import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isImplemented } from '../api/query/query-module.ts'
import { queryModules } from './registry.ts'

test('every declared module has a handler', () => {
  const waiting = queryModules.filter(module => !isImplemented(module)).map(module => module.name)
  assert.deepEqual(waiting, [])
})
