import { isInOrder, lastChange, numbersAfter } from '#store/log-order.ts'
import { mayReadReplica, readFromPrimary } from '#store/reading.ts'
import { oncePerRequest } from '#store/request-reads.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { changesNumbered, type LoggedChange } from './change-log.ts'
import { hasMissedChanges } from './old-changes.ts'

/** A process that is this far behind does not look at single entries. */
const MAX_UNSEEN = 500
/** Numbers to remember before looking for what is final. */
const MAX_AHEAD = 100
/** Entries that are further apart may have been deleted in between. */
const MAX_GAP = 1000

/** Handles the numbers of new entries; null for all of the log, on the first call and after many changes. */
type Apply = (numbers: readonly number[] | null) => Promise<void> | void

const NUMBERS = statement(db => db.selectFrom('change_log').select('seq'))

/**
 * Follows the change log in memory, for caches. Reports each entry once, as soon as it is visible, in the order of
 * commits, which on PostgreSQL may differ from the order of numbers. Costs one small query while nothing changes.
 */
export class ChangeFollower {
  readonly #apply: Apply
  /** The log up to here is final and seen. */
  #final: number | null = null
  /** Seen entries after that. */
  readonly #ahead = new Set<number>()
  /** The entries handled last. */
  #latest: readonly number[] = []
  /** The last turn. */
  #tail: Promise<void> = Promise.resolve()
  /** A turn on the primary that has not begun. */
  #next: Promise<void> | null = null

  constructor(apply: Apply) {
    this.#apply = apply
  }

