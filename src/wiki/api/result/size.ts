/** MediaWiki's limit for one response, counted the same way: the characters of all values without keys. */
export const MAX_RESULT_SIZE = 8 * 1024 * 1024

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let size = 0
  if (Array.isArray(value)) for (const entry of value) size += sizeOf(entry)
  else for (const key in value) size += sizeOf((value as Record<string, unknown>)[key])
  return size
}

/** Remaining room in a response. The first item always fits; otherwise a client would request it forever. */
export class SizeBudget {
  #left: number

  constructor(size = MAX_RESULT_SIZE) {
    this.#left = size
  }

  /** Reserves room for a value; false (reserving nothing) if there is not enough. */
  take(value: unknown, isFirst = false): boolean {
    const size = sizeOf(value)
    if (size > this.#left && !isFirst) return false
    this.#left -= size
    return true
  }
}
