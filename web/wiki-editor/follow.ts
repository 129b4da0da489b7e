import type { OutboxEvent, SaveState } from '../shared/outbox.ts'
import { outbox } from '../shared/page-outbox.ts'

type Settled = Exclude<OutboxEvent, { kind: 'changed' }>

/** Time to wait for another tab to report that it saved an entry which left the outbox. */
const GONE_MS = 1000

/** Follows an outbox entry until it is settled or discarded elsewhere. */
export function follow(
  lane: string,
  id: string,
  onSettled: (event: Settled) => void,
  onState: (state: SaveState) => void,
  onDiscarded: () => void,
): () => void {
  let gone: ReturnType<typeof setTimeout> | undefined
  const stop = outbox.subscribe(event => {
    if (event.kind !== 'changed') {
      if (event.entry.id === id) onSettled(event)
      return
    }
    const state = outbox.stateOf(id)
    onState(state)
    if (state === 'saved') gone ??= setTimeout(onDiscarded, GONE_MS)
  })
  const known = outbox.inLane(lane).find(entry => entry.id === id)
  if (known?.state === 'refused' || known?.state === 'login') onSettled({ kind: known.state, entry: known })
  return () => {
    stop()
    clearTimeout(gone)
  }
}
