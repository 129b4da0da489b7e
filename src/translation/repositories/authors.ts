import type { Services } from '#core/services.ts'
import type { Reader } from '#store/store.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { unitRanges } from '../catalogue/units-in-portions.ts'
import type { Author } from './copy.ts'

const AT_ONCE = 500

/** Who last wrote a string, or what did it by itself. */
export interface Authorship {
  readonly account: number | null
  readonly addon: string | null
}

/** What the site does to strings by itself, by what the list of changes calls it. */
const BY_ITSELF: Readonly<Record<number, string>> = {
  [ACTION.automatic]: 'Automatic translation',
  [ACTION.bulkChanged]: 'Bulk edit',
}

/** Who last wrote each of these strings. */
export async function authorsOf(db: Reader, units: readonly number[]): Promise<Map<number, Authorship>> {
  const authors = new Map<number, Authorship>()
  for (let i = 0; i < units.length; i += AT_ONCE) {
    const rows = await db
      .selectFrom('translation_change')
      .select(['unit_id', 'author_id', 'action'])
      .where('unit_id', 'in', units.slice(i, i + AT_ONCE))
      .where('is_content', '=', 1)
      .orderBy('timestamp')
      .orderBy('id')
      .execute()
    for (const { unit_id, author_id: account, action } of rows)
      if (unit_id !== null)
        authors.set(unit_id, { account, addon: account === null ? (BY_ITSELF[action] ?? null) : null })
  }
  return authors
}

const FROM_REPOSITORY: readonly number[] = [ACTION.updatedInRepository, ACTION.addedInRepository]

/** Which strings of a translation have texts that were written here, and were not brought by the repository. */
export async function writtenHere(db: Reader, translation: number): Promise<Set<number>> {
  const written = new Set<number>()
  for await (const { behind, upTo } of unitRanges(db, translation, AT_ONCE)) {
    const changes = await db
      .selectFrom('translation_change')
      .select(['unit_id', 'action'])
      .where('unit_id', 'in', unitsBetween(db, translation, behind, upTo))
      .where('is_content', '=', 1)
      .orderBy('timestamp')
      .orderBy('id')
      .execute()
    for (const { unit_id, action } of changes)
      if (FROM_REPOSITORY.includes(action)) written.delete(unit_id!)
      else written.add(unit_id!)
  }
  return written
}

const unitsBetween = (db: Reader, translation: number, behind: number, upTo: number) =>
  db
    .selectFrom('unit')
    .select('id')
    .where('translation_id', '=', translation)
    .where('id', '>', behind)
    .where('id', '<=', upTo)

/** The site itself, for what nobody in particular did. */
export const siteAuthor = ({ config }: Pick<Services, 'config'>): Author => ({
  name: config.siteName ?? 'Parlance',
  email: `noreply@${new URL(config.siteUrl).hostname}`,
})

/** How commits name somebody; whoever gave no address gets one that leads nowhere. */
export async function authorNamed(
  services: Services,
  account: number | null,
  db: Reader = services.store.read,
): Promise<Author> {
  const row =
    account === null
      ? undefined
      : await db
          .selectFrom('account')
          .select(['name', 'real_name', 'email'])
          .where('id', '=', account)
          .executeTakeFirst()
  if (row === undefined) return siteAuthor(services)
  const nowhere = `${row.name.replace(/[^\w.-]+/g, '.')}@users.noreply.${new URL(services.config.siteUrl).hostname}`
  return { name: row.real_name || row.name, email: row.email || nowhere }
}
