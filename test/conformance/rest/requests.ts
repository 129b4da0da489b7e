// Requests to MediaWiki's REST API, generated from the titles, revisions and files of a wiki.

export interface RestRequest {
  readonly id: string
  /** Below `/rest.php`. */
  readonly path: string
  readonly as?: 'admin'
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a wiki holds, by its own Action API. */
export interface WikiContents {
  readonly titles: readonly string[]
  readonly redirects: readonly string[]
  readonly files: readonly string[]
  /** Revision IDs by page, oldest first. */
  readonly revisions: ReadonlyMap<string, readonly number[]>
}

const HISTORY_FILTERS = ['anonymous', 'bot', 'reverted', 'minor']
const COUNTS = ['anonymous', 'bot', 'editors', 'edits', 'minor', 'reverted', 'anonedits', 'botedits', 'revertededits']
const WORDS = [
  'марс',
  'луна',
  'планета',
  'main',
  'страница',
  'a',
  'нет-такого',
  'история марса',
  '"красная планета"',
  'ё',
]

/** `limit` keeps large wikis short: every n-th title is used. */
export function restRequests(wiki: WikiContents, limit = 90): RestRequest[] {
  const requests: Omit<RestRequest, 'id'>[] = []
  const get = (path: string, more: Omit<RestRequest, 'id' | 'path'> = {}) =>
    requests.push({ path: `/v1${path}`, ...more })
  const titles = spread(wiki.titles, limit)
  for (const [index, title] of titles.entries()) {
    const page = `/page/${encodeURIComponent(title)}`
    get(page)
    get(`${page}/bare`)
    get(`${page}/history`)
    get([`${page}/links/language`, `${page}/links/media`, `${page}/with_html`][index % 3]!)
    get(`${page}/history/counts/${COUNTS[index % COUNTS.length]}`)
    if (index % 4 === 0) get(`${page}/history?filter=${HISTORY_FILTERS[(index / 4) % 4]}`)
    if (index % 9 === 0) get(page, { as: 'admin' })
  }
  for (const title of [...wiki.redirects.slice(0, 10), ...ODD_TITLES]) {
    get(`/page/${encodeURIComponent(title)}`)
    get(`/page/${encodeURIComponent(title)}/history/counts/edits`)
  }
  for (const [index, [title, ids]] of [...wiki.revisions].entries()) {
    const page = `/page/${encodeURIComponent(title)}`
    for (const [turn, id] of spread(ids, 4).entries()) {
      get(turn % 2 === 0 ? `/revision/${id}` : `/revision/${id}/bare`, index % 5 === 0 ? { as: 'admin' } : {})
      if (turn > 0 && index % 3 === 0) get(`${page}/history?${index % 2 ? 'older' : 'newer'}_than=${id}`)
    }
    if (ids.length > 1 && index % 3 === 1) {
      get(`${page}/history/counts/${index % 2 ? 'edits' : 'editors'}?from=${ids[0]}&to=${ids.at(-1)}`)
      get(`${page}/history/counts/edits?from=${ids.at(-1)}&to=${ids[0]}`)
    }
  }
  for (const file of wiki.files) {
    get(`/file/${encodeURIComponent(file)}`)
    get(`/file/${encodeURIComponent(file.replace(/^[^:]*:/, ''))}`)
  }
  for (const word of WORDS) {
    get(`/search/title?q=${encodeURIComponent(word)}`)
    get(`/search/title?q=${encodeURIComponent(word)}&limit=2`)
    get(`/search/page?q=${encodeURIComponent(word)}`)
  }
  for (const path of BAD_PATHS) requests.push({ path })
  for (const method of ['OPTIONS', 'DELETE', 'PATCH']) get('/page/A', { method })
  return requests.map((request, index) => ({ id: `rest-${index + 1}`, ...request }))
}

const spread = <T>(items: readonly T[], count: number): T[] => {
  const step = Math.max(1, items.length / count)
  return Array.from({ length: Math.min(count, items.length) }, (_, index) => items[Math.floor(index * step)]!)
}

const ODD_TITLES = [
  'No such page',
  'no_such_page',
  '0',
  'a|b',
  '[x]',
  'Служебная:Search',
  'en:London',
  '#x',
  ' ',
  'A/B',
  'a/b',
]

const BAD_PATHS = [
  '',
  '/',
  '/v1',
  '/v1/',
  '/v1/page',
  '/v1/page/',
  '/v1/page/A/lint',
  '/v1/page/A/history/counts/',
  '/v1/page/A/history/counts/x',
  '/v1/page/A/history?older_than=1&newer_than=2',
  '/v1/page/A/history?older_than=0',
  '/v1/page/A/history?older_than=-1',
  '/v1/page/A/history?older_than=x',
  '/v1/page/A/history?filter=x',
  '/v1/page/A%2FB/history?older_than=1',
  '/v1/page/A%2FB/history/counts/edits?from=1',
  '/v1/page/A%2FB/history/counts/minor?from=1&to=2',
  '/v1/page/A%2FB/history/counts/edits?from=99999998&to=99999999',
  '/v1/page/A%2FB/html?stash=maybe',
  '/v1/revision/0',
  '/v1/revision/-1',
  '/v1/revision/abc',
  '/v1/revision/1.5',
  '/v1/revision/99999999',
  '/v1/revision/99999999999999999999',
  '/v1/revision/1/nothing',
  '/v1/revision/1/compare/2',
  '/v1/revision/1/compare/x',
  '/v1/revision/1/compare/99999999',
  '/v1/revision/99999999/compare/1',
  '/v1/file/Nothing.png',
  '/v1/file/File:Nothing.png',
  '/v1/search',
  '/v1/search/page',
  '/v1/search/page?q=',
  '/v1/search/page?q=a&limit=0',
  '/v1/search/page?q=a&limit=101',
  '/v1/search/title?q=a&limit=x',
  '/v1/search/title?limit=5',
  '/v1/transform/wikitext/to/html/A',
  '/v2/page/A',
]
