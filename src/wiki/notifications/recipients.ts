import type { NewsRecipient } from '#core/news-source.ts'
import type { Services } from '#core/services.ts'
import type { LoggedChange } from '#events/change-log.ts'
import type { Reader } from '#store/store.ts'
import { actorsById } from '../content/actors.ts'
import type { PageName } from '../content/pages.ts'
import { type RevisionRow, selectRevisions } from '../content/revisions.ts'
import { LOG_RIGHTS } from '../site/hidden-parts.ts'
import { NS } from '../site/namespaces.ts'
import type { TextWiki } from '../wiki.ts'
import { choicesOfAll, type WikiKind } from './choices.ts'
import { isSignedOn, mentionedIn } from './mentions.ts'
import { addedBy } from './texts.ts'

/** A person affected by an event, before their preferences are applied. */
interface Concerned {
  readonly account: number
  readonly kind: WikiKind
}

/** An event on a page. `item` is a revision ID or a negative log ID. */
interface Happening {
  readonly item: number
  readonly minor: boolean
  readonly concerned: readonly Concerned[]
}

/** Recipients of a change log entry: each person once, by the first matching kind. */
export async function recipientsOf(
  services: Services,
  wiki: TextWiki,
  db: Reader,
  entry: LoggedChange,
  now: number,
): Promise<readonly NewsRecipient[]> {
  const happened = entry.kind === 'edit' ? await edit(services, wiki, db, entry) : await logged(db, entry)
  if (happened === null || happened.concerned.length === 0) return []
  const { item, minor } = happened
  const first = new Map<number, WikiKind>()
  for (const { account, kind } of happened.concerned)
    if (account !== entry.accountId && !first.has(account)) first.set(account, kind)
  const accounts = await reachable(db, [...first.keys()], now)
  const choices = await choicesOfAll(db, wiki.site, accounts)
  return accounts.flatMap(account => {
    const kind = first.get(account)!
    const { frequencies, minorEdits } = choices.get(account)!
    return minor && !minorEdits ? [] : [{ account, kind, frequency: frequencies[kind]!, item }]
  })
}

async function edit(
  services: Services,
  wiki: TextWiki,
  db: Reader,
  { data, accountId }: LoggedChange,
): Promise<Happening | null> {
  const revision = await selectRevisions(db).where('revision.id', '=', Number(data.revision)).executeTakeFirst()
  // Deleted since then, so there is nothing to report.
  if (revision === undefined) return null
  const minor = revision.minor === 1
  if (await isNobodysNews(services, minor, accountId)) return null
  const concerned = [
    ...(await owner(db, revision)),
    ...(minor ? [] : await mentioned(wiki, db, revision)),
    ...(await watchers(db, revision, revision.timestamp, await toldBefore(db, revision))),
  ]
  return { item: revision.id, minor, concerned }
}

/** Minor edits by bots notify nobody, whatever their preferences. */
export const isNobodysNews = async (services: Services, minor: boolean, doer: number | null): Promise<boolean> =>
  minor && doer !== null && ((await services.callers.actingFor(doer))?.can('nominornewtalk') ?? false)

/** Moves, deletions and protections are reported to watchers too, unless the log is restricted. */
async function logged(db: Reader, { data }: LoggedChange): Promise<Happening | null> {
  if (typeof data.log !== 'number') return null
  const entry = await db.selectFrom('log').selectAll().where('id', '=', data.log).executeTakeFirst()
  if (entry === undefined || Object.hasOwn(LOG_RIGHTS, entry.type)) return null
  return { item: -entry.id, minor: false, concerned: await watchers(db, entry, entry.timestamp, null) }
}

/** The owner of a talk page. */
export async function owner(db: Reader, { ns, title }: PageName): Promise<Concerned[]> {
  if (ns !== NS.userTalk || title.includes('/')) return []
  return (await named(db, [title.replaceAll('_', ' ')])).map(account => ({ account, kind: 'WikiTalkPageNotification' }))
}

/** Users mentioned in a revision. */
export async function mentioned(wiki: TextWiki, db: Reader, revision: RevisionRow): Promise<Concerned[]> {
  if (!isSignedOn(revision.ns)) return []
  const author = (await actorsById(db, [revision.actor_id])).get(revision.actor_id)?.name ?? ''
  const lines = await addedBy(wiki, db, revision)
  const names = await mentionedIn(db, wiki.site, revision.page_id ?? 0, lines, author)
  return (await named(db, names)).map(account => ({ account, kind: 'WikiMentionNotification' }))
}

async function named(db: Reader, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return []
  const rows = await db.selectFrom('account').select('id').where('name', 'in', names).execute()
  return rows.map(row => row.id)
}

/** Watchers for whom this is the first unseen change: the others were already notified of an earlier one. */
async function watchers(
  db: Reader,
  { ns, title }: PageName,
  at: number,
  before: number | null | undefined,
): Promise<Concerned[]> {
  const rows = await db
    .selectFrom('watch')
    .select('account_id')
    .where('ns', '=', ns)
    .where('title', '=', title)
    .where('notified_at', '=', at)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .execute()
  return rows
    .filter(({ account_id }) => before === null || account_id === before)
    .map(({ account_id }) => ({ account: account_id, kind: 'WikiWatchedPageNotification' }))
}

/**
 * The author of another change within the same second, which already notified everyone else. Null when there was none;
 * undefined when its author has no account.
 */
async function toldBefore(db: Reader, { parent_id, timestamp }: RevisionRow): Promise<number | null | undefined> {
  if (!parent_id) return null
  const parent = await db
    .selectFrom('revision')
    .innerJoin('actor', 'actor.id', 'revision.actor_id')
    .select(['revision.timestamp', 'actor.account_id'])
    .where('revision.id', '=', parent_id)
    .executeTakeFirst()
  return parent?.timestamp === timestamp ? (parent.account_id ?? undefined) : null
}

const ACCOUNTS_AT_ONCE = 1000

/** The accounts that can receive email. */
async function reachable(db: Reader, accounts: readonly number[], now: number): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < accounts.length; i += ACCOUNTS_AT_ONCE) {
    const rows = await db
      .selectFrom('account')
      .select('id')
      .where('id', 'in', accounts.slice(i, i + ACCOUNTS_AT_ONCE))
      .where('is_active', '=', 1)
      .where('is_bot', '=', 0)
      .where('email', '<>', '')
      .where('email_confirmed_at', 'is not', null)
      .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .execute()
    found.push(...rows.map(row => row.id))
  }
  return found
}
