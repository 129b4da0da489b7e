// In a tuple, so that unions are not split into their members.
type Column<T> = [T] extends [boolean | undefined]
  ? number
  : [T] extends [boolean | null | undefined]
    ? number | null
    : T

/** Converts booleans to the 0 and 1 of the database and leaves everything else unchanged. */
export function columnsOf<T extends Record<string, unknown>>(values: T): { [K in keyof T]: Column<T[K]> } {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  ) as { [K in keyof T]: Column<T[K]> }
}
