import type { Method, Operation, Resource } from '#translation/api/resource.ts'
import { multipart } from '#translation/api/testing.ts'
import { type Furniture, type Names, PICTURE } from './furnish.ts'
import { type House, type Person, SITE, type Wish } from './house.ts'

/** Whose door it is: what the word of a row is about. */
export const TARGETS = ['site', 'own', 'other', 'public', 'private', 'german'] as const
export type Target = (typeof TARGETS)[number]

/** Who knocks, in the order of the words of a row. At the German door it is `limited` alone. */
export const CALLERS = ['stranger', 'plain', 'limited', 'admin', 'boss'] as const

/**
 * How it ends. `ok`: the caller may, whatever is wrong with the body. `login`: 401, `no`: 403, `none`: 404, as if it were
 * not there.
 */
export type Outcome = 'ok' | 'login' | 'no' | 'none'
export type Row = Partial<Record<Target, string>>

const OF_PEOPLE = /:(username|report|task)\b/
const OF_PROJECTS = /:(project|category|unit|suggestion|screenshot|addon|comment)\b|\/changes\/:id|\/memory\/:id/
const OF_LANGUAGES = /:(language|unit|suggestion|comment)\b|\/projects\/:project\/languages\/:code/

/** Which doors a resource has. */
export const targetsOf = ({ path }: Resource): Target[] =>
  OF_PEOPLE.test(path)
    ? ['own', 'other']
    : OF_PROJECTS.test(path)
      ? OF_LANGUAGES.test(path)
        ? ['public', 'private', 'german']
        : ['public', 'private']
      : ['site']

export const callersAt = (target: Target): readonly Person[] => (target === 'german' ? ['limited'] : CALLERS)

function namesFor(target: Target, who: Person, furniture: Furniture): Names {
  if (target === 'own') return furniture.own[who] ?? furniture.own.plain!
  if (target === 'other') return furniture.own.other!
  return { ...furniture.site, ...furniture[target] }
}

/** The address of a resource at a door. */
export function addressOf(
  resource: Resource,
  method: Method,
  target: Target,
  who: Person,
  furniture: Furniture,
): string {
  const names = namesFor(target, who, furniture)
  const path = resource.path.replace(/:(\w+)(?:\([^/]*\))?/g, (_, name: string) => {
    const value = names[`${name} (${resource.name} ${method})`] ?? names[`${name} (${resource.name})`] ?? names[name]
    if (value === undefined) throw new Error(`furnish.ts has no "${name}" for ${resource.name} (${target})`)
    return encodeURIComponent(value)
  })
  return `/api${path}`
}

/** What operations need to be told before they can say whether they may be done; the others say it before. */
const WISHES: Readonly<Record<string, Wish>> = {
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

/** Knocks. */
export async function outcomeOf(
  house: House,
  furniture: Furniture,
  [resource, method, operation]: [Resource, Method, Operation],
  target: Target,
  who: Person,
): Promise<Outcome | string> {
  const path = addressOf(resource, method, target, who, furniture)
  const wish = WISHES[`${resource.name} ${method}`]
  const { status, text } = await house.send(who, method, wish?.query ? `${path}?${wish.query}` : path, wish)
  if (status === 401) return 'login'
  if (status === 403) return 'no'
  if (status === 404) return 'none'
  if (status < 400 || (status < 500 && operation.allow !== undefined)) return 'ok'
  return `${status} ${text.slice(0, 200)}`
}
