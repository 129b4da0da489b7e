import type { EntryRow } from './entry.ts'
import { ChainCheck, type Checkpoint, type Verified } from './verify.ts'

/** Checks an export without the database. It may begin at any entry, but must not leave any out. */
export async function verifyLines(
  lines: AsyncIterable<string>,
  checkpoints: readonly Checkpoint[] = [],
): Promise<Verified> {
  const known = new Map(checkpoints.map(({ seq, hash }) => [seq, hash]))
  let check: ChainCheck | null = null
  let first = 0
  const answer = (broken: Verified['broken']): Verified => ({
    entries: check?.entries ?? 0,
    head: check?.end ?? { seq: 0, hash: '' },
    broken,
    tooOld: checkpoints.filter(({ seq }) => seq < first),
  })
  let number = 0
  for await (const line of lines) {
    number += 1
    if (line === '') continue
    const row = rowIn(line, number)
    if (check === null) {
      first = row.seq
      check = new ChainCheck({ seq: row.seq - 1, hash: row.previous })
    }
    const broken = check.next(row)
    if (broken !== null) return answer(broken)
    if (known.has(row.seq) && known.get(row.seq) !== row.hash) return answer({ seq: row.seq, fault: 'checkpoint' })
  }
  return answer(null)
}

const TEXTS = ['category', 'event', 'actor', 'subject', 'address', 'data', 'previous', 'hash'] as const

function rowIn(line: string, number: number): EntryRow {
  const problem = new Error(`Line ${number} is not an entry of an audit log in JSON Lines.`)
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line) as Record<string, unknown>
  } catch {
    throw problem
  }
  const isEntry =
    typeof entry === 'object' &&
    entry !== null &&
    Number.isSafeInteger(entry.seq) &&
    (entry.account_id === null || Number.isSafeInteger(entry.account_id)) &&
    TEXTS.every(name => typeof entry[name] === 'string')
  const [at, sealed_at] = [Date.parse(String(entry?.at)) / 1000, Date.parse(String(entry?.sealed_at)) / 1000]
  if (!isEntry || Number.isNaN(at) || Number.isNaN(sealed_at)) throw problem
  return { ...(entry as unknown as EntryRow), at, sealed_at }
}
