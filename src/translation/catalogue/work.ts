import { appendChange } from '#events/change-log.ts'
import type { Jobs } from '#events/jobs.ts'
import { type Clock, seconds } from '#store/clock.ts'
import { type Hold, holdLock } from '#store/named-locks.ts'
import type { Store, Writer } from '#store/store.ts'
import { inTurns } from '#store/turn.ts'
import { CounterChanges } from '../statistics/counter-changes.ts'
import { microseconds } from '../values/timestamp.ts'
import { addonNames } from './addon-places.ts'
import { ACTION, type Action, isContent } from './change-actions.ts'
import { type Holding, holding } from './holding.ts'
import { Looks } from './looks.ts'

/** Where a change happened; the narrower, the more of it is known. */
export interface Place {
  project_id?: number | null
  component_id?: number | null
  translation_id?: number | null
  language_id?: number | null
  unit_id?: number | null
}

interface PendingChange extends Place {
  action: Action
  target: string
  old: string
  details: string
  author_id: number | null
  is_content: 0 | 1
}

const ROWS_AT_ONCE = 500

/**
 * One piece of writing, all in one transaction: what is done to units is collected here, and at the end the counters,
 * the platform's list of changes and the common change log follow, each translation touched once.
 */
export class Work {
  readonly tx: Writer
  readonly clock: Clock
  /** Who does it; null for the system. */
  readonly account: number | null
  /** One instant for all of it, in microseconds: what happens together carries one time. */
  readonly now: number
  readonly counters: CounterChanges
  /** Strings to be compared with others afterwards. */
  readonly looks = new Looks()
  /** Components whose strings are to be checked anew afterwards. */
  readonly #unchecked = new Set<number>()
  #changes: PendingChange[] = []
  readonly #known = new Map<string, Promise<unknown>>()

  /** Begins a piece of work in a transaction, before which that transaction has touched nothing of the catalogue. */
  static async begin(tx: Writer, clock: Clock, account: number | null, hold: Hold = 'shared'): Promise<Work> {
    return new Work(tx, clock, account, await holdLock(tx, 'catalogue', hold))
  }

  constructor(tx: Writer, clock: Clock, account: number | null, hold: Hold) {
    this.tx = tx
    this.clock = clock
    this.account = account
    this.now = microseconds(clock)
    this.counters = new CounterChanges(hold)
  }

  /** Loads something that many steps of one piece of work need, the first time it is asked for. */
  once<T>(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key) as Promise<T> | undefined
    if (known !== undefined) return known
    const fresh = load()
    this.#known.set(key, fresh)
    return fresh
  }

  /** What all strings of these components are checked by has changed: their names, flags or plural rules. */
  checkAnew(components: readonly number[]): void {
    for (const id of components) this.#unchecked.add(id)
    this.forgetKnown()
  }

  /** What was loaded once may have changed. */
  forgetKnown(): void {
    this.#known.clear()
  }

  uncheckedComponents(): number[] {
    return [...this.#unchecked].sort((a, b) => a - b)
  }

  record(
    action: Action,
    place: Place,
    more: {
      target?: string
      old?: string
      details?: Record<string, unknown>
      author?: number | null
      /** Whether statistics count it as a change of strings, where the action alone does not say so. */
      content?: boolean
    } = {},
  ): void {
    const { target = '', old = '', details = {}, author = this.account, content = isContent(action) } = more
    const is_content = content ? 1 : 0
    this.#changes.push({
      action,
      target,
      old,
      details: JSON.stringify(details),
      author_id: author,
      is_content,
      ...place,
    })
  }

  /** Components that got a file or a language. */
  updatedComponents(): { id: number; project_id: number }[] {
    const found = new Map<number, { id: number; project_id: number }>()
    for (const { action, component_id: id, project_id } of this.#changes)
      if ((action === ACTION.resourceUpdated || action === ACTION.languageAdded) && id && project_id)
        found.set(id, { id, project_id })
    return [...found.values()]
  }

  /** Drops recorded changes about something that this very piece of work has removed. */
  forget(isGone: (place: Place) => boolean): void {
    this.#changes = this.#changes.filter(change => !isGone(change))
  }

  /** True when something was recorded. */
  async finish(): Promise<boolean> {
    const ids = await this.#writeChanges()
    for await (const { is_content, translation_id, author_id } of inTurns(this.#changes))
      if (is_content === 1 && translation_id) this.counters.addContentChanges(translation_id, this.now, author_id)
    // Totals are shared by many writers, so they are taken as late as can be.
    await this.counters.write(this.tx)
    if (ids.length === 0) return false
    const [first, last] = [ids[0]!, ids.at(-1)!]
    // Others may have written rows in between; whoever reads these must not take theirs for ours.
    const gaps = last - first + 1 === ids.length ? {} : { runs: runsOf(ids) }
    const data = { first, last, count: ids.length, ...gaps }
    const only = ids.length === 1 ? { action: this.#changes[0]!.action } : {}
    const change = { area: 'translation', kind: 'changes', accountId: this.account, data: { ...data, ...only } }
    await appendChange(this.tx, this.clock, change)
    return true
  }

  async #writeChanges(): Promise<number[]> {
    const timestamp = this.now
    const ids: number[] = []
    for (let i = 0; i < this.#changes.length; i += ROWS_AT_ONCE) {
      const rows = this.#changes.slice(i, i + ROWS_AT_ONCE).map(change => ({
        project_id: null,
        component_id: null,
        translation_id: null,
        language_id: null,
        unit_id: null,
        ...change,
        timestamp,
        account_id: this.account,
      }))
      const written = await this.tx.insertInto('translation_change').values(rows).returning('id').execute()
      for (const { id } of written) ids.push(id)
    }
    return ids.sort((a, b) => a - b)
  }
}

