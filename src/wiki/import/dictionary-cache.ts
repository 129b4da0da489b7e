import type { Writer } from '#store/store.ts'
import { allLookups } from './bulk/keep-lookups.ts'

/** Reads each small dictionary of a dump once. */
export function dictionaryCache() {
  const known = new Map<string, ReadonlyMap<string, string>>()
  return async (tx: Writer, kind: string): Promise<ReadonlyMap<string, string>> => {
    const found = known.get(kind) ?? (await allLookups(tx, kind))
    known.set(kind, found)
    return found
  }
}
