import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { searchedNamespaces } from '../../api/params/common.ts'
import { boolean, integer, limit, manyOf, oneOf, string } from '../../api/params/kinds.ts'
import { offsetOf } from '../../api/query/keys.ts'
import { BY_OFFSET, gathered, listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { existingPageMembers } from '../../api/result/common.ts'
import type { Members } from '../../api/result/kinds.ts'
import { type FoundPage, findPages } from '../../content/search/find-pages.ts'
import { nearMatch } from '../../content/search/near-match.ts'
import { readSearch, type SearchQuery } from '../../content/search/search-query.ts'
import { markTitle, snippet } from '../../content/search/snippet.ts'
import { suggestion, suggestionSnippet } from '../../content/search/suggest.ts'
import { readTexts } from '../../content/text-blobs.ts'
import { NS } from '../../site/namespaces.ts'
import { isoTimestamp } from '../../site/timestamp.ts'

/** How a page matches. */
const matchMembers = {
  'size?': 'integer',
  'wordcount?': 'integer',
  'snippet?': 'string',
  'timestamp?': 'string',
  'titlesnippet?': 'string',
  'categorysnippet?': 'string',
  'isfilematch?': 'boolean',
} as const satisfies Members

export const search = listModule({
  name: 'search',
  prefix: 'sr',
  classname: 'ApiQuerySearch',
  tag: 'p',
  generator: true,
  cacheable: true,
  summary: 'Search in titles and page texts.',
  helpUrls: [helpPage('Search')],
  help: {
    examples: [
      ['action=query&list=search&srsearch=meaning', 'simple'],
      ['action=query&list=search&srwhat=text&srsearch=meaning', 'text'],
      ['action=query&generator=search&gsrsearch=meaning&prop=info', 'generator'],
    ],
    params: {
      what: { words: 'Type of search.' },
      info: { words: 'Information to return about the search.' },
      prop: {
        values: [
          'size',
          'wordcount',
          'timestamp',
          'snippet',
          'titlesnippet',
          'redirecttitle',
          'redirectsnippet',
          'sectiontitle',
          'sectionsnippet',
          'isfilematch',
          'categorysnippet',
          'score',
          'hasrelated',
          'extensiondata',
        ],
      },
      interwiki: { words: 'Include results from other wikis.' },
      enablerewrites: { words: 'Allow the query to be rewritten, for example to fix typos.' },
    },
  },
  result: {
    'searchinfo?': {
      'totalhits?': 'integer',
      'approximate_totalhits?': 'boolean',
      'suggestion?': 'string',
      'suggestionsnippet?': 'string',
      'rewrittenquery?': 'string',
      'rewrittenquerysnippet?': 'string',
    },
    search: [{ ...existingPageMembers, ...matchMembers }],
  },
  // The target of a followed redirect has none.
  generatorResult: { ...matchMembers, 'index?': 'integer' },
  params: {
    search: string({ required: true }),
    namespace: searchedNamespaces(),
    limit: limit(),
    offset: integer({ default: 0 }),
    what: oneOf(['nearmatch', 'text', 'title']),
    info: manyOf(['rewrittenquery', 'suggestion', 'totalhits'], {
      default: ['totalhits', 'suggestion', 'rewrittenquery'],
    }),
    prop: manyOf(
      [
        'categorysnippet',
        'extensiondata',
        'isfilematch',
        'redirectsnippet',
        'redirecttitle',
        'sectionsnippet',
        'sectiontitle',
        'size',
        'snippet',
        'timestamp',
        'titlesnippet',
        'wordcount',
        'hasrelated',
        'score',
      ],
      { default: ['size', 'wordcount', 'timestamp', 'snippet'], deprecatedvalues: ['hasrelated', 'score'] },
    ),
    interwiki: boolean(),
    enablerewrites: boolean(),
    sort: oneOf(['relevance'], { default: 'relevance' }),
  },

  listing(q, a) {
    const { text: typed, namespaces } = searchedPlace(q, a)
    const info = new Set(explicitly(q, 'info', a.info))
    let query = readSearch(typed)
    const prop = new Set<string>(explicitly(q, 'prop', a.prop))
    let details = new Map<number, Details>()
    let searchinfo: SearchInfo = {}
    let what: What = 'text'
    // Results are sorted by relevance and come from a search index, so there is no key to continue from.
    const results = gathered(async ({ after, take }) => {
      const scope = { namespaces, limit: take, offset: offsetOf(after) }
      let answer = await runSearch(q, a, query, scope)
      const meant = await meantBy(q, typed, namespaces, answer, info)
      const isRewritten = a.enablerewrites && answer.total === 0 && meant !== null
      if (isRewritten) {
        query = readSearch(meant)
        answer = await runSearch(q, { ...a, search: meant }, query, scope)
      }
      what = answer.what
      searchinfo = {
        ...(info.has('totalhits') &&
          what !== 'nearmatch' && {
            totalhits: answer.total,
            ...(answer.isEstimate && { approximate_totalhits: true }),
          }),
        ...(meant !== null && named(isRewritten ? 'rewrittenquery' : 'suggestion', meant, typed, info)),
      }
      details = await readDetails(q, answer.pages, prop)
      return answer.pages
    })
    const item = (page: FoundPage) => {
      const { text, timestamp } = details.get(page.id) ?? { text: '', timestamp: null }
      return {
        ...q.pageName(page.ns, page.title),
        pageid: page.id,
        ...(prop.has('size') && { size: page.length }),
        ...(prop.has('wordcount') && { wordcount: countWords(text) }),
        ...(prop.has('snippet') && { snippet: what === 'text' ? snippet(text, query) : '' }),
        ...(prop.has('timestamp') && timestamp !== null && { timestamp: isoTimestamp(timestamp) }),
        ...(prop.has('titlesnippet') && {
          titlesnippet: what === 'text' ? markTitle(page.title.replaceAll('_', ' '), query) : '',
        }),
        ...(prop.has('categorysnippet') && { categorysnippet: '' }),
        ...(prop.has('isfilematch') && { isfilematch: false }),
      }
    }
    return listed(results, {
      keys: BY_OFFSET,
      item,
      page: page => ({ ns: page.ns, title: page.title }),
      pageData: (page, index) => ({ ...item(page), index: a.offset + index + 1 }),
      beside: () => (Object.keys(searchinfo).length > 0 ? { searchinfo } : {}),
    })
  },
})

/** A generator returns only explicitly requested information. */
const explicitly = (q: QueryRun, param: string, values: readonly string[]): readonly string[] =>
  q.isGenerator && !q.run.request.params.has(q.param(param)) ? [] : values

/** `talk:words` searches only that namespace, `all:words` all of them, overriding the parameter. */
function searchedPlace(q: QueryRun, a: { readonly search: string; readonly namespace: readonly number[] }) {
  const colon = a.search.indexOf(':')
  const word = colon > 0 ? a.search.slice(0, colon).trim() : ''
  const text = a.search.slice(colon + 1).trim()
  if (word.toLowerCase() === 'all')
    return { text, namespaces: q.site.namespaces.list.map(ns => ns.id).filter(id => id >= 0) }
  const named = word === '' ? undefined : q.site.namespaces.idOf(word)
  if (named !== undefined && named >= 0 && text !== '') return { text, namespaces: [named] }
  return { text: a.search, namespaces: a.namespace.length > 0 ? a.namespace : [NS.main] }
}

type What = 'nearmatch' | 'text' | 'title'
type Scope = Omit<Parameters<typeof findPages>[3], 'titleOnly'>

/**
 * By default, searches titles like MediaWiki's own index, and falls back to texts if no title matches.
 */
async function runSearch(
  q: QueryRun,
  a: { readonly what: What | undefined; readonly search: string },
  query: SearchQuery,
  scope: Scope,
) {
  if (a.what === 'nearmatch') return { ...(await nearMatch(q, a.search)), isEstimate: false, what: a.what }
  const search = async (what: What) => ({
    ...(await findPages(q.db, q.site, query, { ...scope, titleOnly: what === 'title' })),
    what,
  })
  if (a.what !== undefined) return search(a.what)
  const byTitle = await search('title')
  return byTitle.total > 0 ? byTitle : search('text')
}

interface SearchInfo {
  readonly totalhits?: number
  readonly approximate_totalhits?: boolean
  readonly suggestion?: string
  readonly suggestionsnippet?: string
  readonly rewrittenquery?: string
  readonly rewrittenquerysnippet?: string
}

/** What was probably meant, if nothing was found. */
const meantBy = async (
  q: QueryRun,
  typed: string,
  namespaces: readonly number[],
  { total, what }: { readonly total: number; readonly what: What },
  info: ReadonlySet<string>,
): Promise<string | null> =>
  total > 0 || what === 'nearmatch' || !(info.has('suggestion') || info.has('rewrittenquery'))
    ? null
    : suggestion(q.db, q.site, typed, namespaces)

const named = (
  name: 'suggestion' | 'rewrittenquery',
  meant: string,
  typed: string,
  info: ReadonlySet<string>,
): SearchInfo => (info.has(name) ? { [name]: meant, [`${name}snippet`]: suggestionSnippet(meant, typed) } : {})

interface Details {
  readonly text: string
  readonly timestamp: number
}

const REVISIONS = statement(db =>
  db
    .selectFrom('revision')
    .leftJoin('slot', join => join.onRef('slot.revision_id', '=', 'revision.id').on('slot.role', '=', 'main'))
    .leftJoin('content', 'content.id', 'slot.content_id')
    .select(['revision.page_id', 'revision.timestamp', 'content.blob_id']),
)

/** Requested text and timestamps of the results. */
async function readDetails(
  q: QueryRun,
  pages: readonly FoundPage[],
  prop: ReadonlySet<string>,
): Promise<Map<number, Details>> {
  const needsText = prop.has('snippet') || prop.has('wordcount')
  if (pages.length === 0 || (!needsText && !prop.has('timestamp'))) return new Map()
  const latest = pages.map(page => page.latest_rev)
  const rows = await REVISIONS.where('revision.id', 'in', latest).all(q.db)
  const texts = needsText
    ? await readTexts(
        q.wiki,
        rows.flatMap(row => row.blob_id ?? []),
      )
    : new Map<number, Buffer>()
  return new Map(
    rows.map(row => [row.page_id, { timestamp: row.timestamp, text: texts.get(row.blob_id ?? -1)?.toString() ?? '' }]),
  )
}

/** Word count as in PHP: runs of Latin letters, apostrophes and hyphens. */
const countWords = (text: string): number => text.replace(/^['-]|-$/g, '').match(/[A-Za-z'-]+/g)?.length ?? 0
