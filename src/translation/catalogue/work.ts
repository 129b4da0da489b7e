import { appendChange } from '#events/change-log.ts'
import type { Jobs } from '#events/jobs.ts'
import { microseconds } from '#fields/timestamp.ts'
import { type Clock, seconds } from '#store/clock.ts'
import { type Hold, holdLock } from '#store/named-locks.ts'
import type { Store, Writer } from '#store/store.ts'
import { inTurns } from '#store/turn.ts'
import { type Completed, CounterChanges } from '../statistics/counter-changes.ts'
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
  account_id: number | null
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
  /** Strings that came back from being set aside with a text that their file lacks. */
  readonly returned = new Set<number>()
  /** Whether something was set aside, to be deleted when its time is over. */
  setsAside = false
  /** Components whose strings are to be checked anew afterwards. */
  readonly #unchecked = new Set<number>()
  #changes: PendingChange[] = []
  #isNobodysNews = false
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
      /** Whose doing it was, where that is not who does the work. */
      account?: number | null
      /** Whether statistics count it as a change of strings, where the action alone does not say so. */
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
      details: JSON.stringify(details),
      author_id: author,
      account_id: account,
      is_content,
      ...place,
    })
  }

  /** It is in the list of changes like all else, but nobody is sent mail about it. */
  tellNobody(): void {
    this.#isNobodysNews = true
  }

  /** Components that got a file or a language. */
  updatedComponents(): { id: number; project_id: number }[] {
    const found = new Map<number, { id: number; project_id: number }>()
    for (const { action, component_id: id, project_id } of this.#changes)
      if ((action === ACTION.resourceUpdated || action === ACTION.languageAdded) && id && project_id)
        found.set(id, { id, project_id })
    return [...found.values()]
  }

  /** Components (and, with 0, projects) of which something has changed that may be wrong now, or right again. */
  placesToReview(): { project: number; component: number }[] {
    const found = new Map<string, { project: number; component: number }>()
    for (const { action, project_id, component_id } of this.#changes)
      if (project_id && REVIEWED.has(action))
        found.set(`${project_id} ${component_id}`, { project: project_id, component: component_id ?? 0 })
    return [...found.values()]
  }

  changedProjects(): number[] {
    return [...new Set(this.#changes.flatMap(change => change.project_id ?? []))]
  }

  /** Drops recorded changes about something that this very piece of work has removed. */
  forget(isGone: (place: Place) => boolean): void {
    this.#changes = this.#changes.filter(change => !isGone(change))
  }

  /** True when something was recorded. */
  async finish(): Promise<boolean> {
    const known = this.#changes.length
    await welcomeContributors(this, this.#changes)
    // Who joins does so before they write something.
    this.#changes = [...this.#changes.slice(known), ...this.#changes.slice(0, known)]
    const ids = await this.#writeChanges(this.#changes)
    for await (const { is_content, translation_id, author_id } of inTurns(this.#changes))
      if (is_content === 1 && translation_id) this.counters.addContentChanges(translation_id, this.now, author_id)
    // Totals are shared by many writers, so they are taken as late as can be.
    const completed = await this.counters.write(this.tx)
    if (completed.length > 0) ids.push(...(await this.#recordCompletions(completed)))
    if (ids.length === 0) return false
    const [first, last] = [ids[0]!, ids.at(-1)!]
    // Others may have written rows in between; whoever reads these must not take theirs for ours.
    const gaps = last - first + 1 === ids.length ? {} : { runs: runsOf(ids) }
    const data = { first, last, count: ids.length, ...gaps, ...(this.#isNobodysNews && { quiet: true }) }
    const only = ids.length === 1 ? { action: this.#changes[0]!.action } : {}
    const change = { area: 'translation', kind: 'changes', accountId: this.account, data: { ...data, ...only } }
    await appendChange(this.tx, this.clock, change)
    return true
  }

  /** Translations that became complete, and components of which that was the last one. */
  async #recordCompletions(completed: readonly Completed[]): Promise<number[]> {
    const before = this.#changes.length
    for (const { id, project_id, component_id, language_id } of completed)
      this.record(ACTION.translationCompleted, { project_id, component_id, language_id, translation_id: id })
    for (const { project_id, component_id } of new Map(completed.map(row => [row.component_id, row])).values())
      if (await isComplete(this.tx, component_id)) this.record(ACTION.componentCompleted, { project_id, component_id })
    return this.#writeChanges(this.#changes.slice(before))
  }

  async #writeChanges(changes: readonly PendingChange[]): Promise<number[]> {
    const timestamp = this.now
    const ids: number[] = []
    for (let i = 0; i < changes.length; i += ROWS_AT_ONCE) {
      const rows = changes.slice(i, i + ROWS_AT_ONCE).map(change => ({
        project_id: null,
        component_id: null,
        translation_id: null,
        language_id: null,
        unit_id: null,
        ...change,
        timestamp,
      }))
      const written = await this.tx.insertInto('translation_change').values(rows).returning('id').execute()
      for (const { id } of written) ids.push(id)
    }
    return ids.sort((a, b) => a - b)
  }
}

/** What people do when they translate. */
const TRANSLATING: readonly Action[] = [ACTION.added, ACTION.changed, ACTION.suggestionAccepted]

/** Whoever translates something in a translation for the first time has joined those who work on it. */
async function welcomeContributors(work: Work, changes: readonly PendingChange[]): Promise<void> {
  const found = new Map<string, PendingChange & { translation_id: number; author_id: number }>()
  for await (const change of inTurns(changes)) {
    const { translation_id, author_id } = change
    if (translation_id && author_id !== null && TRANSLATING.includes(change.action))
      found.set(`${translation_id} ${author_id}`, { ...change, translation_id, author_id })
  }
  for (const { project_id, component_id, translation_id, language_id, author_id } of found.values()) {
    const known = await work.tx
      .selectFrom('translation_change')
      .select('id')
      .where('author_id', '=', author_id)
      .where('action', 'in', TRANSLATING)
      .where('translation_id', '=', translation_id)
      .limit(1)
      .executeTakeFirst()
    const place = { project_id: project_id!, component_id: component_id!, translation_id, language_id: language_id! }
    if (known === undefined) work.record(ACTION.contributorJoined, place, { account: author_id })
  }
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

export const SET_ASIDE_JOB = 'translation-set-aside'
const DAY = 86_400

export const ALERTS_JOB = 'translation-alerts'

/** What may have made something wrong, or right again, that is looked at behind the change. */
const REVIEWED: ReadonlySet<number> = new Set([
  ...[ACTION.projectCreated, ACTION.projectSettingChanged, ACTION.projectRenamed, ACTION.visibilityChanged],
  ...[
    ACTION.componentCreated,
    ACTION.componentSettingChanged,
    ACTION.componentRenamed,
    ACTION.componentMoved,
    ACTION.licenseChanged,
  ],
  ...[ACTION.screenshotAdded, ACTION.screenshotUploaded, ACTION.screenshotRemoved, ACTION.componentRemoved],
])

export const reviewLater = (tx: Writer, jobs: Jobs, project: number, component: number): Promise<void> =>
  jobs.enqueue(tx, { kind: ALERTS_JOB, key: `${project}-${component}`, payload: { project, component } })

async function reviewAfterwards(piece: Work, jobs: Jobs): Promise<void> {
  for (const { project, component } of piece.placesToReview()) await reviewLater(piece.tx, jobs, project, component)
}

export const NOTIFY_JOB = 'translation-notify'

export const WEB_HOOK_JOB = 'translation-web-hooks'
/** The add-on that tells other servers of changes, as Weblate names it. */
export const WEB_HOOK = 'weblate.webhook.webhook'

/** Other servers are told behind the change, if there is one that wants to be. */
async function tellHooksAfterwards(piece: Work, jobs: Jobs): Promise<void> {
  const projects = piece.changedProjects()
  if (projects.length === 0) return
  const hook = await piece.tx
    .selectFrom('addon')
    .select('id')
    .where('name', '=', WEB_HOOK)
    .where('project_id', 'in', projects)
    .limit(1)
    .executeTakeFirst()
  if (hook !== undefined) await jobs.enqueue(piece.tx, { kind: WEB_HOOK_JOB, key: '' })
}

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
    await reviewAfterwards(piece, jobs)
    await tellHooksAfterwards(piece, jobs)
    if (piece.setsAside) await jobs.enqueue(tx, { kind: SET_ASIDE_JOB, key: '', runAt: seconds(clock) + DAY })
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
