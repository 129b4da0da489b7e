import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { hash64 } from './forms.ts'
import type { Work } from './work.ts'

/** An entry as it stands in a file: the names are those that Weblate writes. */
export interface MemoryEntry {
  readonly source: string
  readonly target: string
  readonly source_language: string
  readonly target_language: string
  readonly origin: string
}

/** The file can not be read as a memory; says why. */
export class MemoryFileError extends Error {}

const ROWS_AT_ONCE = 1000
const MOST_ENTRIES = 200_000
const MOST_BYTES = 50 * 1024 * 1024
const LONGEST_TEXT = 20_000

/** All that a project remembers, a portion at a time. */
export async function* memoryOf(db: Reader, project: number): AsyncGenerator<MemoryEntry[]> {
  const codes = await languageCodes(db)
  for (let behind = 0; ; ) {
    const rows = await db
      .selectFrom('memory')
      .select(['id', 'source', 'target', 'source_language_id', 'target_language_id', 'origin'])
      .where('project_id', '=', project)
      .where('id', '>', behind)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    if (rows.length === 0) return
    yield rows.map(row => ({
      source: row.source,
      target: row.target,
      source_language: codes.get(row.source_language_id) ?? '',
      target_language: codes.get(row.target_language_id) ?? '',
      origin: row.origin,
    }))
    behind = rows.at(-1)!.id
  }
}

const languageCodes = async (db: Reader): Promise<Map<number, string>> =>
  new Map(
    (await db.selectFrom('translation_language').select(['id', 'code']).execute()).map(each => [each.id, each.code]),
  )

/** Reads a file of JSON: a list of entries with source, target, source_language and target_language. */
export function readMemoryFile(content: Buffer): MemoryEntry[] {
  if (content.length > MOST_BYTES) throw new MemoryFileError(`The file is larger than ${MOST_BYTES / 1024 / 1024} MB.`)
  let list: unknown
  try {
    list = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    throw new MemoryFileError('This is no JSON file in UTF-8.')
  }
  if (!Array.isArray(list)) throw new MemoryFileError('The file must hold a list of entries.')
  if (list.length > MOST_ENTRIES) throw new MemoryFileError(`The file has more than ${MOST_ENTRIES} entries.`)
  return list.map((each: Partial<MemoryEntry> | null, i) => {
    const text = (name: keyof MemoryEntry): string => {
      const value = each?.[name]
      if (typeof value !== 'string' || value === '' || value.length > LONGEST_TEXT)
        throw new MemoryFileError(
          `Entry ${i + 1} has no proper "${name}": a text of at most ${LONGEST_TEXT} characters.`,
        )
      if (value.includes('\0') || !value.isWellFormed())
        throw new MemoryFileError(`"${name}" of entry ${i + 1} holds a character that can not be stored.`)
      return value
    }
    return {
      source: text('source'),
      target: text('target'),
      source_language: text('source_language'),
      target_language: text('target_language'),
      origin: typeof each?.origin === 'string' ? each.origin.slice(0, 200) : '',
    }
  })
}

/** Takes entries into the memory of a project. What it knows already is not kept twice; the answer is how many are new. */
export async function learn(
  work: Work,
  project: number,
  entries: readonly MemoryEntry[],
  origin: string,
): Promise<number> {
  const ids = new Map([...(await languageCodes(work.tx))].map(([id, code]) => [code, id]))
  const idOf = (code: string): number => {
    const id = ids.get(code)
    if (id === undefined) throw new MemoryFileError(`There is no language "${code.slice(0, 50)}".`)
    return id
  }
  let added = 0
  for (let i = 0; i < entries.length; i += ROWS_AT_ONCE / 2) {
    const portion = entries.slice(i, i + ROWS_AT_ONCE / 2).map(entry => ({
      source: entry.source,
      target: entry.target,
      source_hash: hash64(entry.source),
      source_chars: [...entry.source].length,
      source_language_id: idOf(entry.source_language),
      target_language_id: idOf(entry.target_language),
      origin,
      project_id: project,
      account_id: work.account,
      from_file: 1,
      created_at: work.now,
    }))
    const known = await work.tx
      .selectFrom('memory')
      .select(['source_hash', 'target', 'target_language_id', 'project_id'])
      .where('source_hash', 'in', [...new Set(portion.map(each => each.source_hash))])
      .execute()
    const seen = new Set(known.filter(each => each.project_id === project).map(keyOf))
    const fresh = portion.filter(each => !seen.has(keyOf(each)) && seen.add(keyOf(each)))
    for (let at = 0; at < fresh.length; at += 100)
      await work.tx
        .insertInto('memory')
        .values(fresh.slice(at, at + 100))
        .execute()
    added += fresh.length
    await breathe()
  }
  return added
}

const keyOf = (entry: { source_hash: string; target: string; target_language_id: number }): string =>
  `${entry.source_hash} ${entry.target_language_id} ${entry.target}`
