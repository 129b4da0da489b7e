import { sql } from 'kysely'
import type { Caller } from '#accounts/caller.ts'
import { optionsOf } from '#accounts/options.ts'
import { seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { PageName } from '../content/pages.ts'
import { subjectOf, talkOf } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { sweepWatchesLater } from './sweep-watches.ts'

export type WatchWish = 'watch' | 'unwatch' | 'preferences' | 'nochange'

/** The preference to apply; creations and uploads have their own. */
type Preference = 'watchdefault' | 'watchcreations' | 'watchuploads'

/** Whether the user will watch the page after changing it. */
export async function willWatch(
  wiki: Wiki,
  caller: Caller,
  page: PageName,
  choice: WatchWish,
  isNew: boolean,
  ofNew: readonly Preference[] = ['watchcreations', 'watchdefault'],
): Promise<boolean> {
  if (choice === 'watch' || choice === 'unwatch') return choice === 'watch'
  if (caller.account && (await isWatching(wiki.db, caller.account.id, page, Math.floor(wiki.clock.now() / 1000))))
    return true
  return choice === 'preferences' && (await prefers(wiki, caller, isNew ? ofNew : ['watchdefault']))
}

/** Bots never watch pages automatically. */
async function prefers({ db, site }: Wiki, { account, can }: Caller, names: readonly Preference[]): Promise<boolean> {
  if (can('bot')) return false
  const own = account ? await optionsOf(db, account.id) : new Map<string, string | null>()
  const presets = (site.info.defaultoptions ?? {}) as Partial<Record<string, unknown>>
  return names.some(name => isOn(own.get(name) ?? presets[name] ?? 1))
}

const isOn = (value: unknown): boolean => Boolean(value) && value !== '0'

/** Whether the user watches the page and the watch has not expired. */
export async function isWatching(
  db: Reader,
  accountId: number,
  { ns, title }: PageName,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('watch')
    .where('account_id', '=', accountId)
    .where('ns', '=', ns)
    .where('title', '=', title)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

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
  const namespaces = [...new Set([subjectOf(ns), talkOf(ns)])]
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

/** Marks the page as unseen for the others who watch it. */
export async function notifyWatchers(tx: Writer, caller: Caller, { ns, title }: PageName, at: number): Promise<void> {
  const watching = tx.updateTable('watch').set({ notified_at: at }).where('ns', '=', ns).where('title', '=', title)
  await watching
    .where('notified_at', 'is', null)
    .where('account_id', '!=', caller.account?.id ?? 0)
    .execute()
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
