import { lastChange } from '#store/log-order.ts'
import type { Reader } from '#store/store.ts'
import { readState } from './mail/state.ts'

/** A position in the change log, kept under this name, that follows one area. */
interface Position {
  readonly state: string
  readonly area: string
}

/** Tells whether the change log has entries that a follower has not handled. */
export class Unfollowed {
  /** Up to here, there were none. Saves reading entries of other areas again. */
  #checked = 0

  async exists(db: Reader, positions: readonly Position[]): Promise<boolean> {
    const last = await lastChange(db)
    if (last <= this.#checked) return false
    for (const { state, area } of positions) {
      const reached = Number((await readState(db, state)) ?? 0)
      const entry = await db
        .selectFrom('change_log')
        .select('seq')
        .where('seq', '>', Math.max(reached, this.#checked))
        .where('seq', '<=', last)
        .where('area', '=', area)
        .orderBy('seq')
        .limit(1)
        .executeTakeFirst()
      if (entry !== undefined) return true
    }
    this.#checked = last
    return false
  }
}
