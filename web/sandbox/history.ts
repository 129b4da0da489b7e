// What one has tried, kept in this browser alone.

export interface Tried {
  /** The part of the address behind `#`, without secrets. */
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

/** The newest first, each request once. */
export function remember(shelf: Shelf, entry: Tried): Tried[] {
  const all = [entry, ...tried(shelf).filter(({ hash }) => hash !== entry.hash)].slice(0, MOST)
  try {
    shelf.setItem(KEY, JSON.stringify(all))
  } catch {
    // A full or forbidden storage is no reason not to go on.
  }
  return all
}

export function forget(shelf: Shelf): Tried[] {
  try {
    shelf.removeItem(KEY)
  } catch {
    // As above.
  }
  return []
}
