import type { Services } from '#core/services.ts'
import type { Reader } from '#store/store.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { COMMIT_NAME, privateEmail, settingsOfAccount } from '../catalogue/personal-settings.ts'
import { unitRanges } from '../catalogue/units-in-portions.ts'
import type { Author } from './copy.ts'

const AT_ONCE = 500

/** The last author of a string, or the automation that changed it. */
export interface Authorship {
  readonly account: number | null
  readonly addon: string | null
}

/** Names of automations by change action. */
const AUTOMATIONS: Readonly<Record<number, string>> = {
  [ACTION.automatic]: 'Automatic translation',
  [ACTION.bulkChanged]: 'Bulk edit',
}

/** The last author of each string. */
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
        authors.set(unit_id, { account, addon: account === null ? (AUTOMATIONS[action] ?? null) : null })
  }
  return authors
}

const FROM_REPOSITORY: readonly number[] = [ACTION.updatedInRepository, ACTION.addedInRepository]

/** Strings of a translation that were last written here, not imported from the repository. */
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

/** Whether a string of these components was written here at or after a time, in microseconds. */
export async function writtenSince(db: Reader, components: readonly number[], since: number): Promise<boolean> {
  const rows = await db
    .selectFrom('translation_change')
    .select('id')
    .where('component_id', 'in', components)
    .where('timestamp', '>=', since)
    .where('is_content', '=', 1)
    .where('action', 'not in', FROM_REPOSITORY)
    .limit(1)
    .execute()
  return rows.length > 0
}

const unitsBetween = (db: Reader, translation: number, behind: number, upTo: number) =>
  db
    .selectFrom('unit')
    .select('id')
    .where('translation_id', '=', translation)
    .where('id', '>', behind)
    .where('id', '<=', upTo)

/** The site as author of changes without an account. */
export const siteAuthor = ({ config, face }: Pick<Services, 'config' | 'face'>): Author => ({
  name: face.current.name,
  email: `noreply@${new URL(config.siteUrl).hostname}`,
})

/** The commit author for an account, with a noreply address when it has no email. */
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
  const nowhere = privateEmail(row.name, services.config.siteUrl)
  const { commit_email, commit_name } = await settingsOfAccount(db, account!)
  const name =
    commit_name === COMMIT_NAME.private ? `${siteAuthor(services).name} user ${account}` : row.real_name || row.name
  return { name, email: commit_email === nowhere ? nowhere : row.email || nowhere }
}
