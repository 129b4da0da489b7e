import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import { testServices } from '#core/testing.ts'
import { onEachEngine } from '#store/testing.ts'
import { Machine } from './machine.ts'
import { array, resource } from './resource.ts'

onEachEngine('a request', open => {
  test('ends at its next step after the client disconnects', async () => {
    const services = await testServices(await open())
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<unknown>()
    const endless = resource({
      path: '/endless/',
      name: 'Endless',
      description: 'Runs until the client disconnects.',
      operations: {
        GET: array({
          summary: 'Look',
          answer: { name: 'Nothing', description: 'Nothing.', fields: {} },
          handle: async call => {
            const look = async () => {
              for (;;) {
                await call.db.selectFrom('project').select('id').execute()
                begun.resolve()
              }
            }
            return look().catch(error => {
              ended.resolve(error)
              throw error
            })
          },
        }),
      },
    })
    const machine = new Machine([endless], services)
    const app = Fastify()
    after(() => app.close())
    app.get('/api/*', (asked, reply) => machine.answer(asked, reply))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const asking = request({ port, host: '127.0.0.1', path: '/api/endless/' })
    asking.on('error', () => {})
    asking.end()
    await begun.promise
    asking.destroy()
    assert.match(String(await ended.promise), /closed the connection/)
  })
})
