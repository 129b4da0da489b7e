import { sql } from 'kysely'
import { afterPrefix } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { lowerCase } from '../site/letter-case.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { parseTitle, titleInNamespace } from '../site/titles.ts'

interface PrefixMatch {
  readonly ns: number
  readonly title: string
  /** Null for special pages. */
  readonly id: number | null
}

interface PrefixSearch {
  readonly text: string
  readonly namespaces: readonly number[]
  readonly limit: number
  readonly offset: number
}

/** Pages whose titles begin as typed, in the order of titles, with the page of exactly that title first. */
export async function prefixSearch(db: Reader, site: Site, search: PrefixSearch): Promise<PrefixMatch[]> {
  const { text, namespaces } = placeOf(site, search)
  if (namespaces.includes(NS.special))
    return specialPages(site, text).slice(search.offset, search.offset + search.limit)
  const found = await pagesBeginning(db, site, text, namespaces, search)
  return exactFirst(site, text, found)
}

/** A namespace typed before the beginning of a title counts more than the chosen ones. */
function placeOf(site: Site, { text, namespaces }: PrefixSearch): { text: string; namespaces: readonly number[] } {
  const colon = text.indexOf(':')
  const named = colon > 0 ? site.namespaces.idOf(text.slice(0, colon).trim()) : undefined
  if (named !== undefined && named !== NS.media) return { text: text.slice(colon + 1).trim(), namespaces: [named] }
  return { text: text.startsWith(':') ? text.slice(1) : text, namespaces }
}

async function pagesBeginning(
  db: Reader,
  site: Site,
  text: string,
  namespaces: readonly number[],
  { limit, offset }: PrefixSearch,
): Promise<PrefixMatch[]> {
  const ranges = namespaces.flatMap(ns => {
    const title = text === '' ? { dbkey: '', interwiki: '', fragment: '' } : titleInNamespace(site, ns, text)
    if (title?.interwiki !== '' || (title.dbkey === '' && text !== '')) return []
    const past = afterPrefix(title.dbkey)
    const below = past === null ? sql`` : sql`and title < ${past}`
    return [
      sql`select id, ns, title from (
      select id, ns, title from page where ns = ${ns} and title >= ${title.dbkey} ${below} order by title limit ${limit + offset}
    ) as of_${sql.raw(String(Math.abs(ns)))}`,
    ]
  })
  if (ranges.length === 0) return []
  const { rows } = await sql<PrefixMatch>`
    ${sql.join(ranges, sql` union all `)} order by title, ns limit ${limit} offset ${offset}`.execute(db)
  return rows
}

function exactFirst(site: Site, text: string, found: readonly PrefixMatch[]): PrefixMatch[] {
  const exact = parseTitle(site, text)
  const isExact = (match: PrefixMatch) => !('invalid' in exact) && match.title === exact.dbkey
  return [...found.filter(isExact), ...found.filter(match => !isExact(match))]
}

/** Special pages by any of their names, canonical or local: first by the names they go by, then by the lesser ones. */
function specialPages(site: Site, text: string): PrefixMatch[] {
  const wanted = lowerCase(text.replaceAll(' ', '_'))
  const names = new Map<string, { readonly title: string; readonly rank: number }>()
  for (const { realname } of site.info.specialpagealiases) names.set(lowerCase(realname), { title: realname, rank: 0 })
  for (const { aliases } of site.info.specialpagealiases) {
    // An alias may spell the canonical name better than the name spells itself.
    for (const [rank, title] of aliases.entries()) names.set(lowerCase(title), { title, rank })
  }
  return [...names]
    .filter(([folded]) => folded.startsWith(wanted))
    .sort(([a, { rank }], [b, other]) => rank - other.rank || (a < b ? -1 : 1))
    .map(([, { title }]) => ({ ns: NS.special, title, id: null }))
}
