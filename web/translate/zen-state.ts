import { effect, signal } from '@preact/signals'
import { api } from '../shared/api.ts'
import type { SaveState } from '../shared/outbox.ts'
import { outbox } from '../shared/page-outbox.ts'
import type { Desk } from './desk.ts'
import { jobOf, pendingOf } from './jobs.ts'
import { saveStateOf } from './sent.ts'
import type { Check, Row } from './types.ts'

/** Rows added in one step. */
const STEP = 50
/** Rows before the first current one, when the page opens in the middle. */
const BEFORE = 5

/** What a row shows while it is not edited. */
export interface RowText {
  readonly target: readonly string[]
  readonly saving: 'typed' | Exclude<SaveState, 'waiting' | 'saved'> | null
}

/** The ranks on the page. It grows while the user scrolls or moves. */
export class Shown {
  readonly range = signal({ from: 0, to: 0 })
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** Shows the current string, wherever it is. A new search starts again. */
  follow(): () => void {
    let query: string | null = null
    return effect(() => {
      const desk = this.#desk
      const rank = desk.rank.value
      const count = desk.strings.count.value
      const { from, to } = this.range.peek()
      if (rank === null) this.range.value = { from: 0, to: Math.min(STEP, count) }
      else if (query !== desk.query.value || rank < from - STEP || rank > to + STEP) {
        query = desk.query.value
        const first = Math.max(rank - BEFORE, 0)
        this.#show(first, first + STEP)
      } else this.#show(Math.min(from, rank), Math.max(Math.min(to, count), rank + BEFORE))
    })
  }

  more(): void {
    const { from, to } = this.range.value
    this.#show(from, to + STEP)
  }

  earlier(): void {
    const { from, to } = this.range.value
    this.#show(Math.max(from - STEP, 0), to)
  }

  #show(from: number, most: number): void {
    const { strings } = this.#desk
    const to = Math.min(most, strings.count.peek())
    const now = this.range.peek()
    if (now.from !== from || now.to !== to) this.range.value = { from, to }
    void strings.need(from, to)
  }

  /** The text that the user wrote last, saved or not. */
  textOf(row: Row | undefined): RowText {
    if (row === undefined) return { target: [], saving: null }
    const saving = saveStateOf(this.#desk, row.id)
    if (saving === null) return { target: row.target, saving }
    const draft = this.#desk.drafts.of(row.id)
    const last = pendingOf(row.id).at(-1)
    return { target: draft?.target ?? (last && jobOf(last)?.forms) ?? row.target, saving }
  }
}

/** Failing checks of strings saved on this page, by string. */
export class SavedChecks {
  readonly #desk: Desk
  readonly #found = signal<ReadonlyMap<number, readonly Check[]>>(new Map())

  constructor(desk: Desk) {
    this.#desk = desk
  }

  of(id: number | undefined): readonly Check[] | undefined {
    return id === undefined ? undefined : this.#found.value.get(id)
  }

  follow(): () => void {
    return outbox.subscribe(event => {
      if (event.kind !== 'saved') return
      const job = jobOf(event.entry)
      if (job?.kind === 'save' && job.place === this.#desk.props.api) void this.#load(job.before.id)
    })
  }

  async #load(id: number): Promise<void> {
    try {
      const { checks } = await api<{ checks: readonly Check[] }>(`/api/units/${id}/everything/?parts=checks`)
      this.#found.value = new Map(this.#found.value).set(
        id,
        checks.filter(check => !check.dismissed),
      )
    } catch {
      // The row still says whether checks fail.
    }
  }
}
