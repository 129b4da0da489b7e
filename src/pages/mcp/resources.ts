// What agents can read without a tool. Like tools, resources are requests to the APIs with the caller's own rights.
import type { ApiRequest } from './tools.ts'

/** A resource as `resources/list` describes it. */
export interface ListedResource {
  readonly uri: string
  readonly name: string
  readonly description: string
  readonly mimeType: 'application/json'
}

const SCHEME = 'parlance://'
const TYPE = 'application/json'

export const TEMPLATES = [
  {
    uriTemplate: `${SCHEME}glossary/{project}/{component}/{language}`,
    name: 'Glossary',
    description: 'The terms of a glossary with their translations into a language.',
    mimeType: TYPE,
  },
  {
    uriTemplate: `${SCHEME}memory/{source_language}/{target_language}{?source,project}`,
    name: 'Translation memory',
    description: 'Earlier translations between two languages, optionally only those whose source contains a text.',
    mimeType: TYPE,
  },
  {
    uriTemplate: `${SCHEME}page/{title}`,
    name: 'Wiki page',
    description: 'A wiki page as wikitext, with the ID of its latest revision.',
    mimeType: TYPE,
  },
] as const

/** Components in one request. Most of them are not glossaries. */
const COMPONENTS = 1000

const MEMORY: ListedResource = {
  uri: `${SCHEME}memory`,
  name: 'Translation memory',
  description: 'The translation memory that you may read.',
  mimeType: TYPE,
}

/** Lists part of the resources. `get` returns the body of a response, or null if the request was refused. */
export async function listResources(
  get: (url: string) => Promise<string | null>,
  hasAccount: boolean,
  cursor: string | undefined,
): Promise<{ resources: ListedResource[]; nextCursor?: string }> {
  const page = cursor ?? '1'
  if (!/^[1-9]\d{0,8}$/.test(page)) return { resources: [] }
  const body = await get(`/api/components/?format=json&page_size=${COMPONENTS}&page=${page}`)
  if (body === null) return { resources: [] }
  const { results, next } = JSON.parse(body) as { results: Component[]; next: string | null }
  const first = page === '1' && hasAccount ? [MEMORY] : []
  return {
    resources: [...first, ...results.filter(({ is_glossary }) => is_glossary).map(glossary)],
    ...(next !== null && { nextCursor: String(Number(page) + 1) }),
  }
}

interface Component {
  readonly name: string
  readonly url: string
  readonly is_glossary: boolean
  readonly project: { readonly name: string }
}

const glossary = ({ name, url, project }: Component): ListedResource => ({
  uri: `${SCHEME}glossary/${new URL(url).pathname.split('/').slice(3, 5).join('/')}`,
  name: `${project.name}: ${name}`,
  description: 'The languages of this glossary. Add a language code to the address to read its terms.',
  mimeType: TYPE,
})

/** The request for a resource; null if there is no such address. */
export function requestFor(uri: string): ApiRequest | null {
  if (!uri.startsWith(SCHEME)) return null
  const [path = '', query = ''] = uri.slice(SCHEME.length).split('?', 2)
  const [kind, ...parts] = path.split('/')
  if (parts.some(part => part === '' || /^(?:\.|%2e){1,2}$/i.test(part))) return null
  const url = urlOf(kind, parts, new URLSearchParams(query))
  return url === null ? null : { method: 'GET', url }
}

function urlOf(kind: string | undefined, parts: readonly string[], query: URLSearchParams): string | null {
  const all = 'format=json&page_size=1000'
  if (kind === 'page' && parts.length > 0) return `/w/rest.php/v1/page/${parts.join('%2F')}`
  if (kind === 'glossary' && parts.length === 2) return `/api/components/${parts.join('/')}/translations/?${all}`
  if (kind === 'glossary' && parts.length === 3) return `/api/translations/${parts.join('/')}/units/?${all}`
  if (kind !== 'memory' || (parts.length !== 0 && parts.length !== 2)) return null
  const [source, target] = parts
  const languages = source && target ? `&source_language=${source}&target_language=${target}` : ''
  const kept = ['source', 'project'].flatMap(name => (query.has(name) ? [[name, query.get(name)!]] : []))
  const filters = kept.length > 0 ? `&${new URLSearchParams(kept)}` : ''
  return `/api/memory/?${all}${languages}${filters}`
}
