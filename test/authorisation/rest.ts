import type { Method, Operation, Resource } from '#translation/api/resource.ts'
import { multipart } from '#translation/api/testing.ts'
import { type Fixtures, type Names, PICTURE } from './fixtures.ts'
import { type Person, type RequestOptions, SITE, type TestServer } from './test-server.ts'

/** Kinds of objects, which are the columns of the table. */
export const TARGETS = ['site', 'own', 'other', 'public', 'private', 'german'] as const
export type Target = (typeof TARGETS)[number]

/** Callers in the order of the words of a row. `german` is only tested with `limited`. */
export const CALLERS = ['visitor', 'plain', 'limited', 'admin', 'boss'] as const

/**
 * Outcome of a request. `ok`: the caller has permission, even if the body is invalid. `login`: 401, `no`: 403, `none`:
 * 404, as if the object did not exist.
 */
export type Outcome = 'ok' | 'login' | 'no' | 'none'
export type Row = Partial<Record<Target, string>>

const OF_PEOPLE = /:(username|report|task)\b/
const OF_PROJECTS =
  /:(project|category|unit|suggestion|screenshot|addon|webhook|comment)\b|\/changes\/:id|\/memory\/:id/
const OF_LANGUAGES = /:(language|unit|suggestion|comment)\b|\/projects\/:project\/languages\/:code/

/** The columns that apply to a resource. */
export const targetsOf = ({ path }: Resource): Target[] =>
  OF_PEOPLE.test(path)
    ? ['own', 'other']
    : OF_PROJECTS.test(path)
      ? OF_LANGUAGES.test(path)
        ? ['public', 'private', 'german']
        : ['public', 'private']
      : ['site']

export const callersAt = (target: Target): readonly Person[] => (target === 'german' ? ['limited'] : CALLERS)

function namesFor(target: Target, who: Person, fixtures: Fixtures): Names {
  if (target === 'own') return fixtures.own[who] ?? fixtures.own.plain!
  if (target === 'other') return fixtures.own.other!
  return { ...fixtures.site, ...fixtures[target] }
}

/** The URL of a resource for a column of the table. */
export function addressOf(resource: Resource, method: Method, target: Target, who: Person, fixtures: Fixtures): string {
  const names = namesFor(target, who, fixtures)
  const path = resource.path.replace(/:(\w+)(?:\([^/]*\))?/g, (_, name: string) => {
    const value = names[`${name} (${resource.name} ${method})`] ?? names[`${name} (${resource.name})`] ?? names[name]
    if (value === undefined) throw new Error(`fixtures.ts has no "${name}" for ${resource.name} (${target})`)
    return encodeURIComponent(value)
  })
  return `/api${path}`
}

/** Requests for operations that need a valid body before they check permissions. */
const REQUESTS: Readonly<Record<string, RequestOptions>> = {
  'Categories POST': { body: { name: 'X', slug: 'x', project: `${SITE}/api/projects/open/` } },
  'Memory lookup POST': { query: 'source_language=en&target_language=cs', body: { strings: ['x'] } },
  'Project repository POST': { body: { operation: 'commit' } },
  'Component repository POST': { body: { operation: 'commit' } },
  'Translation repository POST': { body: { operation: 'commit' } },
  'Unit PUT': { body: { target: ['Another text'], state: 20 } },
  'Unit PATCH': { body: { target: ['Another text'], state: 20 } },
  'Screenshots POST': multipart(
    { name: 'X', project_slug: 'open', component_slug: 'main', language_code: 'en' },
    { name: 'image', filename: 'x.png', content: PICTURE },
  ),
}

export async function outcomeOf(
  server: TestServer,
  fixtures: Fixtures,
  [resource, method, operation]: [Resource, Method, Operation],
  target: Target,
  who: Person,
): Promise<Outcome | string> {
  const path = addressOf(resource, method, target, who, fixtures)
  const options = REQUESTS[`${resource.name} ${method}`]
  const { status, text } = await server.send(who, method, options?.query ? `${path}?${options.query}` : path, options)
  if (status === 401) return 'login'
  if (status === 403) return 'no'
  if (status === 404) return 'none'
  if (status < 400 || (status < 500 && operation.allow !== undefined)) return 'ok'
  return `${status} ${text.slice(0, 200)}`
}
