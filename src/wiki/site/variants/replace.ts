import type { PagePairs } from './page-pairs.ts'
import type { PairTable } from './pair-table.ts'

/** What a page adds to a conversion. */
export interface OfPage {
  readonly pairs?: PagePairs | null
  /** Called with the work done, in steps (`wikitext/steps.ts`); may throw to stop. */
  readonly spend?: (steps: number) => void
}

const MOVES_PER_STEP = 50
const MOVES_AT_ONCE = 5000

/**
 * Replaces groups of characters, longest match first. Replaced text is not scanned again. Of equal keys, that of the page
 * wins, then that of the first table.
 */
export function replaceIn(text: string, tables: readonly PairTable[], { pairs = null, spend }: OfPage = {}): string {
  const removed = pairs?.removed ?? null
  let written = ''
  let done = 0
  let moves = 0
  for (let at = 0; at < text.length; ) {
    const own = pairs === null ? null : pairs.longest(text, at)
    let length = own?.length ?? 0
    let value = own === null ? '' : pairs!.get(own)!
    moves += 1 + (pairs?.compared ?? 0)
    for (const table of tables) {
      const pair = table.longest(text, at, removed)
      moves += table.depth
      if (pair < 0 || table.length(pair) <= length) continue
      length = table.length(pair)
      value = table.value(pair)
    }
    if (moves > MOVES_AT_ONCE) {
      spend?.(moves / MOVES_PER_STEP)
      moves = 0
    }
    if (length === 0) at++
    else {
      written += text.slice(done, at) + value
      at += length
      done = at
    }
  }
  return written + text.slice(done)
}
