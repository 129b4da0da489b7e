import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { drainBeforeClose } from './drain.ts'

test('a stopping server waits for every pending response, not only for the first', async () => {
  const app = Fastify()
  drainBeforeClose(app)
  const pending = new Map<string, () => void>()
  app.get<{ Params: { name: string } }>('/:name', async ({ params: { name } }) => {
    await new Promise<void>(resolve => pending.set(name, resolve))
    return name
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const [first, second] = ['first', 'second'].map(async name => (await fetch(`${address}/${name}`)).text())
  while (pending.size < 2) await sleep(5)
  const closed = app.close()
  while (app.server.listening) await sleep(5)
  pending.get('first')!()
  assert.equal(await first, 'first')
  // The connection of the first response closes.
  await sleep(100)
  pending.get('second')!()
  assert.equal(await second, 'second')
  await closed
})
