import { diffSequences, type Edit } from '../diff/sequence-diff.ts'

/** Some lines of the base, from `start` up to `end`, and what stands there afterwards. */
interface Hunk {
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

/**
 * What two people made of the same text, in one: the lines that either of them changed, as they changed them. Null when
 * they changed the same lines, or lines next to each other, in different ways.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | null {
  if (mine === theirs || theirs === base) return mine
  if (mine === base) return theirs
  const lines = base.split('\n')
  const ownHunks = hunksOf(lines, mine.split('\n'))
  const otherHunks = hunksOf(lines, theirs.split('\n'))
  const merged: string[] = []
  let at = 0
  let [own, other] = [0, 0]
  while (own < ownHunks.length || other < otherHunks.length) {
    const start = Math.min(ownHunks[own]?.start ?? lines.length, otherHunks[other]?.start ?? lines.length)
    const [ownFirst, otherFirst] = [own, other]
    // Everything that touches belongs together.
    for (let end = start, grown = true; grown; ) {
      grown = false
      for (; own < ownHunks.length && ownHunks[own]!.start <= end; own++, grown = true)
        end = Math.max(end, ownHunks[own]!.end)
      for (; other < otherHunks.length && otherHunks[other]!.start <= end; other++, grown = true)
        end = Math.max(end, otherHunks[other]!.end)
    }
    const ownPart = ownHunks.slice(ownFirst, own)
    const otherPart = otherHunks.slice(otherFirst, other)
    const end = Math.max(...[...ownPart, ...otherPart].map(hunk => hunk.end))
    const result = bothTo(lines, start, end, ownPart, otherPart)
    if (result === null) return null
    merged.push(...lines.slice(at, start), ...result)
    at = end
  }
  return [...merged, ...lines.slice(at)].join('\n')
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

function applied(base: readonly string[], start: number, end: number, hunks: readonly Hunk[]): string[] {
  const result: string[] = []
  let at = start
  for (const hunk of hunks) {
    result.push(...base.slice(at, hunk.start), ...hunk.lines)
    at = hunk.end
  }
  return [...result, ...base.slice(at, end)]
}

function hunksOf(base: readonly string[], changed: readonly string[]): Hunk[] {
  const hunks: Hunk[] = []
  let at = 0
  for (const { kind, before, after } of diffSequences(base, changed) as Edit[]) {
    if (kind !== 'copy') hunks.push({ start: at, end: at + before.length, lines: after })
    at += before.length
  }
  return hunks
}
