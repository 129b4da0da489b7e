import { NoResultError } from 'kysely'

/** The object to change was deleted concurrently. The change is rolled back. */
export class Gone extends Error {
  constructor(what: string, cause?: unknown) {
    super(`The ${what} has been deleted in the meantime.`, { cause })
  }
}

/** A row that another row refers to may also be missing because of a concurrent deletion. */
export const isGone = (error: unknown): boolean => error instanceof Gone || error instanceof NoResultError

/** Throws `Gone` for a row that was deleted since an earlier statement referred to it. */
export function present<T>(row: T | undefined | null, what: string): T {
  if (row === undefined || row === null) throw new Gone(what)
  return row
}

/** For long loops: turns `Gone` into null, so that deleted objects can be skipped. */
export async function unlessGone<T>(step: Promise<T>): Promise<T | null> {
  try {
    return await step
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}
