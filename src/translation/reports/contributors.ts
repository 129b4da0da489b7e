import { usernameOf } from '#accounts/account.ts'
import { nameShows } from '#accounts/hidden-names.ts'
import { type Clock, seconds } from '#store/clock.ts'
import { portions } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import { workIn } from './activity.ts'
import type { Place } from './place.ts'

/** Contributions of one person in a place. */
export interface Contributor {
  readonly name: string
  readonly fullName: string
  /** Number of distinct strings worked on. */
  readonly strings: number
  readonly words: number
  readonly approved: number
  /** Language ids. */
  readonly languages: ReadonlySet<number>
  /** Microseconds. */
  readonly last: number
}

/** Contributors in a place and time range, most active first, without people whose name is hidden. */
export async function contributorsIn(
  { db, permissions, clock }: { db: Reader; permissions: Permissions; clock: Clock },
  place: Place,
  start: number,
  end: number,
): Promise<Contributor[]> {
  const tallies = new Map<
    number,
    { words: Map<number, number>; approved: number; languages: Set<number>; last: number }
  >()
  for await (const rows of workIn(db, permissions, place, start, end))
    for (const { author_id, unit_id, num_words, language_id, action, timestamp } of rows) {
      if (author_id === null) continue
      let tally = tallies.get(author_id)
      if (tally === undefined) {
        tally = { words: new Map(), approved: 0, languages: new Set(), last: timestamp }
        tallies.set(author_id, tally)
      }
      if (unit_id !== null) tally.words.set(unit_id, num_words ?? 0)
      if (language_id !== null) tally.languages.add(language_id)
      if (action === ACTION.approved) tally.approved++
      tally.last = timestamp
    }
  const contributors: Contributor[] = []
  for (const ids of portions([...tallies.keys()])) {
    const people = await db
      .selectFrom('account')
      .select(['account.id', usernameOf.as('name'), 'account.real_name'])
      .where('account.id', 'in', ids)
      .where(nameShows(seconds(clock)))
      .execute()
    for (const { id, name, real_name } of people) {
      const { words, ...tally } = tallies.get(id)!
      let sum = 0
      for (const each of words.values()) sum += each
      contributors.push({ name, fullName: real_name, strings: words.size, words: sum, ...tally })
    }
  }
  return contributors.sort((a, b) => b.strings - a.strings || b.words - a.words || (a.name < b.name ? -1 : 1))
}
