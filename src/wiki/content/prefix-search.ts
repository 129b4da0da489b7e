import { sql } from 'kysely'
import { areTitlesIndexed } from '#store/full-text/fill-titles.ts'
import { nearPrefixes } from '#store/full-text/near-titles.ts'
import { afterPrefix } from '#store/keyset.ts'
import { shapedRows } from '#store/shaped-sql.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { limitSql } from '#store/usual-limits.ts'
import { lowerCase } from '../site/letter-case.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { parseTitle, titleInNamespace, withoutIllegal } from '../site/titles.ts'

interface PrefixMatch {
  readonly ns: number
  readonly title: string
  /** Null for special pages. */
  readonly id: number | null
}

interface Stretch {
  readonly limit: number
  readonly offset: number
}

interface PrefixSearch extends Stretch {
  readonly text: string
  readonly namespaces: readonly number[]
  /** Whether titles with one other letter are found too, if no title begins with the text. MediaWiki does not. */
  readonly isTolerant?: boolean
}

/** Pages by title prefix, sorted by title, with an exact match first. */
export async function prefixSearch(db: Reader, site: Site, search: PrefixSearch): Promise<PrefixMatch[]> {
  const { text, namespaces } = placeOf(site, search)
  if (namespaces.includes(NS.special))
    return specialPages(site, text).slice(search.offset, search.offset + search.limit)
  const found = await pagesBeginning(db, site, text, namespaces, search)
  const isTolerant = search.isTolerant === true && found.length === 0 && (await areTitlesIndexed(db))
  if (!isTolerant) return exactFirst(site, text, found)
  // The end of a list, not an empty one.
  if (search.offset > 0 && (await pagesBeginning(db, site, text, namespaces, FIRST)).length > 0) return []
  return nearlyBeginning(db, text, namespaces, search)
}

const FIRST = { limit: 1, offset: 0 }

/** If no title begins with the text: titles that do but for one letter, case or accents. */
async function nearlyBeginning(
  db: Reader,
  text: string,
  namespaces: readonly number[],
  { limit, offset }: Stretch,
): Promise<PrefixMatch[]> {
  const near = (await nearPrefixes(db, namespaces, text, limit + offset)).slice(offset)
  if (near.length === 0) return []
  const pages = await TITLES.where(
    'id',
    'in',
    near.map(({ page_id }) => page_id),
  ).all(db)
  const byId = new Map(pages.map(page => [page.id, page]))
  return near.flatMap(({ page_id }) => byId.get(page_id) ?? [])
}

/** A namespace typed before the title overrides the selected ones. */
function placeOf(site: Site, { text, namespaces }: PrefixSearch): { text: string; namespaces: readonly number[] } {
  const colon = text.indexOf(':')
  const named = colon > 0 ? site.namespaces.idOf(text.slice(0, colon).trim()) : undefined
  if (named !== undefined && named !== NS.media) return { text: text.slice(colon + 1).trim(), namespaces: [named] }
  return { text: text.startsWith(':') ? text.slice(1) : text, namespaces }
}

/** A range of titles in a namespace; `past` is the first title after it. */
interface Range {
  readonly ns: number
  readonly from: string
  readonly past: string | null
}

const TITLES = statement(db => db.selectFrom('page').select(['id', 'ns', 'title']))
const BY_TITLE = [{ column: 'title', direction: 'asc' }] as const

async function pagesBeginning(
  db: Reader,
  site: Site,
  text: string,
  namespaces: readonly number[],
  { limit, offset }: Stretch,
): Promise<readonly PrefixMatch[]> {
  const ranges = namespaces.flatMap(ns => rangeOf(site, ns, text))
  const [first, ...others] = ranges
  if (first === undefined) return []
  if (others.length > 0) return fromSeveral(db, ranges, limit, offset)
  // The most common case: one namespace while typing.
  const { ns, from, past } = first
  const titles = TITLES.where('ns', '=', ns)
    .where('title', '>=', from)
    .where('title', '<', past ?? undefined)
  const rows = await titles.all(db, { order: BY_TITLE, limit: limit + offset })
  return offset === 0 ? rows : rows.slice(offset)
}

function rangeOf(site: Site, ns: number, text: string): Range[] {
  if (text === '') return [{ ns, from: '', past: null }]
  // Typing a link in brackets finds its page.
  const title = titleInNamespace(site, ns, withoutIllegal(text))
  if (title?.interwiki !== '' || title.dbkey === '') return []
  return [{ ns, from: title.dbkey, past: afterPrefix(title.dbkey) }]
}

async function fromSeveral(
  db: Reader,
  ranges: readonly Range[],
  limit: number,
  offset: number,
): Promise<readonly PrefixMatch[]> {
  // Only the first stretch is common.
  const most = offset === 0 ? limitSql(limit) : sql`${limit + offset}`
  const each = ranges.map(({ ns, from, past }) => {
    const below = past === null ? sql`` : sql`and title < ${past}`
    return sql`select id, ns, title from (
      select id, ns, title from page where ns = ${ns} and title >= ${from} ${below} order by title limit ${most}
    ) as of_${sql.raw(String(Math.abs(ns)))}`
  })
  return shapedRows(
    db,
    sql<PrefixMatch>`${sql.join(each, sql` union all `)} order by title, ns limit ${limitSql(limit)} offset ${offset}`,
  )
}

function exactFirst(site: Site, text: string, found: readonly PrefixMatch[]): PrefixMatch[] {
  const exact = parseTitle(site, text)
  const isExact = (match: PrefixMatch) => !('invalid' in exact) && match.title === exact.dbkey
  return [...found.filter(isExact), ...found.filter(match => !isExact(match))]
}

/** Special pages by any name, canonical or localized; primary names first, then aliases. */
function specialPages(site: Site, text: string): PrefixMatch[] {
  const prefix = lowerCase(text.replaceAll(' ', '_'))
  const names = new Map<string, { readonly title: string; readonly rank: number }>()
  for (const { realname } of site.info.specialpagealiases) names.set(lowerCase(realname), { title: realname, rank: 0 })
  for (const { aliases } of site.info.specialpagealiases) {
    // An alias may have better capitalization than the canonical name.
    for (const [rank, title] of aliases.entries()) names.set(lowerCase(title), { title, rank })
  }
  return [...names]
    .filter(([folded]) => folded.startsWith(prefix))
    .sort(([a, { rank }], [b, other]) => rank - other.rank || (a < b ? -1 : 1))
    .map(([, { title }]) => ({ ns: NS.special, title, id: null }))
}
