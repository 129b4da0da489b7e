import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { patternSize } from './pattern-size.ts'
import { StepBudget, StepsExceeded } from './step-budget.ts'
import {
  compileUserPattern,
  keptPatternBytes,
  MAX_PATTERN_SIZE,
  matchesIn,
  occursIn,
  PatternError,
} from './user-pattern.ts'

const plenty = () => new StepBudget(Number.MAX_SAFE_INTEGER)

describe('the size of a pattern', () => {
  const atoms = [
    'a',
    '.',
    '\\d',
    '\\pL',
    '[a-z]',
    '[^]x]',
    '(b)',
    '(?:cd|e)',
    '(?i:k)',
    '\\Qa{9}(\\E',
    'é',
    '{',
    '^',
    '',
  ]
  const quantifiers = ['', '?', '*', '+?', '{3}', '{2,}', '{0,7}', '{0}', '{40,90}']

  test('is never less than the compiled size', () => {
    for (const atom of atoms)
      for (const inner of quantifiers)
        for (const outer of quantifiers) {
          if (atom === '' && inner !== '') continue
          const source = `x(?:${atom}${inner}|y)${outer}`
          let real: number
          try {
            real = compileUserPattern(source).programSize()
          } catch (error) {
            assert.ok(error instanceof PatternError)
            continue
          }
          assert.ok(patternSize(source) >= real, `${source}: ${patternSize(source)} for ${real}`)
        }
  })

  test('allows realistic patterns', () => {
    for (const source of ['^.{0,1000}$', '\\{\\w+\\}|%[sd]', '(?i)\\bkde\\b', '^[\\p{L}\\p{N} ]{1,80}$', '(a|b){500}'])
      assert.ok(patternSize(source) <= MAX_PATTERN_SIZE, source)
  })

  test('is checked before compiling', () => {
    const before = keptPatternBytes()
    for (const source of [
      '(a?){1000}(a?){1000}',
      '(a?){1000}'.repeat(95),
      '(?i)[ -\u{ffff}]'.repeat(200),
      '\\pL'.repeat(1000),
      '((a{10}){10}){10}'.repeat(3),
    ])
      assert.throws(() => compileUserPattern(source), PatternError, source)
    assert.throws(() => compileUserPattern('(a?){1000}(a?){1000}'), /at most 3000 steps .* this one has 8\d\d\d/)
    assert.equal(keptPatternBytes(), before)
  })
})

test('the cache of compiled patterns is bounded in bytes', () => {
  for (let i = 0; i < 120; i++) compileUserPattern(`${i}(?:a?){900}`)
  assert.ok(keptPatternBytes() <= 16 * 1024 * 1024, `${keptPatternBytes()}`)
})

describe('running a pattern', () => {
  test('fails before it exceeds the budget', () => {
    const pattern = compileUserPattern('(?:a?){900}b')
    assert.throws(() => occursIn(pattern, 'a'.repeat(20_000), new StepBudget(1_000_000)), StepsExceeded)
    assert.equal(occursIn(pattern, 'aab', new StepBudget(1_000_000)), true)
  })

  test('charges for every match, even if each scans to the end', () => {
    const pattern = compileUserPattern('a.*z|a')
    assert.throws(() => matchesIn(pattern, 'a'.repeat(5000), new StepBudget(1_000_000)), StepsExceeded)
    assert.deepEqual(matchesIn(pattern, 'xaa', plenty()), [
      { start: 1, end: 2 },
      { start: 2, end: 3 },
    ])
  })
})
