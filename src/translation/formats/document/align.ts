// Finds the segments of a template in a translated document.

import type { Segment } from './segment.ts'

export interface Place {
  readonly index: number
  /** Whether the blocks around it correspond one to one. */
  readonly isCertain: boolean
}

/** How many segments of the translation may be skipped to find the next one of a kind. */
const LOOKAHEAD = 50

/** For each segment of the template, its place in the translation. */
export function align(template: readonly Segment[], own: readonly Segment[]): (Place | undefined)[] {
  const places = new Array<Place | undefined>(template.length)
  let at = 0
  let ownAt = 0
  for (const [index, ownIndex] of [...anchors(template, own), [template.length, own.length] as const]) {
    alignGap(template, own, [at, index], [ownAt, ownIndex], places)
    if (index < template.length) places[index] = { index: ownIndex, isCertain: true }
    at = index + 1
    ownAt = ownIndex + 1
  }
  return places
}

/** Texts that occur once on both sides and are the same, in the same order. Without need, there are none. */
function anchors(template: readonly Segment[], own: readonly Segment[]): (readonly [number, number])[] {
  if (corresponds(template, own, [0, template.length], [0, own.length])) return []
  const ownPlaces = onlyPlaces(own)
  const pairs = [...onlyPlaces(template)].flatMap(([key, index]) => {
    const ownIndex = ownPlaces.get(key)
    return ownIndex === undefined ? [] : [[index, ownIndex] as const]
  })
  return longestIncreasing(pairs)
}

function onlyPlaces(segments: readonly Segment[]): Map<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  segments.forEach(({ kind, text }, i) => {
    const key = `${kind}\n${text}`
    if (places.has(key)) repeated.add(key)
    places.set(key, i)
  })
  for (const key of repeated) places.delete(key)
  return places
}

/** The longest sequence of pairs, which are sorted by their first number, whose second numbers rise too. */
function longestIncreasing(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  // For each length, the index of the pair that ends the sequence lowest.
  const ends: number[] = []
  const before: (number | undefined)[] = []
  pairs.forEach(([, value], i) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]!]![1] < value) low = middle + 1
      else high = middle
    }
    before[i] = ends[low - 1]
    ends[low] = i
  })
  const sequence: (readonly [number, number])[] = []
  for (let i = ends.at(-1); i !== undefined; i = before[i]) sequence.push(pairs[i]!)
  return sequence.reverse()
}

type Range = readonly [start: number, end: number]

function corresponds(
  template: readonly Segment[],
  own: readonly Segment[],
  [start, end]: Range,
  [ownStart, ownEnd]: Range,
): boolean {
  if (end - start !== ownEnd - ownStart) return false
  for (let i = 0; i < end - start; i++) if (template[start + i]!.kind !== own[ownStart + i]!.kind) return false
  return true
}

function alignGap(
  template: readonly Segment[],
  own: readonly Segment[],
  range: Range,
  ownRange: Range,
  places: (Place | undefined)[],
): void {
  const isCertain = corresponds(template, own, range, ownRange)
  let next = ownRange[0]
  for (let i = range[0]; i < range[1]; i++) {
    const limit = Math.min(next + LOOKAHEAD, ownRange[1])
    let index = next
    while (index < limit && own[index]!.kind !== template[i]!.kind) index++
    if (index >= limit) continue
    places[i] = { index, isCertain }
    next = index + 1
  }
}
