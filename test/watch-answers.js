// Loaded into every process of a test run (test/answers.ts): what the REST API of any server in it answers is held against
// the OpenAPI document. It is plain JavaScript because any Node may load it, and loads nothing until there is an answer.
import { subscribe } from 'node:diagnostics_channel'

let watching

subscribe('fastify.initialization', ({ fastify }) => {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!request.url.startsWith('/api/')) return done()
    watching ??= import('./answers.ts').then(({ watcher }) => watcher())
    watching
      .then(watch => watch(request.method, request.url, reply.statusCode, reply.getHeaders(), payload))
      .then(() => done(), done)
  })
})
