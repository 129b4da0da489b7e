// Loaded into every process of a test run (test/answers.ts): what the APIs of any server in it answer is held against
// their declarations. It is plain JavaScript because any Node may load it, and loads nothing until there is an answer.
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

let watchingActions

subscribe('parlance.action', run => {
  // Later code may change the result, so it is checked immediately if possible.
  if (typeof watchingActions === 'function') return watchingActions(run)
  watchingActions ??= import('./answers.ts').then(async ({ actionWatcher }) => {
    watchingActions = await actionWatcher()
    return watchingActions
  })
  watchingActions.then(watch => watch(run))
})
