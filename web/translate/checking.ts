import { effect } from '@preact/signals'
import { api } from '../shared/api.ts'
import type { Desk } from './desk.ts'
import type { Check } from './types.ts'

const PAUSE_MS = 300

/**
 * Runs checks on the text after a pause in typing, without saving. Newer text cancels the running request. Visitors may not ask
 * for checks.
 */
export function checkAsOneTypes(desk: Desk): () => void {
  let timer = 0
  let control: AbortController | null = null
  const stop = effect(() => {
    const target = desk.forms.value
    const row = desk.row.value
    clearTimeout(timer)
    control?.abort()
    if (row === null || desk.me === null || !desk.isChanged || target.every(form => form === '')) return
    timer = window.setTimeout(async () => {
      control = new AbortController()
      const { signal } = control
      try {
        const path = `/api/units/${row.id}/check/`
        const { checks } = await api<{ checks: readonly Check[] }>(path, { method: 'POST', body: { target }, signal })
        if (!signal.aborted && desk.row.value?.id === row.id) desk.live.value = checks
      } catch {
        // Not required for saving: checks also run then.
      }
    }, PAUSE_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
    control?.abort()
  }
}
