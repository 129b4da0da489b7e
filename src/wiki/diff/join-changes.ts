import type { Steps } from '../wikitext/steps.ts'

/** After this many moves, runs stay where they are, so pathological texts cannot slow this down. */
const MAX_MOVES = 20_000_000
/** Moves per step. */
const MOVES_IN_A_STEP = 250

/**
 * Shifts runs of changes across equal neighbouring elements: between "a b b c" and "a b c", either b may count as the
 * removed one. Runs are shifted so that as many as possible merge. Each run then moves as far forward as it can, unless
 * it can line up with a change on the other side. This matches MediaWiki's output.
 *
 * `changed` holds the flags of `elements` and is modified in place; `opposite` holds those of the other side.
 */
export function joinChanges(
  elements: readonly string[],
  changed: boolean[],
  opposite: readonly boolean[],
  steps: Steps,
): void {
  const { length } = elements
  /** The end of the run, and the matching position on the other side: as many unchanged elements precede both. */
  let end = 0
  let across = 0
  let moves = 0
  const countMove = (): void => {
    if (++moves % MOVES_IN_A_STEP === 0) steps.spend(1)
  }
  const skipOpposite = (): void => {
    while (across < opposite.length && opposite[across]) across++
  }
  const backOpposite = (): void => {
    across--
    while (opposite[across]) across--
  }
  while (moves < MAX_MOVES) {
    skipOpposite()
    while (end < length && !changed[end]) {
      end++
      across++
      skipOpposite()
    }
    if (end === length) return
    let start = end
    while (end < length && changed[end]) end++
    /** The final end of the run. */
    let place = length
    for (let size = -1; size !== end - start; ) {
      size = end - start
      while (start > 0 && elements[start - 1] === elements[end - 1]) {
        countMove()
        changed[--start] = true
        changed[--end] = false
        while (start > 0 && changed[start - 1]) start--
        backOpposite()
      }
      place = across < opposite.length ? end : length
      while (end < length && elements[start] === elements[end]) {
        countMove()
        changed[start++] = false
        changed[end++] = true
        while (end < length && changed[end]) end++
        across++
        if (across < opposite.length && opposite[across]) {
          place = end
          skipOpposite()
        }
      }
    }
    while (place < end) {
      changed[--start] = true
      changed[--end] = false
      backOpposite()
    }
  }
}
