import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'

const SAMPLE = 256 * 1024

/** What tells one file from another, whatever its name: its size, its beginning and its end. */
export async function fingerprint(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const head = Buffer.alloc(Math.min(SAMPLE, size))
    await handle.read(head, 0, head.length, 0)
    const tail = Buffer.alloc(Math.min(SAMPLE, size))
    await handle.read(tail, 0, tail.length, size - tail.length)
    return hash('sha256', Buffer.concat([Buffer.from(`${size}:`), head, tail]), 'hex')
  } finally {
    await handle.close()
  }
}

/** How far an import has come with one source. It is written in the transaction that writes the rows it speaks of. */
export interface Checkpoint<Position, Summary> {
  readonly position: Position
  readonly summary: Summary
  readonly finished: boolean
}

export async function readCheckpoint<Position, Summary>(
  db: Reader,
  source: string,
): Promise<Checkpoint<Position, Summary> | undefined> {
  const row = await db.selectFrom('import_checkpoint').selectAll().where('source', '=', source).executeTakeFirst()
  if (row === undefined) return undefined
  return {
    position: JSON.parse(row.position) as Position,
    summary: JSON.parse(row.summary) as Summary,
    finished: row.finished_at !== null,
  }
}

export async function writeCheckpoint(
  tx: Writer,
  clock: Clock,
  source: string,
  kind: string,
  { position, summary, finished }: Checkpoint<unknown, unknown>,
): Promise<void> {
  const values = {
    kind,
    position: JSON.stringify(position),
    summary: JSON.stringify(summary),
    finished_at: finished ? seconds(clock) : null,
  }
  await tx
    .insertInto('import_checkpoint')
    .values({ source, ...values })
    .onConflict(conflict => conflict.column('source').doUpdateSet(values))
    .execute()
}
