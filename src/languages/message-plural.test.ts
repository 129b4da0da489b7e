import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { choosePlural } from './message-plural.ts'
import { compileRule, pluralForm } from './plural-rules.ts'
import { fixture } from './testing.ts'

const forms = fixture<Record<string, string>>('mediawiki-plurals')

describe('{{PLURAL}}', () => {
  for (const [code, expected] of Object.entries(forms)) {
    test(`${code} counts from 0 to 130 as MediaWiki does`, () => {
      const counted = [...expected].map((_, n) => pluralForm(code, n)).join('')
      assert.equal(counted, expected)
    })
  }

  test('prefers explicit forms and uses the last form for the rest', () => {
    assert.equal(choosePlural('en', 12, ['one', '12=a dozen', 'many']), 'a dozen')
    assert.equal(choosePlural('en', '0012', ['one', '12=a dozen', 'many']), 'a dozen')
    assert.equal(choosePlural('en', 5, ['1=one', 'other']), 'other')
    assert.equal(choosePlural('en', 2, ['1=one']), '')
    assert.equal(choosePlural('en', 1.5, ['1=x', '1.5=y', 'b', 'c']), 'y')
    assert.equal(choosePlural('en', 3, ['a', 'b=c']), 'b=c')
    assert.equal(choosePlural('ru', 5, ['один', 'два']), 'два')
    assert.equal(choosePlural('en', 1, ['1=', 'b']), '')
    assert.equal(choosePlural('en', 1, []), '')
  })

  test('accepts formatted counts', () => {
    assert.equal(choosePlural('ru', '1\u00a0001', ['a', 'b', 'c']), 'a')
    assert.equal(choosePlural('ru', '2\u00a0000', ['a', 'b', 'c']), 'c')
    assert.equal(choosePlural('ru', '2&#160;000', ['a', 'b', 'c']), 'b')
    assert.equal(choosePlural('ru', '1,5', ['a', 'b', 'c', 'd']), 'd')
    assert.equal(choosePlural('en', '1,000', ['a', 'b']), 'b')
    assert.equal(choosePlural('fa', '۱', ['a', 'b']), 'a')
    assert.equal(choosePlural('en', '-1', ['a', 'b']), 'a')
    assert.equal(choosePlural('ru', '21x', ['a', 'b', 'c']), 'a')
    assert.equal(choosePlural('en', 'abc', ['a', 'b']), 'b')
  })

  test('uses the rules of fallback languages', () => {
    for (const n of [0, 1, 2, 5, 21]) assert.equal(pluralForm('av', n), pluralForm('ru', n))
    assert.deepEqual(
      [0, 1, 2].map(n => pluralForm('xx', n)),
      [1, 0, 1],
    )
    assert.equal(pluralForm('ar', 0), 0)
    assert.equal(pluralForm('en', Number.NaN), 1)
    assert.equal(pluralForm('ru', 1e21), 2)
  })

  test('rejects an invalid rule', () => {
    assert.throws(() => compileRule('n is 1'), /Not a plural rule: "n is 1"/)
  })
})
