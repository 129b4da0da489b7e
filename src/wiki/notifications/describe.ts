import type { Account } from '#accounts/account.ts'
import type { Caller } from '#accounts/caller.ts'
import type { DescribedChange } from '#core/news-source.ts'
import type { Services } from '#core/services.ts'
import type { Reader } from '#store/store.ts'
import { actorsById } from '../content/actors.ts'
import type { PageName } from '../content/pages.ts'
import { selectRevisions } from '../content/revisions.ts'
import { summaryTexts } from '../content/summaries.ts'
import { canSee, canSeeInLog, LOG_RIGHTS } from '../site/hidden-parts.ts'
import { prefixedText } from '../site/title-format.ts'
import { fullUrl } from '../site/urls.ts'
import type { TextWiki } from '../wiki.ts'
import type { WikiKind } from './choices.ts'
import { addedBy } from './texts.ts'

/** Email subjects for log entries, by log type. */
const LOGGED: Readonly<Record<string, string>> = {
  'delete/delete': 'Page deleted',
  'delete/restore': 'Page restored',
  move: 'Page moved',
  protect: 'Page protected',
  upload: 'File uploaded',
}

const MICROSECONDS = 1_000_000

/** Email contents for revisions and (negative) log entries for one reader, in the order of the items. */
export async function describeItems(
  services: Services,
  wiki: TextWiki,
  db: Reader,
  kind: WikiKind,
  items: readonly number[],
  reader: Account,
  seenToo: boolean,
): Promise<readonly DescribedChange[]> {
  const caller = await services.callers.actingFor(reader.id)
  if (caller === null || !caller.can('read')) return []
  const found = [
    ...(await revisions(
      wiki,
      db,
      kind,
      items.filter(item => item > 0),
      caller,
    )),
    ...(await logEntries(
      wiki,
      db,
      items.flatMap(item => (item < 0 ? -item : [])),
      caller,
    )),
  ]
  const unseen = kind === 'WikiWatchedPageNotification' && !seenToo ? await unseenBy(db, reader.id, found) : found
  const byItem = new Map(unseen.map(({ told }) => [told.id, told]))
  return items.flatMap(item => byItem.get(item) ?? [])
}

interface Found {
  readonly page: PageName
  readonly told: DescribedChange
}

async function revisions(
  wiki: TextWiki,
  db: Reader,
  kind: WikiKind,
  ids: readonly number[],
  caller: Caller,
): Promise<Found[]> {
  if (ids.length === 0) return []
  const rows = await selectRevisions(db).where('revision.id', 'in', ids).execute()
  const actors = await actorsById(
    db,
    rows.map(row => row.actor_id),
  )
  const summaries = await summaryTexts(
    db,
    rows.map(row => row.summary_id),
  )
  const found: Found[] = []
  for (const row of rows) {
    const { ns, title, parent_id, deleted } = row
    if (!canSee(deleted, 'text', caller)) continue
    const texts: [string, string][] = []
    if (canSee(deleted, 'comment', caller)) texts.push(['Summary', summaries.get(row.summary_id) ?? ''])
    const isWatched = kind === 'WikiWatchedPageNotification'
    texts.push([isWatched ? 'Added text' : 'Message', (await addedBy(wiki, db, row)).join('\n')])
    const what =
      kind === 'WikiTalkPageNotification'
        ? 'New message on your talk page'
        : kind === 'WikiMentionNotification'
          ? 'You were mentioned'
          : parent_id
            ? 'Page changed'
            : 'Page created'
    const told: DescribedChange = {
      id: row.id,
      what,
      at: row.timestamp * MICROSECONDS,
      who: canSee(deleted, 'user', caller) ? (actors.get(row.actor_id)?.name ?? null) : null,
      where: whereabouts(wiki, row),
      link: fullUrl(wiki.site, { ns, dbkey: title }, parent_id ? `diff=${row.id}&oldid=${parent_id}` : ''),
      texts: texts.filter(([, text]) => text.trim() !== ''),
      thread: threadOf(wiki, row),
      mutes: `page/${row.page_id}`,
    }
    found.push({ page: row, told })
  }
  return found
}

async function logEntries(wiki: TextWiki, db: Reader, ids: readonly number[], caller: Caller): Promise<Found[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('log').selectAll().where('id', 'in', ids).execute()
  const actors = await actorsById(
    db,
    rows.map(row => row.actor_id),
  )
  const summaries = await summaryTexts(
    db,
    rows.map(row => row.summary_id),
  )
  return rows.flatMap((row): Found[] => {
    const { ns, title, type, action, deleted } = row
    if (Object.hasOwn(LOG_RIGHTS, type) || !canSeeInLog(deleted, 'text', caller)) return []
    const reason = canSeeInLog(deleted, 'comment', caller) ? (summaries.get(row.summary_id) ?? '') : ''
    const told: DescribedChange = {
      id: -row.id,
      what: LOGGED[`${type}/${action}`] ?? LOGGED[type] ?? 'Page changed',
      who: canSeeInLog(deleted, 'user', caller) ? (actors.get(row.actor_id)?.name ?? null) : null,
      where: whereabouts(wiki, row),
      link: fullUrl(wiki.site, { ns, dbkey: title }, ''),
      texts: reason.trim() === '' ? [] : [['Summary', reason]],
      at: row.timestamp * MICROSECONDS,
      thread: threadOf(wiki, row),
    }
    return [{ page: row, told }]
  })
}

const whereabouts = ({ site }: TextWiki, { ns, title }: PageName): string[] => [
  site.name,
  prefixedText(site, ns, title),
]

/** Groups emails about the same page into a thread. */
function threadOf({ site }: TextWiki, { ns, title }: PageName): string {
  const host = URL.parse(String(site.info.general.server ?? ''))?.hostname ?? 'localhost'
  return `<wiki/${ns}/${Buffer.from(title).toString('hex').slice(0, 120)}@${host}>`
}

/** Leaves out pages that the reader has visited since or no longer watches. */
async function unseenBy(db: Reader, account: number, found: readonly Found[]): Promise<readonly Found[]> {
  if (found.length === 0) return []
  const titles = [...new Set(found.map(({ page }) => page.title))]
  const rows = await db
    .selectFrom('watch')
    .select(['ns', 'title'])
    .where('account_id', '=', account)
    .where('title', 'in', titles)
    .where('notified_at', 'is not', null)
    .execute()
  const unseen = new Set(rows.map(({ ns, title }) => `${ns}:${title}`))
  return found.filter(({ page }) => unseen.has(`${page.ns}:${page.title}`))
}
