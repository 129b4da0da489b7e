import type { Reader, Store } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { type Head, readHead } from './chain.ts'
import { type EntryRow, hashOf } from './entry.ts'

/** The hash that an entry had at some time, noted outside the database. */
export interface Checkpoint {
  readonly seq: number
  readonly hash: string
}

/** Why the chain is broken at an entry. */
export type Fault = 'altered' | 'missing' | 'unlinked' | 'inserted' | 'truncated' | 'anchor' | 'checkpoint'

/** What is wrong with an entry, after "entry 7 of the audit log". */
export const FAULTS: Readonly<Record<Fault, string>> = {
  altered: 'was changed after it was sealed',
  missing: 'is missing',
  unlinked: 'does not follow the entry before it',
  inserted: 'was added outside the chain',
  truncated: 'and possibly later ones were removed from the end',
  anchor: 'is now the first one, but no retention entry explains why the ones before it are gone',
  checkpoint: 'differs from the checkpoint',
}

export interface Verified {
  /** How many entries were checked. */
  readonly entries: number
  readonly head: Checkpoint
  /** The first broken entry. */
  readonly broken: { readonly seq: number; readonly fault: Fault } | null
  /** Checkpoints of entries that were deleted because they were old. */
  readonly tooOld: readonly Checkpoint[]
}

const PORTION = 1000

export const PRUNED = 'entries-pruned'

/** Checks entries one after the other, from a known hash on. */
export class ChainCheck {
  #seq: number
  #hash: string
  entries = 0

  constructor(from: Checkpoint) {
    this.#seq = from.seq
    this.#hash = from.hash
  }

  get end(): Checkpoint {
    return { seq: this.#seq, hash: this.#hash }
  }

  /** Returns what is wrong with the next entry, or null. */
  next(row: EntryRow): { seq: number; fault: Fault } | null {
    const expected = this.#seq + 1
    if (row.seq > expected) return { seq: expected, fault: 'missing' }
    if (row.seq < expected) return { seq: row.seq, fault: 'inserted' }
    if (hashOf(row) !== row.hash) return { seq: row.seq, fault: 'altered' }
    if (row.previous !== this.#hash) return { seq: row.seq, fault: 'unlinked' }
    this.#seq = row.seq
    this.#hash = row.hash
    this.entries += 1
    return null
  }
}

/**
 * Checks the chain from its beginning, or only its newest entries, and stops at the first fault. Anyone who can write to
 * the database could build a new chain: only checkpoints kept elsewhere show that.
 */
export async function verifyChain(db: Reader, options: VerifyOptions = {}): Promise<Verified> {
  for (;;) {
    const head = await readHead(db)
    const verified = await verifyFrom(db, head, options)
    // Old entries may have been deleted meanwhile.
    if (verified.broken === null || (await readHead(db)).anchorSeq === head.anchorSeq) return verified
  }
}

interface VerifyOptions {
  readonly checkpoints?: readonly Checkpoint[]
  /** How many entries to check, from the end. */
  readonly newest?: number
}

async function verifyFrom(
  db: Reader,
  head: Head,
  { checkpoints = [], newest = Number.POSITIVE_INFINITY }: VerifyOptions,
): Promise<Verified> {
  const end = { seq: head.seq, hash: head.hash }
  const anchor = { seq: head.anchorSeq, hash: head.anchorHash }
  const tooOld = checkpoints.filter(({ seq }) => seq < anchor.seq)
  const known = new Map(checkpoints.map(({ seq, hash }) => [seq, hash]))
  const start = head.seq - newest > anchor.seq ? await entryAt(db, head.seq - newest) : anchor
  const check = new ChainCheck(start ?? { seq: head.seq - newest, hash: '' })
  const answer = (broken: Verified['broken']): Verified => ({ entries: check.entries, head: end, broken, tooOld })
  if (known.has(anchor.seq) && known.get(anchor.seq) !== anchor.hash)
    return answer({ seq: anchor.seq, fault: 'checkpoint' })
  let pruned: EntryRow | null = null
  for (let below = start === anchor ? -1 : check.end.seq; ; ) {
    const rows = await portion(db, below, head)
    for (const row of rows) {
      const broken = check.next(row)
      if (broken !== null) return answer(broken)
      if (known.has(row.seq) && known.get(row.seq) !== row.hash) return answer({ seq: row.seq, fault: 'checkpoint' })
      if (row.event === PRUNED && row.category === 'log') pruned = row
    }
    if (rows.length < PORTION) break
    below = rows.at(-1)!.seq
  }
  return answer(faultAtEnd(check, head, checkpoints) ?? (start === anchor ? faultOfAnchor(anchor, pruned) : null))
}

function faultAtEnd({ end }: ChainCheck, head: Head, checkpoints: readonly Checkpoint[]): Verified['broken'] {
  if (end.seq < head.seq) return { seq: end.seq + 1, fault: 'truncated' }
  if (end.hash !== head.hash) return { seq: head.seq, fault: 'altered' }
  const cut = checkpoints.find(({ seq }) => seq > head.seq)
  return cut === undefined ? null : { seq: head.seq + 1, fault: 'truncated' }
}

/** The deletion of old entries is itself recorded, which distinguishes it from other deletions. */
function faultOfAnchor(anchor: Checkpoint, pruned: EntryRow | null): Verified['broken'] {
  const { until, hash } = pruned === null ? { until: 0, hash: '' } : storedObject<Record<string, unknown>>(pruned.data)
  return until === anchor.seq && hash === anchor.hash ? null : { seq: anchor.seq + 1, fault: 'anchor' }
}

/** Also beyond the head, where there should be none; but not what others append meanwhile. */
async function portion(db: Reader, after: number, head: Head): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .selectAll()
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(PORTION)
    .execute()
  if ((rows.at(-1)?.seq ?? 0) <= head.seq) return rows
  const { seq } = await readHead(db)
  return rows.filter(row => row.seq <= head.seq || row.seq > seq)
}

async function entryAt(db: Reader, seq: number): Promise<Checkpoint | null> {
  const row = await db.selectFrom('audit_entry').select(['seq', 'hash']).where('seq', '=', seq).executeTakeFirst()
  return row ?? null
}

/** For `parlance db check`. There is no fix: a broken chain stays visible. */
export const auditCheck = {
  name: 'audit log',
  async run({ primary }: Store) {
    const { entries, broken } = await verifyChain(primary)
    const compared = [`${entries} entries of the audit log`]
    const faults = broken === null ? [] : [`entry ${broken.seq} of the audit log ${FAULTS[broken.fault]}`]
    return { compared, faults, notes: [] }
  },
}
