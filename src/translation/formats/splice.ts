// Text changes as replaced ranges, applied together.

export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

export function applySplices(text: string, splices: readonly Splice[]): string {
  if (splices.length === 0) return text
  // Insertions keep their order and come before a replacement at the same position.
  const ordered = splices
    .map((splice, order) => ({ ...splice, order }))
    .sort((a, b) => a.start - b.start || a.end - b.end || a.order - b.order)
  const parts: string[] = []
  let at = 0
  for (const splice of ordered) {
    if (splice.start < at) throw new Error(`overlapping changes at offset ${splice.start}`)
    parts.push(text.slice(at, splice.start), splice.text)
    at = splice.end
  }
  parts.push(text.slice(at))
  return parts.join('')
}
