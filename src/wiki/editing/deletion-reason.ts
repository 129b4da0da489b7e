import { sql } from 'kysely'
import { ownMessages } from '../content/own-messages.ts'
import type { PageRow } from '../content/pages.ts'
import { siteWords } from '../content/site-words.ts'
import { HIDDEN, isHidden } from '../site/hidden-parts.ts'
import type { Wiki } from '../wiki.ts'
import { excerptOf } from './excerpt.ts'
import { readPageState, revisionText } from './page-state.ts'

/** Fallbacks for a wiki without interface messages. */
const WORDS: Readonly<Record<string, string>> = {
  excontent: 'content was: "$1"',
  excontentauthor:
    'content was: "$1", and the only contributor was "[[Special:Contributions/$2|$2]]" ([[User talk:$2|talk]])',
  exbeforeblank: 'content before blanking was: "$1"',
}

/** Maximum bytes of a reason that contains an excerpt. */
const MAX_BYTES = 500

/** The default deletion reason: the page's content and its only author. Null when the text is not available. */
export async function automaticReason(wiki: Wiki, page: PageRow): Promise<string | null> {
  const { text } = await readPageState(wiki, page)
  if (text === null) return null
  const before = text === '' ? await textBefore(wiki, page) : null
  const shown = before ?? text
  const author = await onlyAuthor(wiki, page)
  const key = before !== null ? 'exbeforeblank' : author ? 'excontentauthor' : 'excontent'
  const message = await ownMessages(wiki, wiki.site.language, [key, 'ellipsis'])
  const template = (message(key) || WORDS[key]!).replaceAll('$2', author ?? '')
  const room = MAX_BYTES - (Buffer.byteLength(template) - '$1'.length)
  return template.replaceAll('$1', () => excerptOf(shown, room, message('ellipsis')))
}

async function textBefore(wiki: Wiki, { latest_rev }: PageRow): Promise<string | null> {
  const row = await wiki.db.selectFrom('revision').where('id', '=', latest_rev).select('parent_id').executeTakeFirst()
  return row?.parent_id ? revisionText(wiki, row.parent_id) : null
}

async function onlyAuthor({ db }: Wiki, { id, latest_rev }: PageRow): Promise<string | null> {
  const latest = await db
    .selectFrom('revision')
    .innerJoin('actor', 'actor.id', 'revision.actor_id')
    .where('revision.id', '=', latest_rev)
    .select(['actor.name', 'revision.actor_id', 'revision.deleted'])
    .executeTakeFirst()
  if (latest === undefined || isHidden(latest.deleted, 'user')) return null
  const other = await db
    .selectFrom('revision')
    .where('page_id', '=', id)
    .where('actor_id', '!=', latest.actor_id)
    // Authors with hidden names do not count.
    .where(eb => eb(sql<number>`deleted & ${sql.lit(HIDDEN.user)}`, '=', 0))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return other === undefined ? latest.name : null
}

/** The log reason for a talk page deleted or restored together with its page. */
export async function talkReason(wiki: Wiki, action: 'delete' | 'undelete', reason: string): Promise<string> {
  const key = `${action}-talk-summary-prefix`
  const words = await siteWords(wiki, [key])
  return words.has(key) ? words.text(key, reason) : reason
}
