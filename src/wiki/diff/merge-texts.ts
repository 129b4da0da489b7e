import { Steps } from '../wikitext/steps.ts'
import { diffSequences } from './sequence-diff.ts'

/** Lines of the base from `start` up to `end`, and their replacement. */
interface Hunk {
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

/** Cost of splitting texts into lines and joining them. */
const CHARACTERS_IN_A_STEP = 200

/** Three-way merge of two edits by line. Null when both changed the same or adjacent lines differently. */
export function mergeTexts(base: string, mine: string, theirs: string, steps: Steps = new Steps()): string | null {
  if (mine === theirs || theirs === base) return mine
  if (mine === base) return theirs
  for (const text of [base, mine, theirs]) steps.read(text, CHARACTERS_IN_A_STEP)
  const lines = base.split('\n')
  const ownHunks = hunksOf(lines, mine.split('\n'), steps)
  const otherHunks = hunksOf(lines, theirs.split('\n'), steps)
  if (ownHunks === null || otherHunks === null) return null
  const parts: (readonly string[])[] = []
  let at = 0
  let [own, other] = [0, 0]
  while (own < ownHunks.length || other < otherHunks.length) {
    const start = Math.min(ownHunks[own]?.start ?? lines.length, otherHunks[other]?.start ?? lines.length)
    const [ownFirst, otherFirst] = [own, other]
    // Hunks that touch belong together.
    for (let end = start, grown = true; grown; ) {
      grown = false
      for (; own < ownHunks.length && ownHunks[own]!.start <= end; own++, grown = true)
        end = Math.max(end, ownHunks[own]!.end)
      for (; other < otherHunks.length && otherHunks[other]!.start <= end; other++, grown = true)
        end = Math.max(end, otherHunks[other]!.end)
    }
    const ownPart = ownHunks.slice(ownFirst, own)
    const otherPart = otherHunks.slice(otherFirst, other)
    const end = Math.max(start, ownPart.at(-1)?.end ?? 0, otherPart.at(-1)?.end ?? 0)
    const result = bothTo(lines, start, end, ownPart, otherPart)
    if (result === null) return null
    parts.push(lines.slice(at, start), result)
    at = end
  }
  parts.push(lines.slice(at))
  return parts.flat().join('\n')
}

function bothTo(
  base: readonly string[],
  start: number,
  end: number,
  own: readonly Hunk[],
  other: readonly Hunk[],
): readonly string[] | null {
  const mine = applied(base, start, end, own)
  if (other.length === 0) return mine
  const theirs = applied(base, start, end, other)
  if (own.length === 0) return theirs
  return mine.join('\n') === theirs.join('\n') ? mine : null
}

function applied(base: readonly string[], start: number, end: number, hunks: readonly Hunk[]): readonly string[] {
  const parts: (readonly string[])[] = []
  let at = start
  for (const hunk of hunks) {
    parts.push(base.slice(at, hunk.start), hunk.lines)
    at = hunk.end
  }
  parts.push(base.slice(at, end))
  return parts.flat()
}

/** Very different texts with more line pairs take too long to compare and count as a conflict. */
const MAX_PAIRS = 1_000_000_000

function hunksOf(base: readonly string[], changed: readonly string[], steps: Steps): Hunk[] | null {
  const edits = diffSequences(base, changed, { maxPairs: MAX_PAIRS, steps })
  if (edits === null) return null
  const hunks: Hunk[] = []
  let at = 0
  for (const { kind, before, after } of edits) {
    if (kind !== 'copy') hunks.push({ start: at, end: at + before.length, lines: after })
    at += before.length
  }
  return hunks
}
