// Similarity of texts.

export const codePoints = (text: string): Uint32Array => Uint32Array.from(text, letter => letter.codePointAt(0)!)

/** Similarity of two different texts in whole percent, at most 99; 0 if it is below `threshold`. */
export function similarity(one: Uint32Array, other: Uint32Array, threshold: number): number {
  const longest = Math.max(one.length, other.length)
  const edits = distance(one, other, Math.floor((longest * (100 - threshold)) / 100))
  return edits === null ? 0 : Math.min(99, Math.floor((100 * (longest - edits)) / longest))
}

/**
 * The edit distance between two texts; null if it is more than `most`. Only a band along the diagonal is computed,
 * because cells outside it cannot be within the limit.
 */
function distance(a: Uint32Array, b: Uint32Array, most: number): number | null {
  if (Math.abs(a.length - b.length) > most) return null
  const far = most + 1
  let row = new Uint16Array(b.length + 1)
  let next = new Uint16Array(b.length + 1)
  for (let j = 0; j <= b.length; j++) row[j] = Math.min(j, far)
  for (let i = 1; i <= a.length; i++) {
    const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)]
    next[from - 1] = from === 1 ? Math.min(i, far) : far
    let best = next[from - 1]!
    for (let j = from; j <= to; j++) {
      const kept = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const changed = Math.min(row[j]!, next[j - 1]!) + 1
      const value = Math.min(kept, changed, far)
      next[j] = value
      if (value < best) best = value
    }
    // Cells outside the band count as too far in the next row.
    if (to < b.length) next[to + 1] = far
    if (best > most) return null
    ;[row, next] = [next, row]
  }
  const edits = row[b.length]!
  return edits > most ? null : edits
}

/** The number of letters to insert, delete or replace. Takes time proportional to the product of the lengths. */
export const editDistance = (one: Uint32Array, other: Uint32Array): number =>
  distance(one, other, Math.max(one.length, other.length))!
