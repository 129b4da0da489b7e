import { isLostBeforeCommit } from '#store/store-error.ts'

/** The page has changed since it was read. */
export class Outdated extends Error {}

/** What PostgreSQL says when two transactions got in each other's way: a deadlock, and the same key given twice. */
const RACES: ReadonlySet<unknown> = new Set(['40P01', '40001', '23505'])

/** Whether doing the same once more is likely to go well: nothing was stored, and what was in the way may be gone. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof Outdated || isLostBeforeCommit(error) || RACES.has((error as { code?: unknown } | null)?.code)
