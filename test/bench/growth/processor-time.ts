// Processor time of requests, which other programs hardly affect.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Store } from '#store/store.ts'

/**
 * Returns a function for the microseconds that this process and the database have worked so far. The time of a thread
 * would only be known to a few milliseconds.
 */
export function processorTime(store: Store): () => Promise<number> {
  const own = () => {
    const { user, system } = process.cpuUsage()
    return user + system
  }
  if (store.engine === 'sqlite') return async () => own()
  return async () => own() + (await ofBackends(store))
}

const known = new WeakMap<Store, { pids: number[]; asked: number }>()
/** The pool opens connections as needed, so they are looked up now and then. */
const ASK_AFTER = 20

/** The server must run on this machine. */
async function ofBackends(store: Store): Promise<number> {
  const list = known.get(store) ?? { pids: [], asked: 0 }
  known.set(store, list)
  if (list.asked++ % ASK_AFTER === 0) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
    `.execute(store.read)
    list.pids = rows.map(({ pid }) => pid)
  }
  return list.pids.reduce(
    (sum, pid) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000,
    0,
  )
}
