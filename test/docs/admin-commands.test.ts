import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandsOf } from '#cli/commands/serve.ts'
import { buildProgram } from '#cli/program.ts'
import { COUNTERPARTS } from '#pages/admin/commands.ts'

test('the administration lists a page or a reason for every command', () => {
  const commands = commandsOf(buildProgram()).map(({ name }) => name)
  assert.ok(commands.includes('db check'))
  assert.deepEqual(Object.keys(COUNTERPARTS).sort(), commands.toSorted())
  for (const [name, { page, why }] of Object.entries(COUNTERPARTS)) assert.ok(page ?? why, name)
})
