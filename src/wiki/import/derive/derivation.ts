import type { Clock } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { linkTables } from '../../content/link-rows.ts'
import { readCheckpoint, writeCheckpoint } from '../checkpoints.ts'
import type { LinkTable } from './store-links.ts'

/** The name under which it is noted how far the derivation came. */
const SOURCE = 'derived'

/** What is still to be derived from the imported rows, and how far that is. */
export interface Derivation {
  /** Whether links are to be harvested from texts. */
  readonly links: boolean
  /** Links of an earlier derivation are there and must make room. */
  readonly again: boolean
  /** The search index has entries of an earlier derivation. */
  readonly indexed: boolean
  /** The last page that is done. */
  readonly after: number
}

/** Notes, before anything is imported, that something has to be derived when all is there. */
export async function requestDerivation(
  tx: Writer,
  clock: Clock,
  { links }: { readonly links: boolean },
): Promise<void> {
  const known = await readCheckpoint<Derivation, object>(tx, SOURCE)
  const before = known?.position ?? { links: false, again: false, indexed: false, after: 0 }
  const finished = known?.finished ?? true
  const position: Derivation = {
    links: links || (!finished && before.links),
    again: before.links && (finished || before.again || before.after > 0),
    indexed: known !== undefined && (finished || before.indexed || before.after > 0),
    after: 0,
  }
  await writeCheckpoint(tx, clock, SOURCE, 'derive', { position, summary: {}, finished: false })
}

export async function openDerivation(db: Reader): Promise<Derivation | undefined> {
  const known = await readCheckpoint<Derivation, object>(db, SOURCE)
  return known === undefined || known.finished ? undefined : known.position
}

export async function noteDerivation(tx: Writer, clock: Clock, position: Derivation, finished: boolean): Promise<void> {
  await writeCheckpoint(tx, clock, SOURCE, 'derive', { position, summary: {}, finished })
}

/** Names of all tables that SQL dumps declared, whether they had rows or not. */
export async function declaredTables(db: Reader): Promise<Set<string>> {
  const rows = await db.selectFrom('import_checkpoint').where('kind', '=', 'sql').select('position').execute()
  return new Set(rows.flatMap(({ position }) => storedObject<{ declared: string[] }>(position).declared ?? []))
}

/** The link tables that no dump brought. */
export function missingLinkTables(declared: ReadonlySet<string>): Set<LinkTable> {
  const names = Object.keys(linkTables) as LinkTable[]
  return new Set(names.filter(name => !declared.has(name)))
}
