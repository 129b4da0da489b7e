import { isLostRace } from '#store/store-error.ts'

/** The page has changed since it was read. */
export class Outdated extends Error {}

/** Whether doing the same once more is likely to go well: nothing was stored, and what was in the way may be gone. */
export const isOvertaken = (error: unknown): boolean => error instanceof Outdated || isLostRace(error)
