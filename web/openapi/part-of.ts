// A large document takes the viewer many seconds, so it shows one group of operations at a time.

/** The parts of an OpenAPI document used here. */
export interface OpenApiDocument {
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

interface Group {
  readonly name: string
  readonly description: string
  /** Number of operations. */
  readonly count: number
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

const tagOf = (operation: unknown): string => (operation as { tags?: readonly string[] } | undefined)?.tags?.[0] ?? ''

const operationsIn = (item: Readonly<Record<string, unknown>>): [method: string, operation: unknown][] =>
  Object.entries(item).filter(([name]) => METHODS.includes(name))

/** Non-empty groups, in document order. */
export function groupsOf({ tags = [], paths }: OpenApiDocument): Group[] {
  const counts = new Map<string, number>()
  for (const item of Object.values(paths))
    for (const [, operation] of operationsIn(item))
      counts.set(tagOf(operation), (counts.get(tagOf(operation)) ?? 0) + 1)
  return tags.flatMap(({ name, description = '' }) => {
    const count = counts.get(name)
    return count === undefined ? [] : [{ name, description, count }]
  })
}

/** The document reduced to the operations of one group and the components they reference. */
export function partOf(document: OpenApiDocument, tag: string): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [path, item] of Object.entries(document.paths)) {
    const others = operationsIn(item).filter(([, operation]) => tagOf(operation) !== tag)
    if (others.length === operationsIn(item).length) continue
    const left = { ...item }
    for (const [method] of others) delete left[method]
    paths[path] = left
  }
  const tags = (document.tags ?? []).filter(({ name }) => name === tag)
  return { ...document, tags, paths, components: referredTo(document, paths) }
}

/** Security schemes are not referenced with `$ref`, so all of them are kept. */
const ALWAYS = 'securitySchemes'

function referredTo(document: OpenApiDocument, from: unknown): Record<string, Record<string, unknown>> {
  const all = document.components ?? {}
  const kept: Record<string, Record<string, unknown>> = {}
  if (all[ALWAYS]) kept[ALWAYS] = { ...all[ALWAYS] }
  const waiting: unknown[] = [from]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    for (const [key, value] of Object.entries(node)) {
      const [, kind = '', name = ''] =
        key === '$ref' && typeof value === 'string' ? (/^#\/components\/(\w+)\/(.+)$/.exec(value) ?? []) : []
      if (kind === '') waiting.push(value)
      else if (kept[kind]?.[name] === undefined) {
        const found = all[kind]?.[name]
        kept[kind] = { ...kept[kind], [name]: found }
        waiting.push(found)
      }
    }
  }
  return kept
}
