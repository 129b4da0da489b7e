// Normalizes responses for comparison: status, type, error header and body, without volatile values and key order.

export interface Query {
  readonly id: string
  readonly module: string
  readonly as?: string
  readonly method?: 'POST'
  readonly params: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly group?: string
  readonly needs?: readonly string[]
  readonly volatile?: readonly string[]
  readonly unordered?: readonly string[]
  /** Compares only the structure, because the response is random. */
  readonly shape?: boolean
}

export interface Recorded {
  readonly id: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

const ALWAYS_VOLATILE = ['$.curtimestamp', '$.servedby', '$.error.trace', '$.errors[*].trace']
const TOKEN = /^[0-9a-f]{32,}\+\\$/

export function normalise(answer: Recorded, query: Query, addresses?: { from: string; to: string }): unknown {
  let text = JSON.stringify(answer.body).replace(/\\n<!-- diff cache key [^>]*-->\\n/g, '')
  if (addresses) text = text.replaceAll(addresses.from, addresses.to)
  let body: unknown = JSON.parse(text)
  for (const path of [...ALWAYS_VOLATILE, ...(query.volatile ?? [])]) blank(body, steps(path))
  body = sortKeys(body)
  for (const path of query.unordered ?? []) sortAt(body, steps(path))
  return {
    status: answer.status,
    type: (answer.headers['content-type'] ?? '').replaceAll(' ', '').toLowerCase(),
    error: answer.headers['mediawiki-api-error'] ?? null,
    body: query.shape ? shapeOf(body) : body,
  }
}

/** Splits a path like `$.query.pages[*].touched`. */
const steps = (path: string): string[] =>
  [...path.slice(1).matchAll(/\.([^.[\]]+)|\[([^\]]+)\]/g)].map(match => match[1] ?? match[2]!)

function blank(node: unknown, [step, ...rest]: string[]): void {
  if (step === undefined || typeof node !== 'object' || node === null) return
  const keys = step === '*' ? Object.keys(node) : Object.hasOwn(node, step) ? [step] : []
  for (const key of keys) {
    if (rest.length > 0) blank((node as Tree)[key], rest)
    else (node as Tree)[key] = '<volatile>'
  }
}

function sortKeys(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(sortKeys)
  if (typeof node === 'string') return TOKEN.test(node) ? '<token>' : node
  if (!isTree(node)) return node
  return Object.fromEntries(
    Object.entries(node)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, sortKeys(value)]),
  )
}

function sortAt(node: unknown, [step, ...rest]: string[]): void {
  if (step === undefined || typeof node !== 'object' || node === null) return
  const keys = step === '*' ? Object.keys(node) : Object.hasOwn(node, step) ? [step] : []
  for (const key of keys) {
    const value = (node as Tree)[key]
    if (rest.length > 0) sortAt(value, rest)
    else if (Array.isArray(value)) value.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
}

/** The number of items, and their common keys. */
function shapeOf(body: unknown): unknown {
  if (!isTree(body)) return typeof body
  const error = (body.error ?? (body.errors as unknown[] | undefined)?.[0]) as Tree | undefined
  if (error) return { error: error.code }
  const out: Tree = { warnings: 'warnings' in body }
  for (const key of ['random', 'pages']) {
    const found = (body.query as Tree | undefined)?.[key]
    if (found === undefined) continue
    const items = Object.values(found as object).filter(isTree)
    const always = ['id', 'pageid', 'ns', 'title'].filter(name => items.length > 0 && items.every(item => name in item))
    out[key] = { n: Object.keys(found as object).length, keys: always }
  }
  return out
}

/**
 * Ranked entries with equal values have no defined order. So only the values of a ranked list are compared, and the
 * number of pages generated from one.
 */
export function withoutTies(answer: unknown): unknown {
  if (!isTree(answer) || !isTree(answer.body) || !isTree(answer.body.query)) return answer
  const { pages, querypage, ...query } = answer.body.query
  const ranked = isTree(querypage) && Array.isArray(querypage.results) ? querypage.results : null
  const ranks = ranked && { results: ranked.map(row => (isTree(row) ? (row.value ?? null) : row)) }
  const shown = {
    ...query,
    ...(isTree(querypage) && { querypage: { ...querypage, ...ranks } }),
    ...(typeof pages === 'object' && pages !== null && { pages: Object.keys(pages).length }),
  }
  return { ...answer, body: { ...answer.body, query: shown } }
}

/** Describes the first differences of two normalized responses. */
export function differences(expected: unknown, actual: unknown, path = '$', found: string[] = []): string[] {
  if (found.length >= 4) return found
  const show = (value: unknown) => (JSON.stringify(value) ?? '(absent)').slice(0, 120)
  if (isTree(expected) && isTree(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      differences(expected[key], actual[key], `${path}.${key}`, found)
    }
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) found.push(`${path}: ${expected.length} entries, not ${actual.length}`)
    for (const [index, entry] of expected.entries()) differences(entry, actual[index], `${path}[${index}]`, found)
  } else if (!Object.is(expected, actual)) found.push(`${path}: ${show(expected)}, not ${show(actual)}`)
  return found
}
