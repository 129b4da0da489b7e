import { signal } from '@preact/signals'
import { api } from '../shared/api.ts'
import type { Desk, Tab } from './desk.ts'
import { sameForms } from './drafts.ts'
import type { MachineItem, MemoryItem, SuggestionItem } from './types.ts'

export const TABS: readonly Tab[] = ['help', 'nearby', 'languages', 'comments', 'history']

export const filtersAreOpen = signal(false)
export const bulkIsOpen = signal(false)

/** A text that one can take over with a key. */
export type Offer =
  | { readonly kind: 'suggestion'; readonly target: readonly string[]; readonly item: SuggestionItem }
  | { readonly kind: 'memory'; readonly target: readonly string[]; readonly item: MemoryItem }
  | { readonly kind: 'machine'; readonly target: readonly string[]; readonly item: MachineItem }

/** Between the forms of a text that the memory keeps. */
const FORM_END = '\u001e\u001e'

/** All that is offered for the string on the desk, in the order in which it is shown and numbered. */
export function offers(desk: Desk): Offer[] {
  const work = desk.work.value
  if (work === null) return []
  return [
    ...work.suggestions.map(item => ({ kind: 'suggestion', target: item.target, item }) as const),
    // What the string says already is no help.
    ...work.memory
      .map(item => ({ kind: 'memory', target: item.target.split(FORM_END), item }) as const)
      .filter(({ target }) => !sameForms(target, work.unit.target)),
    ...machine.answers(work.unit.id).map(item => ({ kind: 'machine', target: item.text, item }) as const),
  ]
}

const ALWAYS = 'parlance-asks-machines'

/** Services that translate by machine are asked when somebody wants it, or for every string if they like. */
class Machine {
  readonly state = signal<{
    readonly unit: number
    readonly answers: readonly MachineItem[]
    readonly problem: string | null
    readonly isAsked: boolean
  } | null>(null)
  readonly always = signal(remembered())

  answers(unit: number): readonly MachineItem[] {
    return this.state.value?.unit === unit ? this.state.value.answers : []
  }

  async ask(desk: Desk): Promise<void> {
    const work = desk.work.value
    if (!work?.may.machinery || this.state.value?.unit === work.unit.id) return
    const { unit } = work
    const empty = { unit: unit.id, answers: [], problem: null }
    this.state.value = { ...empty, isAsked: true }
    try {
      const all = await api<readonly MachineItem[]>(`/api/units/${unit.id}/machinery/`)
      const answers = all.filter(each => !each.error)
      const problem = all
        .map(({ name, service, error }) => (error ? `${name ?? service}: ${error}` : ''))
        .join(' ')
        .trim()
      if (this.state.value.unit === unit.id)
        this.state.value = { ...empty, answers, problem: problem || null, isAsked: false }
    } catch (error) {
      if (this.state.value.unit === unit.id)
        this.state.value = { ...empty, problem: (error as Error).message, isAsked: false }
    }
  }

  setAlways(value: boolean): void {
    this.always.value = value
    try {
      localStorage.setItem(ALWAYS, String(value))
    } catch {
      // It holds until the page is left.
    }
  }
}

function remembered(): boolean {
  try {
    return localStorage.getItem(ALWAYS) === 'true'
  } catch {
    return false
  }
}

export const machine = new Machine()
