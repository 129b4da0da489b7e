// Live changes by others to the strings of this translation (docs/pages.md, "Live").
import { api } from '../shared/api.ts'
import type { LiveChange, Places } from '../shared/live.ts'
import type { Desk } from './desk.ts'
import type { Row } from './types.ts'

/** Changes come in bursts, so reload once after a burst. */
const MOMENT = 400
/** Maximum number of strings updated in the list. After an import, strings are updated when opened. */
const MOST_ROWS = 20

/** Compares names like the wiki. */
const folded = (name: string | null): string => (name ?? '').replaceAll('_', ' ').toLowerCase()

export function watchOthers(desk: Desk): () => void {
  const touched = new Set<number>()
  let due: ReturnType<typeof setTimeout> | undefined
  let isByOthers = false
  const look = (): void => {
    due = undefined
    const ids = [...touched]
    touched.clear()
    for (const id of ids) desk.works.drop(id)
    const current = desk.row.value?.id
    if (current !== undefined && ids.includes(current)) void desk.changedElsewhere()
    const shown = ids.filter(id => id !== current && desk.strings.rankOf(id) !== undefined)
    for (const id of shown.slice(0, MOST_ROWS)) void bringUpToDate(desk, id)
  }
  const onChange = ({ detail }: CustomEvent<LiveChange>): void => {
    if (detail.unit === null || folded(detail.user) === folded(desk.me)) return
    isByOthers = true
    touched.add(detail.unit)
    due ??= setTimeout(look, MOMENT)
  }
  // The user's own edits are already counted.
  const onStatistics = ({ detail }: CustomEvent<Places>): void => {
    const counters = Object.entries(detail).find(([name]) => name.startsWith('translation:'))?.[1]
    if (!isByOthers || !counters) return
    isByOthers = false
    const { total = 0, translated = 0, approved = 0, fuzzy = 0, readonly = 0 } = counters
    desk.totals.value = { total, translated, approved, fuzzy, readonly }
  }
  // Hidden pages do not listen, so reload everything.
  const onReturn = (): void => {
    if (document.hidden) return
    desk.works.clear()
    void desk.changedElsewhere()
  }
  document.addEventListener('live-change', onChange)
  document.addEventListener('live-statistics', onStatistics)
  document.addEventListener('live-reload', onReturn)
  document.addEventListener('visibilitychange', onReturn)
  return () => {
    clearTimeout(due)
    document.removeEventListener('live-change', onChange)
    document.removeEventListener('live-statistics', onStatistics)
    document.removeEventListener('live-reload', onReturn)
    document.removeEventListener('visibilitychange', onReturn)
  }
}

async function bringUpToDate(desk: Desk, id: number): Promise<void> {
  try {
    const { results } = await api<{ results: readonly Row[] }>(`${desk.props.api}strings/?around=${id}&limit=1`)
    const row = results.find(each => each.id === id)
    if (row) desk.strings.replace(row)
  } catch {
    // The string is reloaded when it is opened.
  }
}
