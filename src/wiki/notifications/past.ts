import type { Account } from '#accounts/account.ts'
import type { PastNews } from '#core/news-source.ts'
import type { Services } from '#core/services.ts'
import type { LoggedChange } from '#events/change-log.ts'
import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import type { PageName } from '../content/pages.ts'
import { type RevisionRow, selectRevisions } from '../content/revisions.ts'
import { LOG_RIGHTS } from '../site/hidden-parts.ts'
import { NS } from '../site/namespaces.ts'
import type { TextWiki } from '../wiki.ts'
import type { WikiKind } from './choices.ts'
import { isSignedOn } from './mentions.ts'
import { isNobodysNews, mentioned } from './recipients.ts'

const DAY = 86_400

/** A past event of a page. As in emails, `item` is a revision ID or a negative log ID. */
interface Happened {
  readonly at: number
  readonly item: number
  readonly page: PageName
  /** Null for log entries. */
  readonly revision: RevisionRow | null
}

/** A watched page and its first unseen change. */
interface Watched {
  readonly notified_at: number | null
  readonly expires_at: number | null
}

/**
 * The notifications one person would have received for change log entries, by the same rules as emails. When they
 * visited a watched page is no longer known; once a day is assumed.
 */
export async function pastNews(
  services: Services,
  wiki: TextWiki,
  db: Reader,
  account: Account,
  portions: AsyncIterable<readonly LoggedChange[]>,
): Promise<PastNews[]> {
  const found: PastNews[] = []
  const toldThatDay = new Set<string>()
  const isMentioned = async (revision: RevisionRow): Promise<boolean> =>
    (await mentioned(wiki, db, revision)).some(each => each.account === account.id)
  for await (const entries of portions) {
    const happened = await happenings(
      services,
      db,
      entries.filter(entry => entry.accountId !== account.id),
    )
    const watched = await watchedAmong(db, account.id, happened)
    const naming = await pagesNaming(db, account.name, happened)
    for (const each of happened) {
      await breathe()
      const { at, item, page, revision } = each
      const minor = revision?.minor === 1
      const notify = (kind: WikiKind) => found.push({ at, item, kind, minor })
      const watch = watched.get(`${page.ns}:${page.title}`)
      if (revision !== null && isTalkPageOf(page, account.name)) notify('WikiTalkPageNotification')
      else if (revision !== null && !minor && naming.has(revision.page_id ?? 0) && (await isMentioned(revision)))
        notify('WikiMentionNotification')
      else if (watch !== undefined && isUnseen(watch, at)) {
        const day = `${page.ns}:${page.title} ${Math.floor(at / DAY)}`
        if (!toldThatDay.has(day)) notify('WikiWatchedPageNotification')
        toldThatDay.add(day)
      }
    }
  }
  return found
}

const isTalkPageOf = ({ ns, title }: PageName, name: string): boolean =>
  ns === NS.userTalk && title.replaceAll('_', ' ') === name

/** Changes after an unseen one are not reported. */
const isUnseen = ({ notified_at, expires_at }: Watched, at: number): boolean =>
  (notified_at === null || at <= notified_at) && (expires_at === null || expires_at > at)

async function happenings(services: Services, db: Reader, entries: readonly LoggedChange[]): Promise<Happened[]> {
  const numbers = (kind: 'revision' | 'log') =>
    entries.flatMap(({ data }) => (typeof data[kind] === 'number' ? (data[kind] as number) : []))
  const revisions = await selectRevisions(db)
    .where('revision.id', 'in', [-1, ...numbers('revision')])
    .execute()
  const logged = await db
    .selectFrom('log')
    .select(['id', 'ns', 'title', 'type'])
    .where('id', 'in', [-1, ...numbers('log')])
    .execute()
  const revisionOf = new Map(revisions.map(row => [row.id, row]))
  const logOf = new Map(logged.map(row => [row.id, row]))
  const found: Happened[] = []
  for (const { at, kind, data, accountId } of entries) {
    if (kind === 'edit') {
      const revision = revisionOf.get(Number(data.revision))
      if (revision === undefined || (await isNobodysNews(services, revision.minor === 1, accountId))) continue
      found.push({ at, item: revision.id, page: revision, revision })
    } else {
      const entry = logOf.get(Number(data.log))
      if (entry === undefined || Object.hasOwn(LOG_RIGHTS, entry.type)) continue
      found.push({ at, item: -entry.id, page: entry, revision: null })
    }
  }
  return found
}

async function watchedAmong(db: Reader, account: number, happened: readonly Happened[]): Promise<Map<string, Watched>> {
  const titles = [...new Set(happened.map(({ page }) => page.title))]
  if (titles.length === 0) return new Map()
  const rows = await db
    .selectFrom('watch')
    .select(['ns', 'title', 'notified_at', 'expires_at'])
    .where('account_id', '=', account)
    .where('title', 'in', titles)
    .execute()
  return new Map(rows.map(row => [`${row.ns}:${row.title}`, row]))
}

/** Pages with signed comments that link to the user's page: only there can they be mentioned. */
async function pagesNaming(db: Reader, name: string, happened: readonly Happened[]): Promise<Set<number>> {
  const pages = happened.flatMap(({ page, revision }) => (isSignedOn(page.ns) ? (revision?.page_id ?? []) : []))
  if (pages.length === 0) return new Set()
  const rows = await db
    .selectFrom('page_link')
    .innerJoin('link_target', 'link_target.id', 'page_link.target_id')
    .select('page_link.from_id')
    .where('link_target.ns', '=', NS.user)
    .where('link_target.title', '=', name.replaceAll(' ', '_'))
    .where('page_link.from_id', 'in', [...new Set(pages)])
    .execute()
  return new Set(rows.map(row => row.from_id))
}
