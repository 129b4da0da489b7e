import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileCodeFilter } from './code-filter.ts'
import { PatternError } from './user-pattern.ts'

const passing = (source: string, ...codes: string[]): string[] => codes.filter(compileCodeFilter(source))

test('a filter lists the codes that pass', () => {
  assert.deepEqual(passing('^[^.]+$', 'cs', 'pt_BR', 'en.orig'), ['cs', 'pt_BR'])
  assert.deepEqual(passing('^(cs|de)$', 'cs', 'csb', 'de'), ['cs', 'de'])
})

test('a filter can leave codes out', () => {
  assert.deepEqual(passing('^(?!xx).+$', 'cs', 'xx', 'xx_YY', 'axx'), ['cs', 'axx'])
  assert.deepEqual(passing('^(?!(cs|de)$).+$', 'cs', 'csb', 'de', 'fr'), ['csb', 'fr'])
  assert.deepEqual(passing('^(?!cs|de)[a-z]+$', 'cs', 'de', 'fr', 'pt_BR'), ['fr'])
  assert.deepEqual(passing('^(?![)x]).', ')', 'x', 'y'), ['y'])
  assert.deepEqual(passing('^(?!\\)).', ')', 'y'), ['y'])
  assert.deepEqual(passing('^(?![]a]).', ']', 'a', 'b'), ['b'])
  assert.deepEqual(passing('^(?!a)', 'a', 'b'), ['b'])
})

test('other lookaheads are rejected, and so are incomplete patterns', () => {
  const wrong = [
    '(?!xx).+',
    '^(?!xx',
    '^(?!xx).+|yy',
    '^(?!a(?!b)).+',
    '^(?!a).(?=b)',
    '^(?!(a).+',
    '^(?!a)).+',
    '^(?![a).+',
  ]
  for (const source of wrong) assert.throws(() => compileCodeFilter(source), PatternError, source)
})
