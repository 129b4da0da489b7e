import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import type { Writer } from '#store/store.ts'
import type { LogWords } from '../content/log-display/log-words.ts'
import type { PageName, PageRow } from '../content/pages.ts'
import { siteTime, siteWords } from '../content/site-words.ts'
import { upperFirst } from '../site/letter-case.ts'
import { digitTimestamp } from '../site/timestamp.ts'
import { prefixedText } from '../site/title-format.ts'
import type { Wiki } from '../wiki.ts'
import { storeLogEntry } from './log-entry.ts'
import { nullRevision } from './null-revision.ts'
import { isUnchanged } from './page-state.ts'
import { storeAuthor } from './store-author.ts'
import { noteAddress, shortened, storeSummary } from './store-revision.ts'

/** The protection level for one action and its expiry; an empty level means everyone. */
export interface Limit {
  readonly type: string
  readonly level: string
  /** Unix time in seconds; null never expires. */
  readonly expiresAt: number | null
}

interface Protection {
  readonly caller: Caller
  readonly now: number
  readonly page: PageRow
  /** One entry per restriction type. */
  readonly limits: readonly Limit[]
  readonly cascade: boolean
  readonly reason: string
  readonly tags: readonly string[]
}

const MESSAGES = [
  ...[
    'protectedarticle',
    'modifiedarticleprotection',
    'unprotectedarticle',
    'protect-summary-desc',
    'protect-summary-cascade',
  ],
  ...[
    'protect-expiry-indefinite',
    'protect-expiring-local',
    'protect-expiring',
    'brackets',
    'parentheses',
    'colon-separator',
  ],
  ...['word-separator', 'logentry-protect-protect', 'logentry-protect-modify', 'logentry-protect-unprotect'],
]

/**
 * Protects a page, or changes or removes its protection. Null when the page
 * changed concurrently, false when nothing changes.
 */
export async function protectPage(tx: Writer, wiki: Wiki, order: Protection): Promise<number | null | false> {
  const { caller, now, page, limits, cascade, reason, tags } = order
  if (!(await isUnchanged(tx, page))) return null
  const before = await tx.selectFrom('page_restriction').where('page_id', '=', page.id).selectAll().execute()
  const inForce = before.filter(row => row.expires_at === null || row.expires_at > now)
  const active = limits.filter(limit => limit.level !== '')
  const same = (limit: Limit) =>
    inForce.some(row => row.type === limit.type && row.level === limit.level && row.expires_at === limit.expiresAt)
  const isCascading = inForce.some(row => row.cascade === 1)
  if (inForce.length === active.length && active.every(same) && isCascading === cascade) return false
  await tx.deleteFrom('page_restriction').where('page_id', '=', page.id).execute()
  for (const { type, level, expiresAt } of active)
    await tx
      .insertInto('page_restriction')
      .values({ page_id: page.id, type, level, cascade: cascade && type === 'edit' ? 1 : 0, expires_at: expiresAt })
      .execute()
  const action = active.length === 0 ? 'unprotect' : inForce.length > 0 ? 'modify' : 'protect'
  const told = await describe(wiki, action, page, active, cascade, reason)
  const actorId = await storeAuthor(tx, caller)
  const revisionId = await nullRevision(tx, page, { now, actorId, summaryId: await storeSummary(tx, told.summary) })
  await noteAddress(tx, caller, revisionId, now)
  await tx
    .updateTable('page')
    .set({ latest_rev: revisionId, is_new: 0, touched: now })
    .where('id', '=', page.id)
    .execute()
  const logId = await storeLogEntry(tx, {
    type: 'protect',
    action,
    caller,
    now,
    target: page,
    pageId: page.id,
    reason,
    tags,
    revisionId,
    ...(action !== 'unprotect' && {
      params: {
        '4::description': told.description,
        '5:bool:cascade': cascade,
        details: active.map(({ type, level, expiresAt }) => ({
          type,
          level,
          expiry: expiresAt === null ? 'infinity' : digitTimestamp(expiresAt),
          cascade: cascade && type === 'edit',
        })),
      },
    }),
  })
  await note(tx, wiki, caller, page, logId)
  return logId
}

interface TitleProtection extends Omit<Protection, 'page' | 'limits' | 'cascade'> {
  readonly name: PageName
  readonly limit: Limit
}

