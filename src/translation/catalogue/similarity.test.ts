import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codePoints, similarity } from './similarity.ts'

/** Reference implementation with the full matrix. */
function plainly(one: string, other: string, threshold: number): number {
  const [a, b] = [[...one], [...other]]
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (const [i, letter] of a.entries()) {
    const next = [i + 1]
    for (const [j, each] of b.entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + Number(letter !== each)))
    row = next
  }
  const longest = Math.max(a.length, b.length)
  const quality = Math.min(99, Math.floor((100 * (longest - row[b.length]!)) / longest))
  return quality >= threshold ? quality : 0
}

test('computes the edit distance within any limit', () => {
  let seed = 7
  const random = (n: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % n
  }
  const letter = () => 'abcč🍌'.at(random(5)) ?? 'a'
  for (let i = 0; i < 3000; i++) {
    const one = Array.from({ length: 1 + random(30) }, letter)
      .join('')
      .toWellFormed()
    const letters = [...one]
    for (let edits = random(8); edits > 0; edits--) letters.splice(random(letters.length + 1), random(2), letter())
    const other = letters.join('').toWellFormed() || 'x'
    for (const threshold of [1, 50, 75, 99])
      assert.equal(
        similarity(codePoints(one), codePoints(other), threshold),
        plainly(one, other, threshold),
        `${one} / ${other} at ${threshold}`,
      )
  }
})
