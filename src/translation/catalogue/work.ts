import { BoundedCache } from '#cache/bounded-cache.ts'
import { changeStep } from '#events/change-log.ts'
import type { Jobs } from '#events/jobs.ts'
import { microseconds } from '#fields/timestamp.ts'
import { type Clock, seconds } from '#store/clock.ts'
import { insertRowLater } from '#store/insert-row.ts'
import { type Hold, holdLock } from '#store/named-locks.ts'
import type { ChainStep } from '#store/statement-chain.ts'
import type { Store, Writer } from '#store/store.ts'
import { inTurns } from '#store/turn.ts'
import { type Completed, CounterChanges } from '../statistics/counter-changes.ts'
import { addonNames } from './addon-places.ts'
import { ACTION, type Action, isContent } from './change-actions.ts'
import { glossariesLater } from './glossary-languages.ts'
import { type Holding, holding } from './holding.ts'
import { Looks } from './looks.ts'
import { watchesOwnProjects } from './personal-settings.ts'

/** Where a change happened, as specifically as known. */
export interface Place {
  project_id?: number | null
  component_id?: number | null
  translation_id?: number | null
  language_id?: number | null
  unit_id?: number | null
}

const NOWHERE = { project_id: null, component_id: null, translation_id: null, language_id: null, unit_id: null }

interface PendingChange extends Place {
  action: Action
  target: string
  old: string
  details: string
  author_id: number | null
  account_id: number | null
  is_content: 0 | 1
}

const ROWS_AT_ONCE = 500

/**
 * A unit of work in one transaction. Changes to units are collected; at the end the counters, the history and the
 * shared change log are updated, touching each translation once.
 */
export class Work {
  readonly tx: Writer
  readonly clock: Clock
  /** The acting account; null for the system. */
  readonly account: number | null
  /** One timestamp for all changes, in microseconds. */
  readonly now: number
  readonly counters: CounterChanges
  /** Strings to compare with others afterwards. */
  readonly looks = new Looks()
  /** Strings restored with a text that their file lacks. */
  readonly returned = new Set<number>()
  /** Whether anything was set aside, so that its deletion must be scheduled. */
  setsAside = false
  /** Components to recheck afterwards. */
  readonly #unchecked = new Set<number>()
  /** Components whose variants to group again afterwards. */
  readonly regrouped = new Set<number>()
  #changes: PendingChange[] = []
  #isNobodysNews = false
  /** Added to the details of all changes. */
  #mark: Readonly<Record<string, unknown>> = {}
  readonly #cached = new Map<string, Promise<unknown>>()

  /** Starts a unit of work in a transaction that has not used the catalogue yet. */
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

  /** Loads data on first use and caches it for the unit of work. */
  once<T>(key: string, load: () => Promise<T>): Promise<T> {
    const cached = this.#cached.get(key) as Promise<T> | undefined
    if (cached !== undefined) return cached
    const fresh = load()
    this.#cached.set(key, fresh)
    return fresh
  }

  /** Caches data that the caller has read in this transaction. */
  know<T>(key: string, value: T): void {
    this.#cached.set(key, Promise.resolve(value))
  }

  /** Requests a recheck of components whose name, flags or plural rules changed. */
  checkAnew(components: readonly number[]): void {
    for (const id of components) this.#unchecked.add(id)
    this.forgetKnown()
  }

