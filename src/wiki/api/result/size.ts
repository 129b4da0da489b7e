/** What MediaWiki allows one answer to hold, counted as it does: the characters of all values, keys aside. */
export const MAX_RESULT_SIZE = 8 * 1024 * 1024

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let size = 0
  if (Array.isArray(value)) for (const entry of value) size += sizeOf(entry)
  else for (const key in value) size += sizeOf((value as Record<string, unknown>)[key])
  return size
}

/** The room left in an answer. The first item always goes out, or a client would ask for it for ever. */
export class SizeBudget {
  #left: number

  constructor(size = MAX_RESULT_SIZE) {
    this.#left = size
  }

  /** Takes the room for a value; false (and nothing taken) when there is not enough. */
  take(value: unknown, isFirst = false): boolean {
    const size = sizeOf(value)
    if (size > this.#left && !isFirst) return false
    this.#left -= size
    return true
  }
}
