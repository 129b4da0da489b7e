import { effect } from '@preact/signals'
import { addTyped } from '../shared/page-outbox.ts'
import type { Desk } from './desk.ts'
import { pendingOf } from './jobs.ts'

/** Counts unsaved strings for the page, and enables the leave warning. */
export function countTyped(desk: Desk): () => void {
  /** Strings edited on this page. */
  const begun = new Set<number>()
  const typed = () => desk.drafts.unitsIn(desk.props.api)
  const isTyped = () => desk.isChanged && pendingOf(desk.row.value?.id ?? 0).length === 0
  const changed = addTyped({
    count: () => typed().length,
    isHeld: () => isTyped() || typed().some(id => begun.has(id)),
  })
  return effect(() => {
    desk.sendings.value
    const id = desk.row.value?.id
    if (id !== undefined && desk.isChanged) begun.add(id)
    changed()
  })
}
