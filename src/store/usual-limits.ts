/**
 * The limits that clients ask for: round numbers, and one more to see whether anything follows. Statements with these are
 * worth keeping each by itself; all others share one, whose limit is a parameter.
 */
export const isUsualLimit = (limit: number): boolean =>
  Number.isSafeInteger(limit) && (limit <= 2 || (limit <= 5001 && limit % 10 <= 1))
