import { nullable } from '#fields/field.ts'
import { boolean, integer, text } from '#fields/kinds.ts'
import { hash64 } from '../catalogue/forms.ts'
import type { Work } from '../catalogue/work.ts'
import type { Tally } from '../import-steps/tally.ts'
import { type Importing, isInvalid, overPages, parsed, usual, withSize } from './context.ts'

const entryFields = {
  source: text({ verbatim: true, max: 20_000 }),
  target: text({ verbatim: true, max: 20_000 }),
  source_language: integer(),
  target_language: integer(),
  origin: usual(text({ blank: true, verbatim: true }), ''),
  project: usual(nullable(integer()), null),
  from_file: usual(boolean(), false),
  shared: usual(boolean(), false),
}

/** Translation memory of the imported projects, and the shared one. */
export async function importMemory(importing: Importing): Promise<void> {
  let read = 0
  await overPages(importing, 'memory', withSize('memory/', importing.pageSize), {
    prepare: async ({ count, results }) => {
      read += results.length
      importing.progress.report({ task: 'memory', done: read, total: Math.max(count, read), unit: 'entries' })
      return results
    },
    store: async (piece, tally, rows) => {
      const codes = await piece.tx.selectFrom('translation_language').select(['id', 'code']).execute()
      const languages = new Map(codes.map(each => [each.code, each.id]))
      for (const row of rows) await storeEntry(importing, piece, languages, row, tally)
    },
  })
}

async function storeEntry(
  importing: Importing,
  { tx, now }: Work,
  languages: ReadonlyMap<string, number>,
  row: unknown,
  tally: Tally,
): Promise<void> {
  const entry = parsed(entryFields, row)
  const skip = (skipped: string) => tally.add('memory entries', { skipped })
  if (isInvalid(entry)) return skip(entry.invalid)
  const [source, target] = [entry.source_language, entry.target_language].map(id =>
    languages.get(importing.languages.get(id) ?? ''),
  )
  if (source === undefined || target === undefined) return skip('their language is not known here')
  const project = entry.project === null ? null : importing.projects.get(entry.project)
  if (project === undefined) return skip('their project was not imported')
  if (project === null && !entry.shared) return skip('personal entries stay with their owners')
  const source_hash = hash64(entry.source)
  const same = await tx
    .selectFrom('memory')
    .select(['project_id', 'shared'])
    .where('source_hash', '=', source_hash)
    .where('target', '=', entry.target)
    .where('source_language_id', '=', source)
    .where('target_language_id', '=', target)
    .execute()
  if (same.some(each => each.project_id === project && (project !== null || each.shared === 1)))
    return tally.add('memory entries', 'unchanged')
  await tx
    .insertInto('memory')
    .values({
      source: entry.source,
      target: entry.target,
      source_hash,
      source_chars: [...entry.source].length,
      source_language_id: source,
      target_language_id: target,
      origin: entry.origin,
      project_id: project,
      account_id: null,
      from_file: Number(entry.from_file),
      shared: Number(entry.shared),
      created_at: now,
    })
    .execute()
  tally.add('memory entries', 'created')
}
