import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lock } from './store.ts'

/** Another process holds the lock; `holder` describes it as far as known. */
export class LockTaken extends Error {
  readonly holder: string

  constructor(what: string, holder: string) {
    super(`Another ${what} into this database is running (${holder}). Wait until it is done, then try again.`)
    this.holder = holder
  }
}

// Loads only the driver that is needed.
const sqlite = () => import('./sqlite/lock.ts')
const postgres = () => import('./postgres/lock.ts')

const tryLock = async (where: { data: string } | { database: string }, name: string): Promise<Lock | string> => {
  const self = `process ${process.pid} on ${hostname()}`
  return 'data' in where
    ? (await sqlite()).trySqliteLock(where.data, name, self)
    : (await postgres()).tryPostgresLock(where.database, name, self)
}

/** Takes a named lock on a database, or throws `LockTaken` if another process holds it. */
export async function takeLock(where: { data: string } | { database: string }, name: string): Promise<Lock> {
  const taken = await tryLock(where, name)
  if (typeof taken === 'string') throw new LockTaken(name, taken)
  return taken
}

const PAUSE_MS = 100

/** Waits until the lock is free and takes it. */
export async function awaitLock(where: { data: string } | { database: string }, name: string): Promise<Lock> {
  for (;;) {
    const taken = await tryLock(where, name)
    if (typeof taken !== 'string') return taken
    await sleep(PAUSE_MS)
  }
}
