import type { SelectQueryBuilder } from 'kysely'
import { type Clock, seconds } from '#store/clock.ts'
import { from } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { wantedOrNot } from '#store/turn.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import { changesIn } from './changes-in.ts'
import type { Place } from './place.ts'

/** Activity in one week, starting on Monday (UTC). */
export interface Week {
  /** Microseconds. */
  readonly start: number
  /** Number of distinct strings worked on. */
  readonly strings: number
  readonly words: number
  readonly people: number
}

const SECOND = 1_000_000
export const WEEK = 7 * 86_400 * SECOND
/** The first Monday of 1970. */
const FIRST_MONDAY = 4 * 86_400 * SECOND
/** Rows per query: SQLite blocks the process, so long lists are read in batches. */
const AT_ONCE = 2000
/** How long past weeks are cached; they only change when a backup is restored. */
const KEPT_SECONDS = 900
const MOST_KEPT = 1000

export const weekOf = (at: number): number => Math.floor((at - FIRST_MONDAY) / WEEK) * WEEK + FIRST_MONDAY

interface Work {
  readonly timestamp: number
  readonly id: number
  readonly unit_id: number | null
  readonly author_id: number | null
  readonly language_id: number | null
  readonly action: number
  readonly num_words: number | null
}

/** Actions that count as translating, unlike new source strings or flags. */
const TRANSLATING = [2, 5, 6, 7, 8, 9, 27, 36, 77, 94]

/** Translation changes in a place and time range, in batches. */
export async function* workIn(
  db: Reader,
  permissions: Permissions,
  place: Place,
  start: number,
  end: number,
): AsyncGenerator<readonly Work[]> {
  let after: Work | undefined
  do {
    const query = (
      changesIn(db.selectFrom('translation_change'), permissions, place) as unknown as SelectQueryBuilder<
        Database,
        'translation_change',
        object
      >
    )
      .leftJoin('unit', 'unit.id', 'translation_change.unit_id')
      .select([
        'translation_change.timestamp',
        'translation_change.id',
        'translation_change.unit_id',
        'translation_change.author_id',
        'translation_change.language_id',
        'translation_change.action',
        'unit.num_words',
      ])
      .where('translation_change.is_content', '=', 1)
      .where('translation_change.action', 'in', TRANSLATING)
      .where('translation_change.timestamp', '>=', start)
      .where('translation_change.timestamp', '<', end)
      .orderBy('translation_change.timestamp')
      .orderBy('translation_change.id')
      .limit(AT_ONCE)
    const last = after
    const rows: Work[] = await (last === undefined
      ? query
      : query.where(
          from(['translation_change.timestamp', 'translation_change.id'], [last.timestamp, last.id + 1], 'asc'),
        )
    ).execute()
    yield rows
    after = rows.length < AT_ONCE ? undefined : rows.at(-1)
  } while (after !== undefined)
}

/** Counts weeks from `start` to the one that begins at `last`. */
async function countWeeks(
  db: Reader,
  permissions: Permissions,
  place: Place,
  start: number,
  last: number,
): Promise<Week[]> {
  const tallies = new Map<number, { words: Map<number, number>; people: Set<number> }>()
  for (let week = start; week <= last; week += WEEK) tallies.set(week, { words: new Map(), people: new Set() })
  for await (const rows of workIn(db, permissions, place, start, last + WEEK))
    for (const { timestamp, unit_id, author_id, num_words } of rows) {
      const { words, people } = tallies.get(weekOf(timestamp))!
      if (unit_id !== null) words.set(unit_id, num_words ?? 0)
      if (author_id !== null) people.add(author_id)
    }
  return [...tallies].map(([week, { words, people }]) => {
    let sum = 0
    for (const each of words.values()) sum += each
    return { start: week, strings: words.size, words: sum, people: people.size }
  })
}

/** Number of weeks shown. */
const WEEKS = 26

/** Caches past weeks, so that they are not counted for every page view. */
export class Activity {
  readonly #db: Reader
  readonly #clock: Clock
  readonly #kept = new Map<string, { until: number; current: number; past: Promise<readonly Week[]> }>()

  constructor(db: Reader, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** The last half year, oldest week first; the last week is still in progress. */
  async weeks(permissions: Permissions, place: Place): Promise<Week[]> {
    const current = weekOf(seconds(this.#clock) * SECOND)
    const past = await this.#past(permissions, place, current)
    return [...past, ...(await countWeeks(this.#db, permissions, place, current, current))]
  }

  /** Words translated per day in the last four weeks and the current one. */
  async wordsPerDay(permissions: Permissions, place: Place): Promise<number> {
    const weeks = (await this.weeks(permissions, place)).slice(-5)
    const daysOfThis = (seconds(this.#clock) * SECOND - weeks.at(-1)!.start) / (86_400 * SECOND)
    return weeks.reduce((sum, week) => sum + week.words, 0) / (28 + Math.max(daysOfThis, 0))
  }

  #past(permissions: Permissions, place: Place, current: number): Promise<readonly Week[]> {
    const now = seconds(this.#clock)
    const key = `${keyOf(place)} ${permissions.view}`
    const cached = this.#kept.get(key)
    if (cached && cached.until > now && cached.current === current) return cached.past
    // Shared by concurrent requests, so it continues when the first one is cancelled.
    const past = wantedOrNot(() =>
      countWeeks(this.#db, permissions, place, current - (WEEKS - 1) * WEEK, current - WEEK),
    )
    this.#kept.delete(key)
    this.#kept.set(key, { until: now + KEPT_SECONDS, current, past })
    // Waiting requests see the error; the next one retries.
    past.catch(() => this.#kept.delete(key))
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break
      this.#kept.delete(oldest)
    }
    return past
  }
}

const keyOf = ({ project, category, component, language }: Place): string =>
  [project, category, component, language].map(each => each?.id ?? '').join()
