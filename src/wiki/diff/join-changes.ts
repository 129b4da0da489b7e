import type { Steps } from '../wikitext/steps.ts'

/** On texts made to be slow the runs stay where they are once so often something was moved. */
const MAX_MOVES = 20_000_000
/** As many moves as take the time of a step. */
const MOVES_IN_A_STEP = 250

/**
 * Where equal elements stand next to a run of changes, the run can be moved: of "a b b c" and "a b c", either b may
 * count as the one that went. Runs are moved so that as many as possible meet. A run then stands as far to the front as
 * it goes, unless further on it can stand opposite to a change of the other side. It is what MediaWiki shows.
 *
 * `changed` are the flags of `elements`, which are moved in place; `opposite` are those of the other side.
 */
export function joinChanges(
  elements: readonly string[],
  changed: boolean[],
  opposite: readonly boolean[],
  steps: Steps,
): void {
  const { length } = elements
  /** The end of the run, and the place opposite to it: before both stand equally many unchanged elements. */
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
    /** Where the run ends when it stands where it should. */
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
