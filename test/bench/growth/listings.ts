// The requests of the growth benchmark: each listing at the start, in the middle and at the end of its continuation.
import { sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import { digitTimestamp } from '#wiki/site/timestamp.ts'
import { searchedWords } from './generate-wiki.ts'

type Params = Readonly<Record<string, string>>

interface Listing {
  readonly name: string
  readonly params: Params
  /** Where the list can be continued: a query of all rows in their order, and the continue value of one of them. */
  readonly rows?: string
  readonly from?: (row: Record<string, unknown>) => Params
}

const { common, second, middle, rare } = searchedWords
const hex = (value: unknown): string => Buffer.from(value as Uint8Array).toString('hex')
const time = (value: unknown): string => digitTimestamp(Number(value))

const CATEGORY = 'Group_0'
const PAGES = 'from page where ns = 0'

const LISTINGS: readonly Listing[] = [
  {
    name: 'allpages',
    params: { list: 'allpages', aplimit: '50' },
    rows: `select title ${PAGES} order by title`,
    from: row => ({ apcontinue: String(row.title) }),
  },
  ...[
    ['larger', { apminsize: '300' }, 'length >= 300'],
    ['much larger', { apminsize: '5000' }, 'length >= 5000'],
    ['in between', { apminsize: '2000', apmaxsize: '2100' }, 'length between 2000 and 2100'],
    ['smaller', { apmaxsize: '120' }, 'length <= 120'],
  ].map(([name, params, where]) => ({
    name: `allpages, ${name}`,
    params: { list: 'allpages', aplimit: '50', ...(params as Params) },
    rows: `select title ${PAGES} and ${where} order by title`,
    from: (row: Record<string, unknown>) => ({ apcontinue: String(row.title) }),
  })),
  {
    name: 'allpages, redirects',
    params: { list: 'allpages', aplimit: '50', apfilterredir: 'redirects' },
    rows: `select title ${PAGES} and is_redirect = 1 order by title`,
    from: row => ({ apcontinue: String(row.title) }),
  },
  {
    name: 'backlinks',
    params: { list: 'backlinks', bltitle: 'Винлейвинлей 0', bllimit: '50' },
  },
  {
    name: 'categorymembers',
    params: { list: 'categorymembers', cmtitle: 'Category:Group 0', cmlimit: '50' },
    rows: `select type, sortkey, page_id from category_link where category = '${CATEGORY}' and type = 'page' order by sortkey, page_id`,
    from: row => ({ cmcontinue: `${row.type}|${hex(row.sortkey)}|${row.page_id}` }),
  },
  {
    name: 'categorymembers by time',
    params: { list: 'categorymembers', cmtitle: 'Category:Group 0', cmlimit: '50', cmsort: 'timestamp' },
    rows: `select timestamp, page_id from category_link where category = '${CATEGORY}' order by timestamp, page_id`,
    from: row => ({
      cmcontinue: `${new Date(Number(row.timestamp) * 1000).toISOString().slice(0, 19).replace('T', ' ')}|${row.page_id}`,
    }),
  },
  {
    name: 'allrevisions',
    params: { list: 'allrevisions', arvlimit: '50' },
    rows: 'select timestamp, id from revision order by timestamp desc, id desc',
    from: row => ({ arvcontinue: `${time(row.timestamp)}|${row.id}` }),
  },
  {
    name: 'usercontribs',
    params: { list: 'usercontribs', ucuser: 'Author 0', uclimit: '50' },
    rows: `select timestamp, id from revision where actor_id = (select id from actor where name = 'Author 0') order by timestamp desc, id desc`,
    from: row => ({ uccontinue: `${time(row.timestamp)}|${row.id}` }),
  },
  {
    name: 'recentchanges',
    params: { list: 'recentchanges', rclimit: '50' },
    rows: 'select timestamp, id from recent_change order by timestamp desc, id desc',
    from: row => ({ rccontinue: `${time(row.timestamp)}|${row.id}` }),
  },
  {
    name: 'alllinks',
    params: { list: 'alllinks', allimit: '50' },
    rows: `select target.title, link.from_id from page_link as link join link_target as target on target.id = link.target_id where target.ns = 0 order by target.title, link.from_id`,
    from: row => ({ alcontinue: `${row.title}|${row.from_id}` }),
  },
  {
    name: 'allcategories',
    params: { list: 'allcategories', aclimit: '50', acprop: 'size' },
    rows: 'select title from category order by title',
    from: row => ({ accontinue: String(row.title) }),
  },
  {
    name: 'embeddedin',
    params: { list: 'embeddedin', eititle: 'Template:Box 0', eilimit: '50' },
    rows: `select link.from_ns, link.from_id from template_link as link join link_target as target on target.id = link.target_id where target.ns = 10 and target.title = 'Box_0' order by link.from_ns, link.from_id`,
    from: row => ({ eicontinue: `${row.from_ns}|${row.from_id}` }),
  },
  { name: 'exturlusage', params: { list: 'exturlusage', euquery: 'site0.example', eulimit: '50' } },
  { name: 'allusers', params: { list: 'allusers', aulimit: '50' } },
  { name: 'random', params: { list: 'random', rnlimit: '50', rnnamespace: '0' } },
  {
    name: 'generator allpages, info',
    params: { generator: 'allpages', gaplimit: '50', prop: 'info' },
    rows: `select title ${PAGES} order by title`,
    from: row => ({ gapcontinue: String(row.title) }),
  },
  {
    name: 'generator categorymembers, two props',
    params: {
      generator: 'categorymembers',
      gcmtitle: 'Category:Group 0',
      gcmlimit: '50',
      prop: 'info|categories',
      cllimit: '500',
    },
    rows: `select type, sortkey, page_id from category_link where category = '${CATEGORY}' and type = 'page' order by sortkey, page_id`,
    from: row => ({ gcmcontinue: `${row.type}|${hex(row.sortkey)}|${row.page_id}` }),
  },
  {
    name: 'generator allpages, revisions with text',
    params: { generator: 'allpages', gaplimit: '20', prop: 'revisions', rvprop: 'content', rvslots: 'main' },
    rows: `select title ${PAGES} order by title`,
    from: row => ({ gapcontinue: String(row.title) }),
  },
  ...['Longpages', 'Wantedpages', 'Lonelypages', 'Mostlinked'].map(page => ({
    name: `querypage ${page}`,
    params: { list: 'querypage', qppage: page, qplimit: '50' },
  })),
  {
    name: 'prefixsearch',
    params: { list: 'prefixsearch', pssearch: 'Mon', pslimit: '10' },
  },
  { name: 'opensearch', params: { action: 'opensearch', search: 'Mon', limit: '10' } },
  ...Object.entries({
    'one common word': common,
    'two common words': `${common} ${second}`,
    'three words': `${common} ${second} ${middle}`,
    'a common and a rare word': `${common} ${rare}`,
    'a rare word': rare,
    'no result': 'nowordislikethis',
    'misspelt title': 'Wniviwinsan 1',
  }).map(([name, srsearch]) => ({ name: `search, ${name}`, params: { list: 'search', srsearch, srlimit: '10' } })),
  ...Object.entries({
    'one common word': common,
    'two common words': `${common} ${second}`,
    'a common and a rare word': `${common} ${rare}`,
    'a phrase': `"${common} ${second}"`,
  }).map(([name, srsearch]) => ({
    name: `search in texts, ${name}`,
    params: { list: 'search', srsearch, srwhat: 'text', srlimit: '10' },
    ...(name.startsWith('one') && {
      rows: `select id ${PAGES} and id <= 9000 order by id`,
      from: (row: Record<string, unknown>) => ({ sroffset: String(row.id) }),
    }),
  })),
]

export interface PlacedRequest {
  readonly name: string
  readonly place: 'start' | 'middle' | 'end'
  readonly params: Params
}

/** How many rows are left at the end. */
const LEFT = 40

/** Every listing, or those whose name contains `only`. */
export async function placedRequests(db: Reader, only: string): Promise<PlacedRequest[]> {
  const requests: PlacedRequest[] = []
  for (const { name, params, rows, from } of LISTINGS.filter(each => each.name.includes(only))) {
    const all = { action: 'query', format: 'json', formatversion: '2', ...params }
    requests.push({ name, place: 'start', params: all })
    if (rows === undefined || from === undefined) continue
    const counted = await sql<{ n: number }>`select count(*) as n from (${sql.raw(rows)}) as listed`.execute(db)
    const n = Number(counted.rows[0]!.n)
    if (n < 3 * LEFT) continue
    for (const [place, offset] of [
      ['middle', Math.floor(n / 2)],
      ['end', n - LEFT],
    ] as const) {
      const { rows: found } = await sql<Record<string, unknown>>`${sql.raw(rows)} limit 1 offset ${offset}`.execute(db)
      requests.push({ name, place, params: { ...all, ...from(found[0]!) } })
    }
  }
  return requests
}