/** Numbers in order as first and last of each run without gaps. */
function runsOf(ids: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const id of ids) {
    const run = runs.at(-1)
    if (run !== undefined && id === run[1] + 1) run[1] = id
    else runs.push([id, id])
  }
  return runs
}

export const LOOKUP_JOB = 'translation-lookup-checks'
/** Edits come in bursts; one look after a burst is enough. */
const LOOKUP_DELAY = 30

/** Checks that compare strings run behind the edits, once for each language of a project. */
async function lookAfterwards(piece: Work, jobs: Jobs): Promise<void> {
  const runAt = seconds(piece.clock) + LOOKUP_DELAY
  for (const payload of await piece.looks.write(piece.tx))
    await jobs.enqueue(piece.tx, { kind: LOOKUP_JOB, key: `${payload.project}-${payload.language}`, payload, runAt })
}

export const RECHECK_JOB = 'translation-text-checks'

/** Checking a whole component may take long, so nobody waits for it. */
async function recheckAfterwards(piece: Work, jobs: Jobs): Promise<void> {
  for (const id of piece.uncheckedComponents()) await jobs.enqueue(piece.tx, { kind: RECHECK_JOB, key: String(id) })
}

export const ADDONS_JOB = 'translation-addons'

/** Add-ons of a component that was brought up to date run behind it; one run for all its files. */
async function addonsAfterwards(piece: Work, jobs: Jobs): Promise<void> {
  for (const component of piece.updatedComponents())
    if ((await addonNames(piece.tx, component)).size > 0)
      await jobs.enqueue(piece.tx, { kind: ADDONS_JOB, key: String(component.id) })
}

export const NOTIFY_JOB = 'translation-notify'

/** Does `task` in a transaction that holds the catalogue already; checks, add-ons, numbers and mail follow. */
export async function workWithin<T>(
  { tx, hold }: Holding,
  { clock, jobs }: { clock: Clock; jobs?: Jobs },
  account: number | null,
  task: (work: Work) => Promise<T>,
): Promise<T> {
  const piece = new Work(tx, clock, account, hold)
  const result = await task(piece)
  if (jobs) {
    await lookAfterwards(piece, jobs)
    await recheckAfterwards(piece, jobs)
    await addonsAfterwards(piece, jobs)
  }
  const isNews = await piece.finish()
  // Only a site that sends mail has somebody to do this. It comes last: the change log's lock orders those who ask for it.
  if (isNews && jobs?.handlers.has(NOTIFY_JOB)) await jobs.enqueue(tx, { kind: NOTIFY_JOB, key: '' })
  return result
}

/** Runs `task` as one transaction and finishes it; nothing of it stays when anything fails. It may run more than once. */
export const work = <T>(
  context: { store: Store; clock: Clock; jobs?: Jobs },
  account: number | null,
  task: (work: Work) => Promise<T>,
): Promise<T> => holding(context.store, 'shared', held => workWithin(held, context, account, task))
