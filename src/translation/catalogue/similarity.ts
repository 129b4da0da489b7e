/** How alike two texts are, in whole percent: 100 only when they are the same. Takes time by the product of their lengths. */
export function similarity(one: string, other: string): number {
  if (one === other) return 100
  const a = [...one]
  const b = [...other]
  const longest = Math.max(a.length, b.length)
  return Math.min(99, Math.floor((100 * (longest - distance(a, b))) / longest))
}

/** Letters to add, drop or change to get from one to the other. */
function distance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of a.entries()) {
    const next = [i + 1]
    for (const [j, other] of b.entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + Number(letter !== other)))
    row = next
  }
  return row[b.length]!
}
