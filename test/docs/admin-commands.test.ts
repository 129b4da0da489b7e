import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandsOf } from '#cli/commands/serve.ts'
import { buildProgram } from '#cli/program.ts'
import { COUNTERPARTS } from '#pages/admin/commands.ts'

test('the administration says of every command where the same is done, or why only there', () => {
  const commands = commandsOf(buildProgram()).map(({ name }) => name)
  assert.ok(commands.includes('db check'))
  assert.deepEqual(Object.keys(COUNTERPARTS).sort(), commands.toSorted())
  for (const [name, { page, why }] of Object.entries(COUNTERPARTS)) assert.ok(page ?? why, name)
})
