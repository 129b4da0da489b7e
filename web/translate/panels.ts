import { signal } from '@preact/signals'
import { api } from '../shared/api.ts'
import type { Desk, Tab } from './desk.ts'
import { sameForms } from './drafts.ts'
import type { MachineItem, MemoryItem, SuggestionItem } from './types.ts'

export const TABS: readonly Tab[] = ['help', 'nearby', 'languages', 'comments', 'history']

export const filtersAreOpen = signal(false)
export const bulkIsOpen = signal(false)

/** A text that can be copied with a shortcut. */
export type Offer =
  | { readonly kind: 'suggestion'; readonly target: readonly string[]; readonly item: SuggestionItem }
  | { readonly kind: 'memory'; readonly target: readonly string[]; readonly item: MemoryItem }
  | { readonly kind: 'machine'; readonly target: readonly string[]; readonly item: MachineItem }

/** Separator of plural forms in the translation memory. */
const FORM_END = '\u001e\u001e'

/** All suggestions for the current string, in display order. */
export function offers(desk: Desk): Offer[] {
  const work = desk.work.value
  if (work === null) return []
  return [
    ...work.suggestions.map(item => ({ kind: 'suggestion', target: item.target, item }) as const),
    // Skip texts equal to the current translation.
    ...work.memory
      .map(item => ({ kind: 'memory', target: item.target.split(FORM_END), item }) as const)
      .filter(({ target }) => !sameForms(target, work.unit.target)),
    ...machine.answers(work.unit.id).map(item => ({ kind: 'machine', target: item.text, item }) as const),
  ]
}

const ALWAYS = 'parlance-asks-machines'

/** Machine translation, requested on demand or always. */
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
      // Without storage, the setting lasts until the page is left.
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
