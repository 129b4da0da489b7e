import type { Store, Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { Tally } from './tally.ts'

/** What an import did. */
export interface Imported {
  /** Whether this run continued an interrupted one. */
  readonly isResumed: boolean
  readonly tally: Tally
  /** Forgets the progress, after the summary was shown. */
  readonly forget: () => Promise<void>
}

interface Step {
  next: string
  isDone: boolean
  tally: Tally
}

/** The steps of an import. Each is stored in the transactions that do its work, so that nothing is done twice. */
export class Steps {
  readonly #source: string
  readonly #steps: Map<string, Step>

  private constructor(source: string, steps: Map<string, Step>) {
    this.#source = source
    this.#steps = steps
  }

  static async load(store: Store, source: string): Promise<Steps> {
    const rows = await store.read.selectFrom('weblate_import').selectAll().where('server', '=', source).execute()
    const steps = rows.map(({ step, next, is_done, counts }): [string, Step] => [
      step,
      { next, isDone: is_done === 1, tally: new Tally(storedObject<Tally>(counts)) },
    ])
    return new Steps(source, new Map(steps))
  }

  /** Whether an earlier run was interrupted. */
  get isResumed(): boolean {
    return this.#steps.size > 0
  }

  isDone(step: string): boolean {
    return this.#steps.get(step)?.isDone ?? false
  }

  /** The page to continue with. */
  next(step: string, first: string): string {
    return this.#steps.get(step)?.next || first
  }

  /** Stores the counts of one transaction, and the page that follows; none means that the step is done. */
  async advance(tx: Writer, step: string, counted: Tally, next = ''): Promise<() => void> {
    const tally = new Tally()
    const before = this.#steps.get(step)
    if (before !== undefined) tally.merge(before.tally)
    tally.merge(counted)
    const values = { next, is_done: next === '' ? 1 : 0, counts: JSON.stringify(tally) }
    await tx
      .insertInto('weblate_import')
      .values({ server: this.#source, step, ...values })
      .onConflict(conflict => conflict.columns(['server', 'step']).doUpdateSet(values))
      .execute()
    return () => this.#steps.set(step, { next, isDone: next === '', tally })
  }

  /** The counts of all steps together. */
  summary(): Tally {
    const sum = new Tally()
    for (const { tally } of this.#steps.values()) sum.merge(tally)
    return sum
  }

  /** Forgets the progress, so that the next run reads everything again. */
  async clear(store: Store): Promise<void> {
    await store.transaction(tx => tx.deleteFrom('weblate_import').where('server', '=', this.#source).execute())
  }
}
