import type { Clock } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { linkTables } from '../../content/link-rows.ts'
import { readCheckpoint, writeCheckpoint } from '../checkpoints.ts'
import type { LinkTable } from './store-links.ts'

/** Checkpoint name of the derivation. */
const SOURCE = 'derived'

/** The derivation still to do after an import, and its progress. */
export interface Derivation {
  /** Whether to extract links from texts. */
  readonly links: boolean
  /** Whether to remove the links of an earlier derivation. */
  readonly again: boolean
  /** Whether the search index has entries of an earlier derivation. */
  readonly indexed: boolean
  /** ID of the last page done. */
  readonly after: number
}

/** Records, before the import, that a derivation is needed afterwards. */
export async function requestDerivation(
  tx: Writer,
  clock: Clock,
  { links }: { readonly links: boolean },
): Promise<void> {
  const checkpoint = await readCheckpoint<Derivation, object>(tx, SOURCE)
  const before = checkpoint?.position ?? { links: false, again: false, indexed: false, after: 0 }
  const finished = checkpoint?.finished ?? true
  const position: Derivation = {
    links: links || (!finished && before.links),
    again: before.links && (finished || before.again || before.after > 0),
    indexed: checkpoint !== undefined && (finished || before.indexed || before.after > 0),
    after: 0,
  }
  await writeCheckpoint(tx, clock, SOURCE, 'derive', { position, summary: {}, finished: false })
}

export async function openDerivation(db: Reader): Promise<Derivation | undefined> {
  const checkpoint = await readCheckpoint<Derivation, object>(db, SOURCE)
  return checkpoint === undefined || checkpoint.finished ? undefined : checkpoint.position
}

export async function noteDerivation(tx: Writer, clock: Clock, position: Derivation, finished: boolean): Promise<void> {
  await writeCheckpoint(tx, clock, SOURCE, 'derive', { position, summary: {}, finished })
}

/** All tables declared by SQL dumps, with or without rows. */
export async function declaredTables(db: Reader): Promise<Set<string>> {
  const rows = await db.selectFrom('import_checkpoint').where('kind', '=', 'sql').select('position').execute()
  return new Set(rows.flatMap(({ position }) => storedObject<{ declared: string[] }>(position).declared ?? []))
}

/** Link tables that no dump contained. */
export function missingLinkTables(declared: ReadonlySet<string>): Set<LinkTable> {
  const names = Object.keys(linkTables) as LinkTable[]
  return new Set(names.filter(name => !declared.has(name)))
}
