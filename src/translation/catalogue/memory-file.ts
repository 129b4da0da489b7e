import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { hash64 } from './forms.ts'
import { inScope, type MemoryScope } from './memory-scope.ts'
import type { Work } from './work.ts'

/** An entry in a memory file, with Weblate's member names. */
export interface MemoryEntry {
  readonly source: string
  readonly target: string
  readonly source_language: string
  readonly target_language: string
  readonly origin: string
}

/** Why a file cannot be read as a translation memory. */
export class MemoryFileError extends Error {}

const BATCH = 1000
export const MAX_ENTRIES = 200_000
export const MAX_BYTES = 50 * 1024 * 1024
export const MAX_TEXT = 20_000

/** All memory entries of a scope, in batches. */
export async function* memoryOf(db: Reader, scope: MemoryScope): AsyncGenerator<MemoryEntry[]> {
  const codes = await languageCodes(db)
  for (let behind = 0; ; ) {
    const rows = await db
      .selectFrom('memory')
      .select(['id', 'source', 'target', 'source_language_id', 'target_language_id', 'origin'])
      .where(inScope(scope))
      .where('id', '>', behind)
      .orderBy('id')
      .limit(BATCH)
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

/** Parses a JSON list of entries with source, target, source_language and target_language. */
export function readMemoryFile(content: Buffer): MemoryEntry[] {
  if (content.length > MAX_BYTES) throw new MemoryFileError(`The file is larger than ${MAX_BYTES / 1024 / 1024} MB.`)
  let list: unknown
  try {
    list = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    throw new MemoryFileError('The file is not valid JSON in UTF-8.')
  }
  if (!Array.isArray(list)) throw new MemoryFileError('The file must contain a list of entries.')
  if (list.length > MAX_ENTRIES) throw new MemoryFileError(`The file has more than ${MAX_ENTRIES} entries.`)
  return list.map((each: Partial<MemoryEntry> | null, i) => {
    const text = (name: keyof MemoryEntry): string => {
      const value = each?.[name]
      if (typeof value !== 'string' || value === '' || value.length > MAX_TEXT)
        throw new MemoryFileError(`Entry ${i + 1} needs a "${name}" of 1 to ${MAX_TEXT} characters.`)
      if (value.includes('\0') || !value.isWellFormed())
        throw new MemoryFileError(`The "${name}" of entry ${i + 1} contains a character that cannot be stored.`)
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

/** Imports entries into the memory of a scope, skipping those it already has, and returns how many are new. */
export async function learn(
  work: Work,
  scope: Exclude<MemoryScope, 'everything'>,
  entries: readonly MemoryEntry[],
  origin: string,
): Promise<number> {
  const ids = new Map([...(await languageCodes(work.tx))].map(([id, code]) => [code, id]))
  const idOf = (code: string): number => {
    const id = ids.get(code)
    if (id === undefined) throw new MemoryFileError(`There is no language "${code.slice(0, 50)}".`)
    return id
  }
  const owner = {
    project_id: scope !== 'site' && 'project' in scope ? scope.project : null,
    account_id: scope !== 'site' && 'account' in scope ? scope.account : null,
    shared: scope === 'site' ? 1 : 0,
  }
  let added = 0
  for (let i = 0; i < entries.length; i += BATCH / 2) {
    const portion = entries.slice(i, i + BATCH / 2).map(entry => ({
      source: entry.source,
      target: entry.target,
      source_hash: hash64(entry.source),
      source_chars: [...entry.source].length,
      source_language_id: idOf(entry.source_language),
      target_language_id: idOf(entry.target_language),
      origin,
      ...owner,
      from_file: 1,
      created_at: work.now,
    }))
    const existing = await work.tx
      .selectFrom('memory')
      .select(['source_hash', 'target', 'target_language_id'])
      .where('source_hash', 'in', [...new Set(portion.map(each => each.source_hash))])
      .where(inScope(scope))
      .execute()
    const seen = new Set(existing.map(keyOf))
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