  /** Clears the cache after changes to cached data. */
  forgetKnown(): void {
    this.#cached.clear()
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
      /** The account behind the change, if it is not the acting one. */
      account?: number | null
      /** Whether statistics count it as a content change; derived from the action by default. */
      content?: boolean
    } = {},
  ): void {
    const { target = '', old = '', details = {}, account = this.account, content = isContent(action) } = more
    const { author = account } = more
    const is_content = content ? 1 : 0
    this.#changes.push({
      action,
      target,
      old,
      details: JSON.stringify({ ...details, ...this.#mark }),
      author_id: author,
      account_id: account,
      is_content,
      ...place,
    })
  }

  /** Marks the changes as made by an agent for the account. */
  markAsAgent(): void {
    this.#mark = { via: 'mcp' }
  }

  /** Records the changes without sending email about them. */
  tellNobody(): void {
    this.#isNobodysNews = true
  }

  /** Components that got a file or a language. */
  updatedComponents(): { id: number; project_id: number }[] {
    const components = new Map<number, { id: number; project_id: number }>()
    for (const { action, component_id: id, project_id } of this.#changes)
      if ((action === ACTION.resourceUpdated || action === ACTION.languageAdded) && id && project_id)
        components.set(id, { id, project_id })
    return [...components.values()]
  }

  /** Projects in which a component got a language, a file or settings. */
  projectsWithNewLanguages(): Set<number> {
    return new Set(this.#changes.flatMap(each => (each.project_id && GROWS.has(each.action) ? each.project_id : [])))
  }

  /** Components (and projects, with component 0) whose alerts may have changed. */
  placesToReview(): { project: number; component: number }[] {
    const places = new Map<string, { project: number; component: number }>()
    for (const { action, project_id, component_id } of this.#changes)
      if (project_id && REVIEWED.has(action))
        places.set(`${project_id} ${component_id}`, { project: project_id, component: component_id ?? 0 })
    return [...places.values()]
  }

  /** Drops recorded changes about objects that this unit of work removed. */
  forget(isGone: (place: Place) => boolean): void {
    this.#changes = this.#changes.filter(change => !isGone(change))
  }

  async finish(): Promise<void> {
    const count = this.#changes.length
    await recordNewContributors(this, this.#changes)
    // "Contributor joined" comes before the contribution.
    this.#changes = [...this.#changes.slice(count), ...this.#changes.slice(0, count)]
    const written = await this.#writeChanges(this.#changes)
    for await (const { is_content, translation_id, author_id } of inTurns(this.#changes))
      if (is_content === 1 && translation_id) this.counters.addContentChanges(translation_id, this.now, author_id)
    const completed = await this.counters.write(this.tx)
    const ids = written()
    if (completed.length > 0) {
      // Waits for others who complete the same component, so that one of the two records it.
      await this.counters.writeTotals(this.tx)
      ids.push(...(await this.#recordCompletions(completed)))
    }
    await this.counters.writeTotals(this.tx, ids.length > 0 ? this.#entryFor(ids) : null)
  }

  #entryFor(ids: readonly number[]): ChainStep {
    const [first, last] = [ids[0]!, ids.at(-1)!]
    // Rows of other transactions may lie in between and must not be taken for ours.
    const gaps = last - first + 1 === ids.length ? {} : { runs: runsOf(ids) }
    const data = { first, last, count: ids.length, ...gaps, ...(this.#isNobodysNews && { quiet: true }) }
    const only = ids.length === 1 ? { action: this.#changes[0]!.action } : {}
    const change = { area: 'translation', kind: 'changes', accountId: this.account, data: { ...data, ...only } }
    return changeStep(this.tx, this.clock, change)
  }

  /** Records translations and components that became complete. */
  async #recordCompletions(completed: readonly Completed[]): Promise<number[]> {
    const before = this.#changes.length
    for (const { id, project_id, component_id, language_id } of completed)
      this.record(ACTION.translationCompleted, { project_id, component_id, language_id, translation_id: id })
    for (const { project_id, component_id } of new Map(completed.map(row => [row.component_id, row])).values())
      if (await isComplete(this.tx, component_id)) this.record(ACTION.componentCompleted, { project_id, component_id })
    return (await this.#writeChanges(this.#changes.slice(before)))()
  }

  /** The returned function gives the IDs, once the counters are written. */
  async #writeChanges(changes: readonly PendingChange[]): Promise<() => number[]> {
    const rows = changes.map(change => ({ ...NOWHERE, ...change, timestamp: this.now }))
    // Nearly all transactions change one text. The counters of its translation are read next.
    if (rows.length === 1 && rows[0]!.is_content === 1 && rows[0]!.translation_id !== null) {
      const id = await insertRowLater(this.tx, 'translation_change', rows[0]!)
      return () => [id()]
    }
    const ids: number[] = []
    for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
      const part = rows.slice(i, i + ROWS_AT_ONCE)
      const written = await this.tx.insertInto('translation_change').values(part).returning('id').execute()
      for (const { id } of written) ids.push(id)
    }
    ids.sort((a, b) => a - b)
    return () => ids
  }
}

/** Actions of translators. */
const TRANSLATING: readonly Action[] = [ACTION.added, ACTION.changed, ACTION.suggestionAccepted]

/** Records contributors who work on a translation for the first time. */
async function recordNewContributors(work: Work, changes: readonly PendingChange[]): Promise<void> {
  const contributions = new Map<string, PendingChange & { translation_id: number; author_id: number }>()
  for await (const change of inTurns(changes)) {
    const { translation_id, author_id } = change
    if (translation_id && author_id !== null && TRANSLATING.includes(change.action))
      contributions.set(`${translation_id} ${author_id}`, { ...change, translation_id, author_id })
  }
  const known = contributorsOf(work.tx)
  for (const [key, { project_id, component_id, translation_id, language_id, author_id }] of contributions) {
    if (known.get(key)) continue
    const earlier = await work.tx
      .selectFrom('translation_change')
      .select('timestamp')
      .where('author_id', '=', author_id)
      .where('action', 'in', TRANSLATING)
      .where('translation_id', '=', translation_id)
      .limit(1)
      .executeTakeFirst()
    const place = { project_id: project_id!, component_id: component_id!, translation_id, language_id: language_id! }
    if (earlier === undefined) {
      work.record(ACTION.contributorJoined, place, { account: author_id })
      if (await watchesOwnProjects(work.tx, author_id))
        await work.tx
          .insertInto('project_watch')
          .values({ account_id: author_id, project_id: place.project_id })
          .onConflict(conflict => conflict.doNothing())
          .execute()
    }
    // Changes of this transaction may be rolled back.
    else if (earlier.timestamp < work.now) known.set(key, true)
  }
}

/** Contributors of translations by database, so that most changes need not look for earlier ones. */
const contributors = new WeakMap<object, BoundedCache<string, true>>()

function contributorsOf(tx: Writer): BoundedCache<string, true> {
  const { adapter } = tx.getExecutor()
  const known = contributors.get(adapter) ?? new BoundedCache({ name: 'contributors', limit: 10_000 })
  contributors.set(adapter, known)
  return known
}

async function isComplete(db: Writer, component: number): Promise<boolean> {
  const unfinished = await db
    .selectFrom('translation')
    .select('id')
    .where('component_id', '=', component)
    .where('is_source', '=', 0)
    .whereRef('translated', '<', 'total')
    .limit(1)
    .executeTakeFirst()
  return unfinished === undefined
}

/** Ranges of consecutive numbers in a sorted list. */
function runsOf(ids: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const id of ids) {
    const run = runs.at(-1)
    if (run !== undefined && id === run[1] + 1) run[1] = id
    else runs.push([id, id])
  }
  return runs
}

export const RECHECK_JOB = 'translation-text-checks'

/** Schedules rechecks of whole components, which can take long. */
async function recheckAfterwards(piece: Work, jobs: Jobs): Promise<void> {
  for (const id of piece.uncheckedComponents()) await jobs.enqueue(piece.tx, { kind: RECHECK_JOB, key: String(id) })
}

export const VARIANTS_JOB = 'translation-variants'

/** Schedules the grouping of variants, which reads all strings of a component. */
async function variantsAfterwards(piece: Work, jobs: Jobs): Promise<void> {
  for (const id of piece.regrouped) await jobs.enqueue(piece.tx, { kind: VARIANTS_JOB, key: String(id) })
}

export const ADDONS_JOB = 'translation-addons'

/** Schedules the add-ons of updated components, one run for all files. */
async function addonsAfterwards(piece: Work, jobs: Jobs): Promise<void> {
  for (const component of piece.updatedComponents())
    if ((await addonNames(piece.tx, component)).size > 0)
      await jobs.enqueue(piece.tx, { kind: ADDONS_JOB, key: String(component.id) })
}

export const SET_ASIDE_JOB = 'translation-set-aside'
const DAY = 86_400

export const ALERTS_JOB = 'translation-alerts'

/** Actions after which a glossary may lack a language of its project. */
const GROWS: ReadonlySet<number> = new Set([
  ...[ACTION.languageAdded, ACTION.resourceUpdated, ACTION.componentCreated, ACTION.componentSettingChanged],
])

/** Actions that may raise or clear alerts. */
const REVIEWED: ReadonlySet<number> = new Set([
  ...[ACTION.projectCreated, ACTION.projectSettingChanged, ACTION.projectRenamed, ACTION.visibilityChanged],
  ...[
    ACTION.componentCreated,
    ACTION.componentSettingChanged,
    ACTION.componentRenamed,
    ACTION.componentMoved,
    ACTION.licenseChanged,
    ACTION.agreementChanged,
  ],
  ...[ACTION.languageAdded, ACTION.translationRemoved],
  ...[ACTION.screenshotAdded, ACTION.screenshotUploaded, ACTION.screenshotRemoved, ACTION.componentRemoved],
])

export const reviewLater = (tx: Writer, jobs: Jobs, project: number, component: number): Promise<void> =>
  jobs.enqueue(tx, { kind: ALERTS_JOB, key: `${project}-${component}`, payload: { project, component } })

async function reviewAfterwards(piece: Work, jobs: Jobs): Promise<void> {
  for (const { project, component } of piece.placesToReview()) await reviewLater(piece.tx, jobs, project, component)
}

/**
 * Runs `task` in a transaction that already locks the catalogue, and schedules checks and add-ons. What most changes
 * cause (comparisons, email, webhooks) is found by its jobs instead.
 */
export async function workWithin<T>(
  { tx, hold }: Holding,
  { clock, jobs }: { clock: Clock; jobs?: Jobs },
  account: number | null,
  task: (work: Work) => Promise<T>,
  isAgent = false,
): Promise<T> {
  const piece = new Work(tx, clock, account, hold)
  if (isAgent) piece.markAsAgent()
  const result = await task(piece)
  if (jobs) {
    await piece.looks.write(tx)
    await recheckAfterwards(piece, jobs)
    await variantsAfterwards(piece, jobs)
    await addonsAfterwards(piece, jobs)
    await glossariesLater(tx, jobs, piece.projectsWithNewLanguages())
    await reviewAfterwards(piece, jobs)
    if (piece.setsAside) await jobs.enqueue(tx, { kind: SET_ASIDE_JOB, key: '', runAt: seconds(clock) + DAY })
  }
  await piece.finish()
  return result
}

/** Runs `task` in one transaction, which is rolled back if anything fails. The task may run several times. */
export const work = <T>(
  context: { store: Store; clock: Clock; jobs?: Jobs },
  account: number | null,
  task: (work: Work) => Promise<T>,
): Promise<T> => holding(context.store, 'shared', held => workWithin(held, context, account, task))
