import { signal } from '@preact/signals'
import { api } from '../shared/api.ts'
import { reader } from '../shared/reader.ts'
import { browserShelf } from '../shared/shelf.ts'
import { t } from '../shared/texts.ts'
import { Drafts, recall, sameForms } from './drafts.ts'
import { type Job, jobOf, pendingOf } from './jobs.ts'
import { type Ask, Strings } from './strings.ts'
import {
  type Check,
  type May,
  type Person,
  type Props,
  type Row,
  STATE,
  type Totals,
  type Unit,
  type Work,
} from './types.ts'
import { Works } from './works.ts'

export type Tab = 'help' | 'nearby' | 'languages' | 'comments' | 'history'
export type Pane = 'list' | 'edit' | 'side'

/** Someone else changed the string in the meantime. */
export interface Conflict {
  readonly theirs: { readonly target: readonly string[]; readonly state: number; readonly version: string }
  readonly by: Person | null
}

/** Maximum length of texts in the list. */
const CUT = 500

/** State of the translation editor: the list, the current string and the typed text. */
export class Desk {
  readonly props: Props
  readonly strings: Strings
  readonly works: Works
  readonly drafts = new Drafts(browserShelf(), reader.name)

  readonly query = signal('')
  readonly queryProblem = signal<string | null>(null)
  readonly rank = signal<number | null>(null)
  readonly row = signal<Row | null>(null)
  readonly work = signal<Work | null>(null)
  readonly forms = signal<readonly string[]>([])
  readonly needsEditing = signal(false)
  readonly approves = signal(false)
  readonly isRestored = signal(false)
  readonly problem = signal<string | null>(null)
  readonly conflict = signal<Conflict | null>(null)
  /** Failing checks of the typed text; null while it equals the saved text. */
  readonly live = signal<readonly Check[] | null>(null)
  readonly totals = signal<Totals>({ total: 0, translated: 0, approved: 0, fuzzy: 0, readonly: 0 })
  /** Incremented when the state of an outbox entry changes. */
  readonly sendings = signal(0)
  /** The last save, while it can be undone. */
  readonly undoable = signal<Job | null>(null)
  /** Whether the message is about that save. */
  readonly noticeUndoes = signal(false)
  readonly isOffline = signal(!navigator.onLine)
  readonly notice = signal<string | null>(null)
  readonly tab = signal<Tab>('help')
  readonly pane = signal<Pane>('edit')
  /** Incremented to move the focus to the text field. */
  readonly wantsFocus = signal(0)
  /** The focused plural form. */
  readonly form = signal(0)

  #isTouched = false
  #noticeEnd = 0

  constructor(props: Props) {
    this.props = props
    const ask: Ask = (parameters, signal) => api(`${props.api}strings/?${search(parameters)}`, { signal })
    this.strings = new Strings(ask)
    this.works = new Works(id => api<Work>(`/api/units/${id}/everything/`))
    this.totals.value = props.totals
    this.drafts.tidy()
  }

  /** The user's name; null for visitors. */
  get me(): string | null {
    return reader.name
  }

  get may(): May {
    return this.work.value?.may ?? this.props.may
  }

  /** The saved string, as far as it is loaded. */
  get saved(): Row | Unit | null {
    return this.work.value?.unit ?? this.row.value
  }

  /** The list truncates long texts, which can only be edited after they are loaded completely. */
  get isWhole(): boolean {
    return this.work.value !== null || !this.row.value?.target.some(form => form.length >= CUT && form.endsWith('…'))
  }

  /** Whether the field differs from the saved text. */
  get isChanged(): boolean {
    const { saved } = this
    return saved !== null && !sameForms(this.forms.value, saved.target)
  }

  /** Whether the user can save, not only suggest. */
  get writes(): boolean {
    const state = this.saved?.state
    if (this.props.locked || state === STATE.readOnly) return false
    return this.may.translate && (state !== STATE.approved || this.may.review)
  }

