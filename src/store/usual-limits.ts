/**
 * Common limits: round numbers, and one more to detect a next page. Each gets its own prepared statement; all other
 * limits share one with the limit as a parameter.
 */
export const isUsualLimit = (limit: number): boolean =>
  Number.isSafeInteger(limit) && (limit <= 2 || (limit <= 5001 && limit % 10 <= 1))
