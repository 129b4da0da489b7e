import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lock } from './store.ts'

/** Somebody else is at it; `holder` says who, as far as can be seen. */
export class LockTaken extends Error {
  readonly holder: string

  constructor(what: string, holder: string) {
    super(`Another ${what} into this database is running (${holder}). Wait until it has ended, then try again.`)
    this.holder = holder
  }
}

// Each engine brings a driver that takes its time to load; only the one that is used is.
const sqlite = () => import('./sqlite/lock.ts')
const postgres = () => import('./postgres/lock.ts')

const tryLock = async (where: { data: string } | { database: string }, name: string): Promise<Lock | string> => {
  const self = `process ${process.pid} on ${hostname()}`
  return 'data' in where
    ? (await sqlite()).trySqliteLock(where.data, name, self)
    : (await postgres()).tryPostgresLock(where.database, name, self)
}

/** Takes the lock of that name over a database, or fails at once because somebody else has it. */
export async function takeLock(where: { data: string } | { database: string }, name: string): Promise<Lock> {
  const taken = await tryLock(where, name)
  if (typeof taken === 'string') throw new LockTaken(name, taken)
  return taken
}

const PAUSE_MS = 100

/** Takes the lock as soon as nobody else has it. */
export async function awaitLock(where: { data: string } | { database: string }, name: string): Promise<Lock> {
  for (;;) {
    const taken = await tryLock(where, name)
    if (typeof taken !== 'string') return taken
    await sleep(PAUSE_MS)
  }
}
