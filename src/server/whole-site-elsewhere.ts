import { fork } from 'node:child_process'
import type { Config } from '#core/config.ts'
import type { WholeSite } from '#core/whole-site.ts'
import { childEnvironment, entryOf } from './child-process.ts'
import { failureOf } from './failure.ts'
import type { WholeSiteMessage } from './whole-site-main.ts'

/** Runs whole-site operations in a child process, which is killed when the operation is cancelled. */
export const wholeSiteElsewhere =
  (config: Config): WholeSite =>
  async (work, onProgress, stop) => {
    stop.throwIfAborted()
    const { exec, execArgv } = entryOf(new URL('./whole-site-main.ts', import.meta.url))
    const env = { ...process.env, ...childEnvironment, PARLANCE_WHOLE_SITE: JSON.stringify({ config, work }) }
    const child = fork(exec, [], { execArgv, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const { promise, resolve, reject } = Promise.withResolvers<WholeSiteMessage>()
    const end = (): void => {
      child.kill('SIGKILL')
      reject(stop.reason)
    }
    stop.addEventListener('abort', end, { once: true })
    child.on('message', (message: WholeSiteMessage) => {
      if ('percent' in message) onProgress(message.percent)
      else resolve(message)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The process that runs the whole-site operation ended unexpectedly.')))
    try {
      const message = await promise
      if ('failed' in message) throw failureOf(message.failed)
      return 'result' in message ? message.result : {}
    } finally {
      stop.removeEventListener('abort', end)
    }
  }