/** Protects a title against creation. */
export async function protectTitle(tx: Writer, wiki: Wiki, order: TitleProtection): Promise<number> {
  const { caller, now, name, limit, reason, tags } = order
  const { ns, title } = name
  const before = await tx
    .selectFrom('protected_title')
    .where('ns', '=', ns)
    .where('title', '=', title)
    .select('level')
    .executeTakeFirst()
  await tx.deleteFrom('protected_title').where('ns', '=', ns).where('title', '=', title).execute()
  const { level, expiresAt } = limit
  if (level !== '')
    await tx
      .insertInto('protected_title')
      .values({
        ns,
        title,
        account_id: caller.account?.id ?? 0,
        summary_id: await storeSummary(tx, reason),
        timestamp: now,
        expires_at: expiresAt,
        level,
      })
      .execute()
  const action = level === '' ? 'unprotect' : before ? 'modify' : 'protect'
  const told = await describe(wiki, action, name, [limit], false, reason)
  const logId = await storeLogEntry(tx, {
    type: 'protect',
    action,
    caller,
    now,
    target: name,
    pageId: 0,
    reason,
    tags,
    ...(action !== 'unprotect' && {
      params: {
        '4::description': told.description,
        '5:bool:cascade': false,
        details: [{ type: 'create', level, expiry: expiresAt === null ? 'infinity' : digitTimestamp(expiresAt) }],
      },
    }),
  })
  await note(tx, wiki, caller, name, logId)
  return logId
}

const note = (tx: Writer, wiki: Wiki, { account }: Caller, { ns, title }: PageName, logId: number): Promise<number> =>
  appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'protect',
    accountId: account?.id ?? null,
    subject: `${ns}:${title}`,
    data: { log: logId },
  })

/** The log action and its details for the page history, in the wiki's content language. */
async function describe(
  wiki: Wiki,
  action: 'protect' | 'modify' | 'unprotect',
  page: PageName,
  limits: readonly Limit[],
  cascade: boolean,
  reason: string,
): Promise<{ summary: string; description: string }> {
  const named = limits.flatMap(({ type, level }) => [`restriction-${type}`, `protect-level-${level}`])
  const words = await siteWords(wiki, [...MESSAGES, ...named])
  const until = await timeTeller(wiki, words)
  const title = prefixedText(wiki.site, page.ns, page.title)
  const key = { protect: 'protectedarticle', modify: 'modifiedarticleprotection', unprotect: 'unprotectedarticle' }[
    action
  ]
  const plain = {
    protect: `Protected "[[${title}]]"`,
    modify: `Changed protection of "[[${title}]]"`,
    unprotect: `Removed protection from "[[${title}]]"`,
  }
  const list = limits.map(({ type, level, expiresAt }) =>
    words.has('protect-summary-desc')
      ? words.text(
          'protect-summary-desc',
          wordOf(words, `restriction-${type}`, type),
          wordOf(words, `protect-level-${level}`, level),
          until(expiresAt),
        )
      : `[${type}=${level}] (${until(expiresAt)})`,
  )
  let summary = words.has(key) ? upperFirst(words.text(key, title), wiki.site.language) : plain[action]
  if (reason !== '') summary += (words.has('colon-separator') ? words.text('colon-separator') : ': ') + reason
  if (list.length > 0) summary += ` (${list.join(' ')})`
  if (cascade)
    summary += ` ${words.has('protect-summary-cascade') ? `[${words.text('protect-summary-cascade')}]` : '[cascading]'}`
  const mark = '\u200e'
  const description = limits
    .map(({ type, level, expiresAt }) => `${mark}[${type}=${level}] (${until(expiresAt)})`)
    .join('')
  return { summary: shortened(summary), description }
}

const wordOf = (words: LogWords, key: string, otherwise: string): string =>
  words.has(key) ? words.text(key) : otherwise

async function timeTeller(wiki: Wiki, words: LogWords): Promise<(expiresAt: number | null) => string> {
  const show = await siteTime(wiki)
  return at => {
    if (at === null) return wordOf(words, 'protect-expiry-indefinite', 'indefinite')
    const whole = show(at)
    const [time = '', ...date] = whole.split(', ')
    return words.has('protect-expiring')
      ? words.text('protect-expiring', whole, date.join(', '), time)
      : `until ${whole}`
  }
}
