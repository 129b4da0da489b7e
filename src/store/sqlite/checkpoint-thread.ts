// Runs in a thread: moves what the write-ahead log holds into the database, without waiting for readers or writers.
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

const db = new Sqlite(workerData as string, { timeout: 0 })
db.pragma('synchronous = NORMAL')

parentPort!.on('message', (message: 'checkpoint' | 'close') => {
  if (message === 'close') {
    db.close()
    parentPort!.close()
  } else {
    db.pragma('wal_checkpoint(PASSIVE)')
    parentPort!.postMessage('done')
  }
})
