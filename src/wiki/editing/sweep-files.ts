import type { Config } from '#core/config.ts'
import type { ConsistencyCheck } from '#core/consistency.ts'
import { holdLock } from '#store/named-locks.ts'
import type { Reader, Store } from '#store/store.ts'
import { type FileStore, type Kept, openFileStore } from '../file-store.ts'
import { keyOfPiece } from '../files/partial-file.ts'
import { hashOfName } from '../files/stored-bytes.ts'

/** Grace period in seconds: an upload in progress refers to its bytes only when it ends. */
const GRACE = 86_400
const BATCH_SIZE = 200

const TABLES = ['file', 'old_file', 'deleted_file', 'stashed_file'] as const

/** Which of these hashes belong to a file: current, old, deleted or stashed. */
export async function usedContents(db: Reader, sha1s: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>()
  for (const table of TABLES)
    for (const { sha1 } of await db.selectFrom(table).where('sha1', 'in', sha1s).select('sha1').distinct().execute())
      used.add(sha1!)
  return used
}

/** Totals, and the bytes a crash left behind between storing and referring to them. */
interface Leftovers {
  readonly count: number
  readonly bytes: number
  readonly leftover: readonly Kept[]
}

interface Stores {
  readonly files: FileStore
  readonly pieces: FileStore
}

/**
 * Uploaded bytes that nothing refers to, stored before `before` (Unix time
 * in seconds). Names in other formats are ignored.
 */
async function unusedFiles(db: Reader, files: FileStore, before: number): Promise<Leftovers> {
  let [count, bytes] = [0, 0]
  const leftover: Kept[] = []
  let batch: Kept[] = []
  const settle = async () => {
    const used = await usedContents(
      db,
      batch.map(({ name }) => hashOfName(name)!),
    )
    leftover.push(...batch.filter(({ name }) => !used.has(hashOfName(name)!)))
    batch = []
  }
  for await (const kept of files.list()) {
    const isUnfinished = /^[0-9a-z]{2}\/[0-9a-z]{31}\.\d+\.part$/.test(kept.name)
    if (!isUnfinished && hashOfName(kept.name) === null) continue
    count++
    bytes += kept.size
    if (kept.modified >= before) continue
    if (isUnfinished) leftover.push(kept)
    else if (batch.push(kept) >= BATCH_SIZE) await settle()
  }
  if (batch.length > 0) await settle()
  return { count, bytes, leftover }
}

/** Chunks of uploads whose file key no longer exists. */
async function unusedPieces(db: Reader, pieces: FileStore, before: number): Promise<Kept[]> {
  const leftover: Kept[] = []
  for await (const kept of pieces.list()) {
    const key = keyOfPiece(kept.name)
    if (key === null || kept.modified >= before) continue
    const row = await db.selectFrom('stashed_file').where('key', '=', key).select('id').executeTakeFirst()
    if (!row) leftover.push(kept)
  }
  return leftover
}

/** Removes unreferenced files. Returns how many there were. */
export async function sweepFiles(store: Store, { files, pieces }: Stores, before: number): Promise<number> {
  const { leftover } = await unusedFiles(store.read, files, before)
  let removed = 0
  for (const { name } of leftover)
    await store.transaction(async tx => {
      // The lock keeps new references from appearing between the check and the removal.
      await holdLock(tx, 'storedFiles')
      const sha1 = hashOfName(name)
      if (sha1 !== null && (await usedContents(tx, [sha1])).size > 0) return
      await files.remove(name)
      removed++
    })
  for (const { name } of await unusedPieces(store.read, pieces, before)) {
    await pieces.remove(name)
    removed++
  }
  return removed
}

/** For `parlance db check`: upload bytes left behind by a crash, which `--fix` removes. */
export function filesCheck(config: Pick<Config, 'data' | 'uploadStore'>): ConsistencyCheck {
  const [files, pieces] = [openFileStore(config, 'files'), openFileStore(config, 'partial-uploads')]
  // File stores report machine time, and the site's clock may be fixed.
  const before = () => Math.floor(Date.now() / 1000) - GRACE
  return {
    name: 'uploaded files',
    async run({ read }) {
      if (files === null || pieces === null) return []
      const { count, bytes, leftover } = await unusedFiles(read, files, before())
      const unused = [...leftover, ...(await unusedPieces(read, pieces, before()))]
      return {
        compared: [`${count} files`, `${bytes} bytes`],
        faults: unused.map(({ name, size }) => `${name} (${size} bytes): not used by any file`),
        notes: [],
      }
    },
    async fix(store) {
      if (files !== null && pieces !== null) await sweepFiles(store, { files, pieces }, before())
    },
  }
}
