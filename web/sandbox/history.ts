// Request history, stored only in this browser.

export interface Tried {
  /** URL fragment, without secrets. */
  readonly hash: string
  readonly label: string
  readonly at: string
  readonly status: number
}

const KEY = 'parlance-sandbox'
const MOST = 50

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function tried(shelf: Shelf): Tried[] {
  try {
    const kept = JSON.parse(shelf.getItem(KEY) ?? '[]') as Tried[]
    return Array.isArray(kept) ? kept.filter(each => typeof each?.hash === 'string') : []
  } catch {
    return []
  }
}

/** Newest first, without duplicates. */
export function remember(shelf: Shelf, entry: Tried): Tried[] {
  const all = [entry, ...tried(shelf).filter(({ hash }) => hash !== entry.hash)].slice(0, MOST)
  try {
    shelf.setItem(KEY, JSON.stringify(all))
  } catch {
    // Continue without history if storage is full or blocked.
  }
  return all
}

export function forget(shelf: Shelf): Tried[] {
  try {
    shelf.removeItem(KEY)
  } catch {
    // See above.
  }
  return []
}