  get suggests(): boolean {
    const state = this.saved?.state
    return !this.props.locked && state !== STATE.readOnly && this.may.suggest
  }

  /** Runs a search, starting at a given string if there is one. */
  async search(query: string, unit: number | null = null): Promise<void> {
    this.query.value = query
    this.queryProblem.value = null
    try {
      const rank = await this.strings.begin(query, unit)
      if (this.strings.count.value > 0) await this.open(rank)
      else this.#leave()
    } catch (error) {
      if (error instanceof DOMException) return
      this.queryProblem.value = (error as Error).message
    }
  }

  async open(rank: number): Promise<boolean> {
    const row = this.strings.at(rank) ?? (await this.strings.get(rank))
    if (row === undefined) return false
    this.#show(rank, row)
    return true
  }

  async next(): Promise<boolean> {
    return this.#move(1)
  }

  async previous(): Promise<boolean> {
    return this.#move(-1)
  }

  async #move(by: 1 | -1): Promise<boolean> {
    const rank = this.rank.value
    if (rank === null) return false
    if (rank + by < 0 || rank + by >= this.strings.count.value) {
      this.say(t(by > 0 ? 'translate.last' : 'translate.first'))
      return false
    }
    const isOpen = await this.open(rank + by)
    if (isOpen) this.wantsFocus.value++
    return isOpen
  }

  /** Opens a string: first with the data of the list, then with everything, which is often preloaded. */
  #show(rank: number, row: Row): void {
    this.rank.value = rank
    this.row.value = row
    this.problem.value = null
    this.conflict.value = null
    this.live.value = null
    this.form.value = 0
    this.#isTouched = false
    const known = this.works.peek(row.id)
    this.work.value = known
    this.#settle(known?.unit ?? row, known)
    this.#writeAddress()
    if (known) this.#lookAhead(rank)
    else void this.#load(row.id)
  }

  async #load(id: number): Promise<void> {
    try {
      const work = await this.works.get(id)
      if (this.row.value?.id !== id || this.work.value === work) return
      this.work.value = work
      const light = lightOf(work.unit)
      this.strings.replace(light)
      this.row.value = { ...this.row.value!, ...light }
      this.#settle(work.unit, work)
      this.#lookAhead(this.rank.value!)
    } catch (error) {
      if (this.row.value?.id === id) this.problem.value = (error as Error).message
    }
  }

  #lookAhead(rank: number): void {
    const next = this.strings.at(rank + 1)
    if (next) this.works.get(next.id).catch(() => undefined)
    else if (rank + 1 < this.strings.count.value) void this.strings.get(rank + 1)
  }

  /** Reloads the current string. */
  async reload(): Promise<void> {
    const row = this.row.value
    if (row === null) return
    this.works.drop(row.id)
    await this.#load(row.id)
  }

  /**
   * Someone else changed the current string, so it is reloaded. If the user is typing, both texts are shown, and
   * nothing is sent until the user chooses.
   */
  async changedElsewhere(): Promise<void> {
    const { row, work, isChanged } = this
    const [before, id] = [work.value, row.value?.id]
    if (before === null || id === undefined) return
    await this.reload()
    const now = this.work.value
    if (row.value?.id !== id || now === null || now.version === before.version) return
    const by = now.history[0]?.user ?? null
    if (sameForms(now.unit.target, before.unit.target) && now.unit.state === before.unit.state) return
    if (isChanged && !sameForms(now.unit.target, this.forms.value)) {
      const { target, state } = now.unit
      this.conflict.value = { theirs: { target, state, version: now.version }, by }
    } else if (by !== null) this.say(t('translate.changed_by', { name: by.full_name || by.username }))
  }

  /** Initial text of the field: the saved text, or a draft. */
  #settle(saved: Row | Unit, work: Work | null): void {
    this.needsEditing.value = saved.state >= STATE.needsEditing && saved.state < STATE.translated
    this.approves.value = saved.state === STATE.approved
    if (this.#isTouched) return
    const pending = pendingOf(saved.id).at(-1)
    const job = pending && jobOf(pending)
    if (job && !this.drafts.has(saved.id)) {
      this.isRestored.value = false
      this.forms.value = job.forms
      this.needsEditing.value = job.state === STATE.needsEditing
      this.approves.value = job.state === STATE.approved
      return
    }
    const version = work?.version ?? ''
    const draft = this.drafts.of(saved.id)
    const found = recall(draft, { target: saved.target, version: version || (draft?.version ?? '') })
    this.isRestored.value = found === 'restore' || found === 'conflict'
    this.forms.value = this.isRestored.value ? draft!.target : saved.target
    if (found === 'stale' && version !== '') this.drafts.forget(saved.id)
    if (found === 'conflict') {
      const by = work?.history[0]?.user ?? null
      this.conflict.value = { theirs: { target: saved.target, state: saved.state, version }, by }
    }
  }

  /** Called when the user types. */
  type(index: number, text: string): void {
    const row = this.row.value
    if (row === null) return
    this.#isTouched = true
    this.forms.value = this.forms.value.map((form, i) => (i === index ? text : form))
    this.problem.value = null
    if (this.isChanged) this.drafts.keep(row.id, this.forms.value, this.work.value?.version ?? '', this.props.api)
    else {
      this.drafts.forget(row.id)
      this.isRestored.value = false
      this.live.value = null
    }
    this.sendings.value++
  }

  /** Replaces the texts of the fields, as if typed. */
  fill(forms: readonly string[]): void {
    const wanted = this.forms.value.length
    // Use a text without plurals for every form.
    for (let i = 0; i < wanted; i++) this.type(i, forms[i] ?? forms.at(-1) ?? '')
  }

  /** Reverts to the saved text. */
  revert(): void {
    const { saved } = this
    if (saved === null) return
    this.drafts.forget(saved.id)
    this.#isTouched = false
    this.conflict.value = null
    this.live.value = null
    this.problem.value = null
    this.#settle(saved, this.work.value)
    this.sendings.value++
  }

  /** Returns to a string whose save was rejected, unless the user is already editing another one. */
  async returnTo(rank: number, id: number): Promise<boolean> {
    if (this.row.value?.id === id) return true
    if (this.#isTouched && this.isChanged) return false
    const row = this.strings.at(rank)
    if (row?.id !== id) return false
    this.#show(rank, row)
    this.wantsFocus.value++
    return true
  }

  /** Shows a temporary message. */
  say(text: string, undoes = false): void {
    this.notice.value = text
    this.noticeUndoes.value = undoes
    clearTimeout(this.#noticeEnd)
    this.#noticeEnd = window.setTimeout(() => {
      this.notice.value = null
    }, 8000)
  }

  #leave(): void {
    this.rank.value = null
    this.row.value = null
    this.work.value = null
    this.forms.value = []
    this.#writeAddress()
  }

  /** URL of the current search and string in the other view. */
  get otherView(): string {
    const params = new URLSearchParams()
    if (this.query.value !== '') params.set('q', this.query.value)
    if (this.row.value !== null) params.set('unit', String(this.row.value.id))
    return `${this.props.otherView.address}?${params}`
  }

  /** URL of a string in the editor. */
  addressOf(unit: number | undefined): string {
    const address = new URL(location.href)
    for (const name of ['checksum', 'offset', 'page', 'unit']) address.searchParams.delete(name)
    if (this.query.value === '') address.searchParams.delete('q')
    else address.searchParams.set('q', this.query.value)
    if (unit !== undefined) address.searchParams.set('unit', String(unit))
    return address.pathname + address.search
  }

  #writeAddress(): void {
    history.replaceState(null, '', this.addressOf(this.row.value?.id))
  }
}

const search = (parameters: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString()

const lightOf = ({ id, source, target, state, has_failing_check, has_suggestion, has_comment }: Unit) => ({
  id,
  source,
  target,
  state,
  has_failing_check,
  has_suggestion,
  has_comment,
})
