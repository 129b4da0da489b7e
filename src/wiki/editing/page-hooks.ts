import type { Reader, Writer } from '#store/store.ts'

/** Told, in the transaction that does it, that a page of the interface came or went. */
export type InterfaceFollower = (tx: Writer) => Promise<void>

const followers = new WeakMap<Reader, InterfaceFollower>()

/** The wiki knows nothing of translators: whoever has to follow the pages that word its interface says so here. */
export const followInterfacePages = (db: Reader, follower: InterfaceFollower): void => {
  followers.set(db, follower)
}

export const interfaceFollower = (db: Reader): InterfaceFollower | null => followers.get(db) ?? null
