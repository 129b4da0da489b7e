import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replacementsIn } from './replace.ts'
import { StepBudget, StepsExceeded } from './step-budget.ts'
import { compileUserPattern } from './user-pattern.ts'

const replace = (pattern: string, text: string, template: string, budget = 1_000_000): string => {
  let result = ''
  let at = 0
  for (const { start, end, text: after } of replacementsIn(
    compileUserPattern(pattern),
    text,
    template,
    new StepBudget(budget),
  )) {
    result += text.slice(at, start) + after
    at = end
  }
  return result + text.slice(at)
}

test('inserts groups, the whole match and dollar signs', () => {
  assert.equal(replace('(\\w+)@(\\w+)', 'a@b, c@d', '$2 at $1'), 'b at a, d at c')
  assert.equal(replace('\\d+', '5 and 7', '[$&|$0|$$1]'), '[5|5|$1] and [7|7|$1]')
})

test('groups that do not exist or did not match are empty', () => {
  assert.equal(replace('a|(b)', 'ab', '<$1$7>'), '<><b>')
})

test('skips empty matches and keeps characters outside the BMP whole', () => {
  assert.equal(replace('x*', 'axb', '-'), 'a-b')
  assert.equal(replace('b', '😀b😀', 'c'), '😀c😀')
})

test('rejects work beyond the budget', () => {
  assert.throws(() => replace('(a|b)*c', 'ab'.repeat(1000), '', 1000), StepsExceeded)
})
