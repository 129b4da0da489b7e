/** Storage interface for the outbox and drafts. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** The browser's storage; null if it is blocked. */
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

/** Keys with a prefix. */
export function keysWith(shelf: Shelf | null, prefix: string): string[] {
  const found = []
  for (let i = 0; i < (shelf?.length ?? 0); i++) {
    const key = shelf!.key(i)
    if (key?.startsWith(prefix)) found.push(key)
  }
  return found
}
