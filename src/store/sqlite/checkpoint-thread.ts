// Runs in a thread: moves what the write-ahead log holds into the database.
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

/** Pages in the log, 16 MB, from which it should start again at its beginning. */
const LONG_LOG = 4000
/** Milliseconds that others may have to wait until the log starts again. */
const PATIENCE_MS = 100

const db = new Sqlite(workerData as string, { timeout: PATIENCE_MS })
db.pragma('synchronous = NORMAL')

/** Copies most of the log without disturbing anybody. New commits arrive meanwhile. */
const copy = () => (db.pragma('wal_checkpoint(PASSIVE)') as { log: number }[])[0]!

/**
 * Copies the rest. Writers must wait for that, and only readers of the latest state may remain. If it does not succeed
 * in time, the next checkpoint tries again.
 */
const startAgain = () => db.pragma('wal_checkpoint(RESTART)')

parentPort!.on('message', (message: 'checkpoint' | 'close') => {
  if (message === 'close') {
    db.close()
    parentPort!.close()
    return
  }
  if (copy().log >= LONG_LOG) startAgain()
  parentPort!.postMessage('done')
})
