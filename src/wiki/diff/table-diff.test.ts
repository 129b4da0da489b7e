import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Steps, TooManySteps } from '../wikitext/steps.ts'
import { hostileTexts } from '../wikitext/testing/hostile-texts.ts'
import recorded from './fixtures/table-diffs.json' with { type: 'json' }
import { diffSequences } from './sequence-diff.ts'
import { diffBlocks, tableDiff } from './table-diff.ts'

const shown = (before: string, after: string, lineLabel: (line: number) => string = String): string =>
  tableDiff(diffBlocks(before, after), lineLabel)

test('matches diffs recorded from MediaWiki', () => {
  for (const { before, after, rows } of recorded) {
    assert.equal(
      shown(before, after, line => `Строка ${line}:`),
      rows,
      JSON.stringify([before, after]),
    )
  }
})

test('finds no differences between equal texts, ignoring line break styles', () => {
  assert.equal(shown('a\nb', 'a\nb'), '')
  assert.equal(shown('a\r\nb', 'a\nb'), '')
})

test('produces edits that turn one side into the other', () => {
  const random = (() => {
    let seed = 5
    return (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * below)
    }
  })()
  for (let round = 0; round < 200; round++) {
    const side = (): string[] => Array.from({ length: random(12) }, () => 'abc'[random(3)]!)
    const [before, after] = [side(), side()]
    const edits = diffSequences(before, after)!
    assert.deepEqual(
      edits.flatMap(edit => edit.before),
      before,
    )
    assert.deepEqual(
      edits.flatMap(edit => edit.after),
      after,
    )
    for (const edit of edits) if (edit.kind === 'copy') assert.deepEqual(edit.before, edit.after)
  }
})

test('finishes for large texts with nothing in common or with few distinct lines', () => {
  const lines = (count: number, text: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => text(n)).join('\n')
  assert.ok(
    shown(
      lines(20_000, n => `a${n}`),
      lines(20_000, n => `b${n}`),
      String,
    ).length > 0,
  )
  const few = (seed: number) => (n: number) => 'xyz'[(n * n * seed + n) % 3]!
  assert.ok(shown(lines(20_000, few(1)), lines(20_000, few(2))).length > 0)
})

test('counts steps for any input', () => {
  const made = Object.values(hostileTexts).map(make => make(4000))
  for (const [i, text] of made.entries()) {
    const steps = new Steps()
    diffBlocks(text, made[(i + 1) % made.length]!, steps)
    assert.ok(Number.isFinite(steps.used), Object.keys(hostileTexts)[i])
  }
})

test('refuses to write an overlong table', () => {
  const lines = (count: number) => '\n='.repeat(count)
  assert.ok(diffBlocks(lines(10_000), '', new Steps(3_000_000)).length > 0)
  assert.throws(() => diffBlocks(lines(100_000), '', new Steps(3_000_000)), TooManySteps)
})
