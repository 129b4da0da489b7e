import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { UNIT_COLUMNS } from './set-aside-units.ts'

onEachEngine('strings that are set aside', open => {
  test('keep every column of a unit', async () => {
    const { read } = await open()
    for (const [table, more] of [
      ['unit', []],
      ['set_aside_unit', ['component_id', 'set_aside_at']],
    ] as const) {
      const tables = await read.introspection.getTables()
      const columns = tables.find(each => each.name === table)?.columns.map(each => each.name) ?? []
      assert.deepEqual(columns.toSorted(), [...UNIT_COLUMNS, ...more].toSorted(), table)
    }
  })
})
