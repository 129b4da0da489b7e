import { sql } from 'kysely'
import type { Caller } from '#accounts/caller.ts'
import { optionsOf } from '#accounts/options.ts'
import { seconds } from '#store/clock.ts'
import { oncePerRequest } from '#store/request-reads.ts'
import { runLater } from '#store/run-later.ts'
import { StatementTexts } from '#store/run-text.ts'
import { statement } from '#store/statement.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { PageName } from '../content/pages.ts'
import { subjectOf, talkOf } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { sweepWatchesLater } from './sweep-watches.ts'

export type WatchWish = 'watch' | 'unwatch' | 'preferences' | 'nochange'

/** The preference to apply; creations and uploads have their own. */
type Preference = 'watchdefault' | 'watchcreations' | 'watchuploads'

interface Watching {
  /** Whether the user will watch the page after changing it. */
  readonly watched: boolean
  /** Whether the watchlist already says so. */
  readonly isStored: boolean
}

/** What the wish means for this user and page. */
export async function willWatch(
  wiki: Wiki,
  caller: Caller,
  page: PageName,
  choice: WatchWish,
  isNew: boolean,
  ofNew: readonly Preference[] = ['watchcreations', 'watchdefault'],
): Promise<Watching> {
  if (choice === 'watch' || choice === 'unwatch') return { watched: choice === 'watch', isStored: false }
  const stored = caller.account ? await watchedNamespaces(wiki.db, caller.account.id, page, seconds(wiki.clock)) : []
  if (stored.includes(page.ns)) return { watched: true, isStored: stored.length === namespacesOf(page.ns).length }
  const prefersTo = choice === 'preferences' && (await prefers(wiki, caller, isNew ? ofNew : ['watchdefault']))
  return { watched: prefersTo, isStored: false }
}

/** Bots never watch pages automatically. */
async function prefers({ db, site }: Wiki, { account, can }: Caller, names: readonly Preference[]): Promise<boolean> {
  if (can('bot')) return false
  const own = account ? await optionsOf(db, account.id) : new Map<string, string | null>()
  const presets = (site.info.defaultoptions ?? {}) as Partial<Record<string, unknown>>
  return names.some(name => isOn(own.get(name) ?? presets[name] ?? 1))
}

const isOn = (value: unknown): boolean => Boolean(value) && value !== '0'

/** A page is watched together with its talk page. */
const namespacesOf = (ns: number): number[] => [...new Set([subjectOf(ns), talkOf(ns)])]

const WATCHED = statement(db => db.selectFrom('watch').select(['ns', 'expires_at']))

const watchesOf = (db: Reader, accountId: number, { ns, title }: PageName) =>
  WATCHED.where('account_id', '=', accountId).where('title', '=', title).where('ns', 'in', namespacesOf(ns)).all(db)

/** Which of the page and its talk page the user watches, as namespaces. Expired watches do not count. */
export async function watchedNamespaces(db: Reader, accountId: number, page: PageName, now: number): Promise<number[]> {
  const read = () => watchesOf(db, accountId, page)
  const rows = await (db.isTransaction ? read() : oncePerRequest(`watches ${accountId} ${page.ns}:${page.title}`, read))
  return rows.filter(row => row.expires_at === null || row.expires_at > now).map(row => row.ns)
}

/** Whether the user watches the page and the watch has not expired. */
export const isWatching = async (db: Reader, accountId: number, page: PageName, now: number): Promise<boolean> =>
  (await watchedNamespaces(db, accountId, page, now)).includes(page.ns)

/**
 * Watches or unwatches a page together with its talk page. `until` is the expiry in Unix time, or null for never;
 * without it, an existing watch keeps its expiry.
 */
export async function setWatching(
  tx: Writer,
  wiki: Wiki,
  caller: Caller,
  { ns, title }: PageName,
  watched: boolean,
  until?: number | null,
): Promise<void> {
  if (caller.account === null) return
  const now = seconds(wiki.clock)
  const account_id = caller.account.id
  const namespaces = namespacesOf(ns)
  if (!watched) {
    // Without this right people cannot unwatch, but pages they edit are still added.
    if (!caller.can('editmywatchlist')) return
    const rows = tx.deleteFrom('watch').where('account_id', '=', account_id).where('title', '=', title)
    await rows.where('ns', 'in', namespaces).execute()
    return
  }
  await tx
    .insertInto('watch')
    .values(namespaces.map(each => ({ account_id, ns: each, title, notified_at: null, expires_at: until ?? null })))
    .onConflict(conflict =>
      conflict.columns(['account_id', 'ns', 'title']).doUpdateSet({
        expires_at: until === undefined ? sql`case when watch.expires_at > ${now} then watch.expires_at end` : until,
      }),
    )
    .execute()
  if (until) await sweepWatchesLater(tx, wiki, until)
}

/** Expiry of an existing watch; null when it never expires or there is none. */
export async function watchedUntil(db: Reader, caller: Caller, page: PageName): Promise<number | null> {
  if (caller.account === null) return null
  const row = await db
    .selectFrom('watch')
    .where('account_id', '=', caller.account.id)
    .where('ns', '=', page.ns)
    .where('title', '=', page.title)
    .select('expires_at')
    .executeTakeFirst()
  return row?.expires_at ?? null
}

const texts = new StatementTexts()

/** Marks the page as unseen for the others who watch it. */
export async function notifyWatchers(tx: Writer, caller: Caller, { ns, title }: PageName, at: number): Promise<void> {
  const text = texts.get(
    tx,
    'notify',
    mark => `update watch set notified_at = ${mark(1)}
      where ns = ${mark(2)} and title = ${mark(3)} and notified_at is null and account_id != ${mark(4)}`,
  )
  await runLater(tx, text, [at, ns, title, caller.account?.id ?? 0])
}

/** Copies the watches of a page and its talk page to another page. */
export async function copyWatches(tx: Writer, from: PageName, to: PageName): Promise<void> {
  const pairs = new Map([
    [subjectOf(from.ns), subjectOf(to.ns)],
    [talkOf(from.ns), talkOf(to.ns)],
  ])
  for (const [fromNs, toNs] of pairs) {
    const rows = await tx
      .selectFrom('watch')
      .where('ns', '=', fromNs)
      .where('title', '=', from.title)
      .select(['account_id', 'notified_at', 'expires_at'])
      .execute()
    for (const row of rows)
      await tx
        .insertInto('watch')
        .values({ ...row, ns: toNs, title: to.title })
        .onConflict(conflict => conflict.columns(['account_id', 'ns', 'title']).doNothing())
        .execute()
  }
}
