import { mainTexts } from '../../content/main-texts.ts'
import { type PageRow, pagesById, pagesByName, redirectsFrom } from '../../content/pages.ts'
import { prefixSearch } from '../../content/prefix-search.ts'
import { findPages } from '../../content/search/find-pages.ts'
import { readSearch, type SearchQuery } from '../../content/search/search-query.ts'
import { snippet } from '../../content/search/snippet.ts'
import { NS } from '../../site/namespaces.ts'
import { endpoint, type RestAnswer, type RestCall, unconditional } from '../endpoint.ts'
import { nameMembers, namesOf } from '../pages.ts'

/** Seconds for which caches may keep suggestions. */
const SUGGESTIONS_MAX_AGE = 1200

const params = {
  q: { in: 'query', type: 'string', required: true, words: 'What to search for.', example: 'earth' },
  limit: {
    in: 'query',
    type: 'integer',
    default: 50,
    min: 1,
    max: 100,
    words: 'Maximum number of results.',
    example: 5,
  },
} as const

type Call = RestCall<typeof params>

const result = {
  pages: [
    {
      id: 'integer',
      ...nameMembers,
      excerpt: 'string|null',
      matched_title: 'string|null',
      description: 'string|null',
      thumbnail: 'any',
    },
  ],
} as const

/** A page that matches. */
interface Hit {
  readonly id: number
  readonly ns: number
  readonly title: string
  readonly latest_rev: number
}

interface Shown {
  readonly id: number
  readonly ns: number
  readonly title: string
  hit: Hit
  redirect: Hit | null
}

export const searchPage = endpoint({
  method: 'GET',
  path: '/v1/search/page',
  summary: 'Search titles and texts of pages.',
  params,
  result,
  open: async call => unconditional(() => pageSearch(call)),
})

export const searchTitle = endpoint({
  method: 'GET',
  path: '/v1/search/title',
  summary: 'Find pages whose title begins with some text.',
  params,
  result,
  open: async call => unconditional(() => titleSearch(call)),
})

async function pageSearch(call: Call): Promise<RestAnswer> {
  const query = readSearch(call.args.q)
  const scope = { namespaces: [NS.main], limit: call.args.limit, offset: 0 }
  const titled = await findPages(call.db, call.site, query, { ...scope, titleOnly: true })
  const found = await findPages(call.db, call.site, query, { ...scope, titleOnly: false })
  const shown = await resolved(call, [...titled.pages, ...found.pages])
  const excerpts = await excerptsOf(call, shown, query)
  return { body: { pages: shown.map(each => describe(call, each, excerpts.get(each.hit.id) || null)) } }
}

async function excerptsOf({ wiki }: Call, shown: readonly Shown[], query: SearchQuery): Promise<Map<number, string>> {
  const texts = await mainTexts(
    wiki,
    shown.map(({ hit }) => hit.latest_rev),
  )
  return new Map(shown.map(({ hit }) => [hit.id, snippet(texts.get(hit.latest_rev) ?? '', query)]))
}

async function titleSearch(call: Call): Promise<RestAnswer> {
  const text = call.args.q.trim()
  const search = { text, namespaces: [NS.main], limit: call.args.limit, offset: 0 }
  const matches = text === '' ? [] : await prefixSearch(call.db, call.site, search)
  const rows = new Map(
    (
      await pagesById(
        call.db,
        matches.flatMap(({ id }) => id ?? []),
      )
    ).map(row => [row.id, row]),
  )
  const hits = matches.map(match => rows.get(match.id ?? 0) ?? { ...match, id: match.id ?? 0, latest_rev: 0 })
  const shown = await resolved(call, hits)
  const pages = shown.map(each => describe(call, each, call.viewer.titleText(each.hit.ns, each.hit.title)))
  return { body: { pages }, maxAge: SUGGESTIONS_MAX_AGE }
}

/** Follows redirects, and lists each page once: by its own title, if that matches too. */
async function resolved({ db }: Call, hits: readonly Hit[]): Promise<Shown[]> {
  const redirects = new Map(
    (
      await redirectsFrom(
        db,
        hits.flatMap(({ id }) => id || []),
      )
    ).map(row => [row.from_id, row]),
  )
  const followed = [...redirects.values()].filter(({ interwiki, ns }) => !interwiki && ns >= 0)
  const targets = await pagesByName(db, followed)
  const byName = new Map(targets.map((row: PageRow) => [`${row.ns}:${row.title}`, row]))
  const shown = new Map<string, Shown>()
  for (const hit of hits) {
    const redirect = redirects.get(hit.id)
    const isFollowed = redirect !== undefined && !redirect.interwiki && redirect.ns >= 0
    const { ns, title } = isFollowed ? redirect : hit
    const key = `${ns}:${title}`
    const known = shown.get(key)
    if (known === undefined) {
      const id = isFollowed ? (byName.get(key)?.id ?? 0) : hit.id
      shown.set(key, { id, ns, title, hit, redirect: isFollowed ? hit : null })
    } else if (known.redirect !== null) known.hit = hit
  }
  return [...shown.values()]
}

const describe = (call: Call, { id, ns, title, redirect }: Shown, excerpt: string | null) => ({
  id,
  ...namesOf(call, ns, title),
  excerpt,
  matched_title: redirect && call.viewer.titleText(redirect.ns, redirect.title),
  description: null,
  thumbnail: null,
})
