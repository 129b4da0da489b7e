/** What somebody was about to change was removed by somebody else meanwhile. Nothing of the change stays. */
export class Gone extends Error {
  constructor(what: string, cause?: unknown) {
    super(`The ${what} was removed meanwhile.`, { cause })
  }
}

/** What one statement led to may be gone when the next one looks for it. */
export function present<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Gone(what)
  return found
}
