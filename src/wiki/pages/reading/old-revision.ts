import { type Html, html } from '#html/html.ts'
import { summary } from '../parts/changes.ts'
import { having } from '../parts/items.ts'
import { userLink } from '../parts/links.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'

/** Revision in the URL; undefined for the latest, null if invalid. */
export function requestedRevision(visit: Visit): number | undefined | null {
  const oldid = visit.search.get('oldid') ?? ''
  if (oldid === '' || oldid === '0') return undefined
  return /^\d{1,15}$/.test(oldid) ? Number(oldid) : null
}

/** Resolves `direction=prev` and `next` to the adjacent revision. */
export async function neighbour(visit: Visit, revision: number | undefined | null): Promise<number | undefined | null> {
  const way = visit.search.get('direction')
  if (!revision || (way !== 'prev' && way !== 'next')) return revision
  const { pages: [page] = [] } = await visit.query({ revids: revision, prop: 'revisions', rvprop: 'ids' })
  const row = page?.revisions?.[0]
  if (!row) return revision
  if (way === 'prev') return row.parentid || revision
  const { pages: [same] = [] } = await visit.query({
    titles: page.title,
    prop: 'revisions',
    rvprop: 'ids',
    rvdir: 'newer',
    rvstartid: revision,
    rvlimit: 2,
  })
  return same?.revisions?.[1]?.revid ?? revision
}

/** Notice that the text is not the current version. */
export async function oldRevision(visit: Visit, name: string, id: number): Promise<Html | null> {
  const { words } = visit
  const { pages = [] } = await visit.query({
    revids: id,
    prop: 'revisions',
    rvprop: 'ids|timestamp|user|parsedcomment',
  })
  const [row] = having(pages[0]?.revisions, 'timestamp')
  if (!row) return null
  const by = userLink(visit, row)
  const at = timeElement(visit, row.timestamp)
  const way = (query: Readonly<Record<string, string | number>>, key: string) =>
    html`<a href="${visit.address(name, query)}">${words.text(key)}</a>`
  const comment = html` ${summary(visit, row)}`
  const info = words.html('revision-info', at, by, id, at, at, row.user ?? '', comment)
  const previous = row.parentid !== 0 && way({ oldid: id, direction: 'prev' }, 'previousrevision')
  const next = way({ oldid: id, direction: 'next' }, 'nextrevision')
  const diff = way({ diff: 'cur', oldid: id }, 'diff')
  return html`<div class="note warning old-revision"><p>${info}</p><p class="ways">${previous} ${way(
    {},
    'currentrevisionlink',
  )} ${next} ${diff}</p></div>`
}
