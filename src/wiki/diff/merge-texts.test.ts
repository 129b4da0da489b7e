import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeTexts } from './merge-texts.ts'

const lines = (text: string) => text.split('').join('\n')
const merged = (base: string, mine: string, theirs: string) => {
  const text = mergeTexts(lines(base), lines(mine), lines(theirs))
  return text === null ? null : text.replaceAll('\n', '')
}

test('merges changes to different lines', () => {
  assert.equal(merged('12345678', '1b345678', '123456h8'), '1b3456h8')
  assert.equal(merged('12345', '0a12345', '12345x'), '0a12345x')
  assert.equal(merged('12345', '1245', '123456'), '12456')
})

test('applies identical changes once', () => {
  assert.equal(merged('123', '1x3', '1x3'), '1x3')
  assert.equal(merged('1234567', '1x34567', '1x345y7'), '1x345y7')
})

test('returns the other text if one side is unchanged', () => {
  assert.equal(merged('123', '123', '9'), '9')
  assert.equal(merged('123', '9', '123'), '9')
})

test('reports a conflict for different changes to the same or adjacent lines', () => {
  assert.equal(merged('123', '1x3', '1y3'), null)
  assert.equal(merged('12345678', '123456x8', '1234567y'), null)
  assert.equal(merged('123', '123a', '123b'), null)
})

test('handles large texts quickly or gives up', () => {
  const base = Array.from({ length: 20_000 }, (_, i) => `line ${i % 700}`)
  const mine = base.map((line, i) => (i % 1000 === 3 ? `${line} mine` : line))
  const theirs = base.map((line, i) => (i % 1000 === 500 ? `${line} theirs` : line))
  const result = mergeTexts(base.join('\n'), mine.join('\n'), theirs.join('\n'))!.split('\n')
  assert.equal(result.length, base.length)
  assert.equal(result.filter((line, i) => line !== base[i]).length, 40)
  const shuffled = (step: number) => Array.from({ length: 200_000 }, (_, i) => String((i * step) % 997)).join('\n')
  assert.equal(mergeTexts(shuffled(3), shuffled(5), shuffled(7)), null)
  const many = Array.from({ length: 100_000 }, (_, i) => String(i)).join('\n')
  assert.equal(mergeTexts('x', many, `${many}\ny`), null)
  assert.equal(mergeTexts(many, `${many}\ny`, `0\n${many}`), `0\n${many}\ny`)
})
