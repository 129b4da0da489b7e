// Merges the batches of a continued query, as clients do.

export type Tree = Record<string, unknown>

export interface Body {
  readonly error?: { readonly code: string }
  readonly query?: Tree
  readonly watchlistraw?: unknown
  readonly continue?: Readonly<Record<string, string | number>>
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Appends to lists, merges objects, and replaces other values. */
export function merge(into: Tree, batch: Tree): void {
  for (const [key, value] of Object.entries(batch)) {
    const existing = into[key]
    if (existing === undefined) into[key] = structuredClone(value)
    else if (Array.isArray(existing) && Array.isArray(value)) append(existing, value)
    else if (isTree(existing) && isTree(value)) merge(existing, value)
    else into[key] = value
  }
}

/** Lists within entries, such as the revisions of a page. These entries may continue in the next batch. */
const INNER = ['revisions', 'redirlinks'] as const

function append(list: unknown[], more: readonly unknown[]): void {
  for (const entry of more) {
    const inner = INNER.find(name => isTree(entry) && Array.isArray(entry[name]))
    const existing = inner && list.find(one => isTree(one) && isSamePage(one, entry as Tree))
    if (inner && isTree(existing)) {
      existing[inner] ??= []
      append(existing[inner] as unknown[], (entry as Tree)[inner] as unknown[])
    } else list.push(structuredClone(entry))
  }
}

const isSamePage = (one: Tree, other: Tree): boolean => one.title === other.title && one.pageid === other.pageid

/** The results of a query. Pages are keyed by title, because missing pages get new numbers in every response. */
export function results({ query = {}, watchlistraw }: Body): Tree {
  if (watchlistraw) return { ...query, watchlistraw }
  if (!isTree(query.pages)) return query
  const pages = Object.values(query.pages).filter(isTree)
  return { ...query, pages: Object.fromEntries(pages.map(page => [String(page.title), page])) }
}
