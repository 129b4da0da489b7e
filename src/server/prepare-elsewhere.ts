import { fork } from 'node:child_process'
import type { Config } from '#core/config.ts'
import { childEnvironment, entryOf } from './child-process.ts'
import { failureOf } from './failure.ts'
import type { Prepared } from './prepare.ts'
import type { PrepareMessage } from './prepare-main.ts'

/** Prepares the database in a child process, so that the primary does not keep the memory this needs. */
export async function prepareElsewhere(config: Config, sample: boolean): Promise<Prepared> {
  const { exec, execArgv } = entryOf(new URL('./prepare-main.ts', import.meta.url))
  const env = { ...process.env, ...childEnvironment, PARLANCE_PREPARE: JSON.stringify({ config, sample }) }
  const child = fork(exec, [], { execArgv, env })
  const { promise, resolve, reject } = Promise.withResolvers<PrepareMessage>()
  child.once('message', resolve)
  child.once('error', reject)
  child.once('exit', () =>
    reject(new Error('The process that prepares the database ended unexpectedly. See its output above.')),
  )
  const message = await promise
  if ('failed' in message) throw failureOf(message.failed)
  return message.prepared
}
