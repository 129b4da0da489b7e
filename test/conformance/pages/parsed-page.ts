type Listed = Readonly<Record<string, unknown>>

/** The answer to `action=parse` in format version 2. */
export interface Parsed {
  readonly error?: { readonly code: string }
  readonly parse?: {
    readonly text?: string
    readonly displaytitle?: string
    readonly properties?: Listed
    readonly [list: string]: unknown
  }
}

/** Lists whose order says nothing: MediaWiki gives them in the order of its hash tables. */
const SETS = new Set(['links', 'templates', 'images', 'externallinks', 'iwlinks', 'parsewarnings'])
const FIELDS = [
  'links',
  'templates',
  'categories',
  'images',
  'externallinks',
  'langlinks',
  'iwlinks',
  'sections',
] as const

/** Everything but the text, as lines that can be compared. */
export function comparedFields({ error, parse = {} }: Parsed): Map<string, string> {
  const fields = new Map<string, string>([['error', error?.code ?? '']])
  for (const field of [...FIELDS, 'parsewarnings']) {
    const rows = ((parse[field] ?? []) as unknown[]).map(row => JSON.stringify(inOrder(row)))
    fields.set(field, (SETS.has(field) ? rows.sort() : rows).join('\n'))
  }
  fields.set('displaytitle', parse.displaytitle ?? '')
  fields.set('properties', JSON.stringify(inOrder(parse.properties ?? {})))
  return fields
}

/** Objects with their keys in order. */
function inOrder(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
