import type { Desk } from './desk.ts'
import { filtersAreOpen } from './panels.ts'

/** Starts a new search. The Back button returns to the previous one. */
export function find(desk: Desk, query: string): void {
  filtersAreOpen.value = false
  const address = new URL(location.href)
  history.pushState(null, '', address)
  void desk.search(query.trim()).then(() => {
    if (desk.queryProblem.value === null) document.querySelector<HTMLElement>('.tr-rows')?.focus()
  })
}
