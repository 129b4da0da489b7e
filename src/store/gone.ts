import { NoResultError } from 'kysely'

/** What somebody was about to change was removed by somebody else meanwhile. Nothing of the change stays. */
export class Gone extends Error {
  constructor(what: string, cause?: unknown) {
    super(`The ${what} was removed meanwhile.`, { cause })
  }
}

/** Whoever follows ids from row to row and comes to none was too late. */
export const isGone = (error: unknown): boolean => error instanceof Gone || error instanceof NoResultError

/** What one statement led to may be gone when the next one looks for it. */
export function present<T>(found: T | undefined | null, what: string): T {
  if (found === undefined || found === null) throw new Gone(what)
  return found
}

/** For a long walk over many things: one that went away meanwhile is passed over. */
export async function unlessGone<T>(step: Promise<T>): Promise<T | null> {
  try {
    return await step
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}