  /**
   * Resolves when everything that was committed before the call has been handled, as far as this database shows it.
   * Calls take turns, so that an older result cannot overwrite a newer one; those that wait share the next turn, but
   * not with a replica, which may show less.
   */
  async catchUp(db: Reader): Promise<void> {
    if (!mayReadReplica()) {
      this.#next ??= this.#turn(db)
      return this.#next
    }
    if (this.#final !== null && (await this.#unseenAfter(db, this.#final)).length === 0) return
    await this.#turn(db)
  }

  #turn(db: Reader): Promise<void> {
    const turn = this.#tail.then(() => {
      if (this.#next === turn) this.#next = null
      return this.#follow(db)
    })
    this.#tail = turn.catch(() => {})
    return turn
  }

  /**
   * Whether this database shows everything handled so far. Replicas show commits in the order of the primary, so what
   * shows the latest entries shows all earlier ones.
   */
  async isShownBy(db: Reader): Promise<boolean> {
    const latest = this.#latest
    if (latest.length === 0) return true
    return (await NUMBERS.where('seq', 'in', latest).all(db)).length === latest.length
  }

  async #follow(db: Reader): Promise<void> {
    const before = this.#final
    if (before === null) return this.#followFar(db, null)
    const fresh = await this.#unseenAfter(db, before)
    if (fresh.length === 0) return
    // Finding out what is final costs more than remembering some numbers.
    if (this.#ahead.size + fresh.length > MAX_AHEAD || fresh.at(-1)! - before > MAX_GAP)
      return this.#followFar(db, before)
    // First, so that nobody takes the effect of these entries for that of earlier ones (`isShownBy`).
    this.#latest = fresh
    await this.#apply(fresh)
    // Not earlier, so that entries are reported again after an error.
    if (isInOrder(db)) this.#final = fresh.at(-1)!
    else for (const seq of fresh) this.#ahead.add(seq)
  }

  async #followFar(db: Reader, before: number | null): Promise<void> {
    // Read first, so that all entries up to it are visible to the next statement.
    const final = await lastChange(db)
    const fresh = before === null ? null : await this.#unseenAfter(db, before)
    const isFar =
      before === null || fresh === null || fresh.length >= MAX_UNSEEN || (await hasMissedChanges(db, before))
    const seen = isFar ? await this.#unseenAfter(db, final) : fresh
    if (seen.length > 0) this.#latest = seen
    else if (before === null && final > 0) this.#latest = [final]
    await this.#apply(isFar ? null : fresh)
    for (const seq of seen) this.#ahead.add(seq)
    // A replica knows less about open transactions.
    this.#final = Math.max(final, before ?? 0)
    for (const seq of this.#ahead) if (seq <= this.#final) this.#ahead.delete(seq)
  }

  async #unseenAfter(db: Reader, final: number): Promise<number[]> {
    // A round number, because each other limit would be planned again.
    const limit = Math.ceil((MAX_UNSEEN + this.#ahead.size) / 10) * 10
    return (await numbersAfter(db, final, limit)).filter(seq => !this.#ahead.has(seq))
  }
}

/** Versions whose entries are remembered, for caches that look at each of them. */
const MAX_VERSIONS = 100

/** What made a version: new entries, or null for all of the log. */
interface Batch {
  readonly version: number
  readonly numbers: readonly number[] | null
  /** Read when the first cache asks for them. */
  entries?: Promise<LoggedChange[]>
}

class Versions {
  #batches: Batch[] = []
  version = 0
  readonly follower = new ChangeFollower(numbers => {
    this.version += 1
    this.#batches.push({ version: this.version, numbers })
    if (this.#batches.length > MAX_VERSIONS) this.#batches.shift()
  })

  /** The entries between two versions; null if there are too many or they are no longer in memory. */
  async between(db: Reader, after: number, until: number): Promise<LoggedChange[] | null> {
    const batches = this.#batches.filter(({ version }) => version > after && version <= until)
    if (batches.length < until - after) return null
    const parts: LoggedChange[][] = []
    for (const batch of batches) {
      if (batch.numbers === null) return null
      batch.entries ??= changesNumbered(db, batch.numbers)
      batch.entries.catch(() => delete batch.entries)
      parts.push(await batch.entries)
    }
    return parts.flat()
  }
}

/** By adapter, which all connections and transactions of a database share. */
const versions = new WeakMap<object, Versions>()

function versionsOf(db: Reader): Versions {
  const { adapter } = db.getExecutor()
  const known = versions.get(adapter)
  if (known !== undefined) return known
  const fresh = new Versions()
  versions.set(adapter, fresh)
  return fresh
}

/**
 * A number that grows whenever new entries become visible. What is read after this call reflects all entries up to it,
 * so caches of this process are valid until it grows. Reads the log once per request. A request whose replica is behind
 * what this process has seen reads from the primary from here on: its data must not get into caches as new.
 */
export async function changeVersion(db: Reader): Promise<number> {
  const known = versionsOf(db)
  return oncePerRequest(known.follower, () => versionFor(known, db))
}

async function versionFor(entry: Versions, db: Reader): Promise<number> {
  const { follower } = entry
  await follower.catchUp(db)
  const { version } = entry
  if (!mayReadReplica() || (await follower.isShownBy(db))) return version
  readFromPrimary()
  await follower.catchUp(db)
  return entry.version
}

/** Updates a cache by the new entries; null stands for all of the log, on the first call and after many changes. */
type Update = (changes: readonly LoggedChange[] | null) => Promise<void> | void

/** Keeps a cache up to date. All caches of a process share what is read from the log. */
export class CacheFollower {
  readonly #update: Update
  /** The `changeVersion` that the cache reflects. */
  #version: number | null = null
  /** The last update. */
  #tail: Promise<void> = Promise.resolve()

  constructor(update: Update) {
    this.#update = update
  }

  get hasBegun(): boolean {
    return this.#version !== null
  }

  /** Resolves when the cache reflects everything that this database showed before the call. Updates take turns. */
  async catchUp(db: Reader): Promise<void> {
    const version = await changeVersion(db)
    if (this.#reflects(version)) return
    const turn = this.#tail.then(() => this.#follow(db, version))
    this.#tail = turn.catch(() => {})
    return turn
  }

  #reflects(version: number): boolean {
    return this.#version !== null && this.#version >= version
  }

  async #follow(db: Reader, version: number): Promise<void> {
    if (this.#reflects(version)) return
    const after = this.#version
    await this.#update(after === null ? null : await versionsOf(db).between(db, after, version))
    // Not earlier, so that entries are reported again after an error.
    this.#version = version
  }
}
