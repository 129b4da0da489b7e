/** What the outbox and the drafts need of a browser's storage. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** The storage of this browser, unless it forbids pages to keep anything. */
export function browserShelf(): Shelf | null {
  try {
    const probe = 'parlance-probe'
    window.localStorage.setItem(probe, '1')
    window.localStorage.removeItem(probe)
    return window.localStorage
  } catch {
    return null
  }
}

/** The keys that begin with a prefix. */
export function keysWith(shelf: Shelf | null, prefix: string): string[] {
  const found = []
  for (let i = 0; i < (shelf?.length ?? 0); i++) {
    const key = shelf!.key(i)
    if (key?.startsWith(prefix)) found.push(key)
  }
  return found
}
