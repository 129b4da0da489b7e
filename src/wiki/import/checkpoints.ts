import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Store, Writer } from '#store/store.ts'
import { type FileProof, fitsProof, identify } from './file-identity.ts'

/** Progress of an import with one source, written in the same transaction as the rows it covers. */
interface Checkpoint<Position, Summary> {
  readonly position: Position
  readonly summary: Summary
  readonly finished: boolean
}

/** A file being imported, with its checkpoint name and the checkpoint of an earlier import. */
interface Source<Position, Summary> {
  readonly name: string
  readonly known: Checkpoint<Position, Summary> | undefined
}

/**
 * Finds the checkpoint of a file. A file that was truncated at the time and is now
 * complete counts as the same file, so its import resumes.
 */
export async function openSource<Position extends { readonly proof?: FileProof }, Summary>(
  store: Store,
  file: string,
): Promise<Source<Position, Summary>> {
  const { head, whole } = await identify(file)
  const name = `${head}:${whole}`
  const checkpoint = await readCheckpoint<Position, Summary>(store.read, name)
  if (checkpoint !== undefined) return { name, known: checkpoint }
  const others = await store.read
    .selectFrom('import_checkpoint')
    .where('source', 'like', `${head}:%`)
    .where('finished_at', 'is', null)
    .select('source')
    .execute()
  for (const { source } of others) {
    const other = await readCheckpoint<Position, Summary>(store.read, source)
    if (other === undefined || !(await fitsProof(file, other.position.proof))) continue
    await store.transaction(tx =>
      tx.updateTable('import_checkpoint').set({ source: name }).where('source', '=', source).execute(),
    )
    return { name, known: other }
  }
  return { name, known: undefined }
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
