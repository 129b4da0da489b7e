// Puts the batches of a continued query together, as clients do.

export type Tree = Record<string, unknown>

export interface Body {
  readonly error?: { readonly code: string }
  readonly query?: Tree
  readonly watchlistraw?: unknown
  readonly continue?: Readonly<Record<string, string | number>>
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists grow, objects merge, and plain values must not change from batch to batch. */
export function merge(into: Tree, batch: Tree): void {
  for (const [key, value] of Object.entries(batch)) {
    const known = into[key]
    if (known === undefined) into[key] = structuredClone(value)
    else if (Array.isArray(known) && Array.isArray(value)) append(known, value)
    else if (isTree(known) && isTree(value)) merge(known, value)
    else into[key] = value
  }
}

/** Lists within entries: a page's revisions, or what links to a redirect. Such an entry may stand in several batches. */
const INNER = ['revisions', 'redirlinks'] as const

function append(list: unknown[], more: readonly unknown[]): void {
  for (const entry of more) {
    const inner = INNER.find(name => isTree(entry) && Array.isArray(entry[name]))
    const known = inner && list.find(one => isTree(one) && isSamePage(one, entry as Tree))
    if (inner && isTree(known)) {
      known[inner] ??= []
      append(known[inner] as unknown[], (entry as Tree)[inner] as unknown[])
    } else list.push(structuredClone(entry))
  }
}

const isSamePage = (one: Tree, other: Tree): boolean => one.title === other.title && one.pageid === other.pageid

/** What a query found. Pages by title, because those that do not exist are numbered anew in each answer. */
export function found({ query = {}, watchlistraw }: Body): Tree {
  if (watchlistraw) return { ...query, watchlistraw }
  if (!isTree(query.pages)) return query
  const pages = Object.values(query.pages).filter(isTree)
  return { ...query, pages: Object.fromEntries(pages.map(page => [String(page.title), page])) }
}
