import { Steps } from '../wikitext/steps.ts'
import { type Changes, changesBetween } from './common-subsequence.ts'
import { joinChanges } from './join-changes.ts'

/** One edit operation. A copy has the same elements on both sides; a change replaces some with others. */
export interface Edit {
  readonly kind: 'copy' | 'delete' | 'add' | 'change'
  readonly before: readonly string[]
  readonly after: readonly string[]
}

interface DiffOptions {
  /** Gives up when more pairs of elements would have to be compared. */
  readonly maxPairs?: number
  /** Counts the work. */
  readonly steps?: Steps
}

/** Cost of numbering and sorting elements before the comparison. */
const ELEMENTS_IN_A_STEP = 15

/** The edit operations that turn one sequence into another; null when that would take too long. */
export function diffSequences(
  before: readonly string[],
  after: readonly string[],
  { maxPairs = Number.POSITIVE_INFINITY, steps = new Steps() }: DiffOptions = {},
): Edit[] | null {
  steps.spend(1 + (before.length + after.length) / ELEMENTS_IN_A_STEP)
  const changes = findChanges(before, after, maxPairs, steps)
  if (!changes) return null
  joinChanges(before, changes.before, changes.after, steps)
  joinChanges(after, changes.after, changes.before, steps)
  return editsOf(before, after, changes)
}

/** Skips common prefixes and suffixes, and elements that occur on one side only. */
function findChanges(
  before: readonly string[],
  after: readonly string[],
  maxPairs: number,
  steps: Steps,
): Changes | null {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const changes = { before: before.map(() => false), after: after.map(() => false) }
  const numbers = new Map<string, number>()
  for (const text of after.slice(start, after.length - end)) if (!numbers.has(text)) numbers.set(text, numbers.size)
  const kept = (texts: readonly string[], isKnown: (text: string) => boolean, flags: boolean[]): number[] => {
    const places: number[] = []
    for (let at = start; at < texts.length - end; at++) {
      flags[at] = true
      if (isKnown(texts[at]!)) places.push(at)
    }
    return places
  }
  const beforePlaces = kept(before, text => numbers.has(text), changes.before)
  const shared = new Set(beforePlaces.map(at => before[at]!))
  const afterPlaces = kept(after, text => shared.has(text), changes.after)
  if (beforePlaces.length * afterPlaces.length > maxPairs) return null
  const found = changesBetween(
    beforePlaces.map(at => numbers.get(before[at]!)!),
    afterPlaces.map(at => numbers.get(after[at]!)!),
    steps,
  )
  for (const [index, at] of beforePlaces.entries()) changes.before[at] = found.before[index]!
  for (const [index, at] of afterPlaces.entries()) changes.after[at] = found.after[index]!
  return changes
}

function editsOf(before: readonly string[], after: readonly string[], changes: Changes): Edit[] {
  const edits: Edit[] = []
  let [x, y] = [0, 0]
  while (x < before.length || y < after.length) {
    const [copyX, copyY] = [x, y]
    while (x < before.length && y < after.length && !changes.before[x] && !changes.after[y]) {
      x++
      y++
    }
    if (x > copyX) edits.push({ kind: 'copy', before: before.slice(copyX, x), after: after.slice(copyY, y) })
    const [fromX, fromY] = [x, y]
    while (x < before.length && changes.before[x]) x++
    while (y < after.length && changes.after[y]) y++
    const [gone, added] = [before.slice(fromX, x), after.slice(fromY, y)]
    if (gone.length + added.length === 0) continue
    edits.push({
      kind: added.length === 0 ? 'delete' : gone.length === 0 ? 'add' : 'change',
      before: gone,
      after: added,
    })
  }
  return edits
}
