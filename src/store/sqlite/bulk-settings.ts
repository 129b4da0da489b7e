import type BetterSqlite from 'better-sqlite3'

/**
 * For a long run of large transactions that begins anew where it was when it is interrupted. More cache for writing, which
 * jumps, and less for reading, which does not; the log is copied back less often. A commit no longer waits for the disk, only
 * that copying does: when the power fails, the last transactions may be lost, but never a part of one. No memory mapping,
 * which would count the whole file as memory of this process, and sorting on the disk instead of in memory.
 */
const writing = { cache_size: -24_000, wal_autocheckpoint: 8000, mmap_size: 0, synchronous: 1, temp_store: 1 }
const reading = { cache_size: -4000, mmap_size: 0 }

/** Returns what sets them back, after it has brought everything to the disk. */
export function bulkSettings(writer: BetterSqlite.Database, reader: BetterSqlite.Database): () => void {
  const undo = [change(writer, writing), change(reader, reading)]
  return () => {
    writer.pragma('wal_checkpoint(PASSIVE)')
    for (const back of undo) back()
  }
}

function change(db: BetterSqlite.Database, settings: Readonly<Record<string, number>>): () => void {
  const before = Object.keys(settings).map(name => [name, db.pragma(name, { simple: true })] as const)
  for (const [name, value] of Object.entries(settings)) db.pragma(`${name} = ${value}`)
  return () => {
    for (const [name, value] of before) if (value !== undefined) db.pragma(`${name} = ${value}`)
  }
}
