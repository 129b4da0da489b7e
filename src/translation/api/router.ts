import type { Resource } from './resource.ts'

interface Step {
  literal?: string
  name?: string
  pattern?: RegExp
}

interface Route {
  resource: Resource
  steps: Step[]
}

export interface Match {
  resource: Resource
  params: Record<string, string>
  /** From a suffix, as in `/languages/cs.json`; a suffix replaces the final slash. */
  format?: string
}

const SUFFIX = /\.(json|api|csv|json-flat)$/
/** For files, the suffix is the format to convert to: `/translations/hello/main/cs/file.xliff`. */
const FILE_SUFFIX = /(?<=\/file)\.([a-z0-9-]+)$/

function stepOf(segment: string): Step {
  const variable = /^:(\w+)(?:\((.+)\))?$/.exec(segment)
  if (!variable) return { literal: segment }
  return { name: variable[1]!, ...(variable[2] && { pattern: new RegExp(`^(?:${variable[2]})$`) }) }
}

const decoded = (segment: string): string | null => {
  if (!segment.includes('%')) return segment.includes('\0') ? null : segment
  try {
    const text = decodeURIComponent(segment)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** Finds the resource for a path. The final slash is required: without it the result is a 404, not a redirect. */
export class Router {
  /** Grouped by first word and length, so that few routes are left to compare. */
  readonly #routes = new Map<string, Route[]>()

  constructor(resources: readonly Resource[]) {
    for (const resource of resources) {
      const segments = segmentsOf(resource.path)!
      const routes = this.#routes.get(keyOf(segments)) ?? []
      routes.push({ resource, steps: segments.map(stepOf) })
      this.#routes.set(keyOf(segments), routes)
    }
    // Fixed words take precedence over variables: /memory/lookup/ before /memory/:id/.
    for (const routes of this.#routes.values()) {
      routes.sort((a, b) => variables(a) - variables(b))
    }
  }

  /** `path` is the part after `/api`, still percent-encoded, because an encoded slash is not a separator. */
  find(path: string): Match | null {
    if (path.endsWith('/')) return this.#find(path)
    const suffix = FILE_SUFFIX.exec(path) ?? SUFFIX.exec(path)
    if (!suffix) return null
    const match = this.#find(`${path.slice(0, suffix.index)}/`)
    return match && { ...match, format: suffix[1]! }
  }

  #find(path: string): Match | null {
    const segments = segmentsOf(path)
    if (segments === null) return null
    for (const { resource, steps } of this.#routes.get(keyOf(segments)) ?? []) {
      const params = paramsOf(steps, segments)
      if (params) return { resource, params }
    }
    return null
  }
}

/** The first segment of a path is always fixed, never a variable. */
const keyOf = (segments: readonly string[]): string => `${segments.length} ${segments[0]}`

const variables = (route: Route): number => route.steps.filter(step => step.name !== undefined).length

function segmentsOf(path: string): string[] | null {
  if (path === '/') return []
  const segments = path.slice(1, -1).split('/')
  return segments.includes('') ? null : segments
}

function paramsOf(steps: readonly Step[], segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!
    if (step.name === undefined) {
      if (step.literal !== segments[i]) return null
      continue
    }
    const value = decoded(segments[i]!)
    if (value === null || (step.pattern && !step.pattern.test(value))) return null
    params[step.name] = value
  }
  return params
}
