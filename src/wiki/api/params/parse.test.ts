// Validation errors and warnings of each parameter type.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type TestWiki, testWiki } from '../../testing.ts'

let wiki: TestWiki
before(async () => {
  wiki = await testWiki()
})

const ask = async (params: Record<string, string>) =>
  (await wiki.ask({ action: 'query', formatversion: '2', ...params })).json
const error = async (params: Record<string, string>) => {
  const { error: found } = await ask(params)
  return [found?.code, found?.info]
}
const warning = async (module: string, params: Record<string, string>) => {
  const answer = await ask(params)
  assert.equal(answer.error, undefined)
  return answer.warnings?.[module]?.warnings
}

describe('integers', () => {
  for (const value of ['abc', '', ' 5 ', '1.5', '0x10', '99999999999999999999', '1|2', '१']) {
    test(`"${value}" is rejected`, async () => {
      assert.deepEqual(await error({ list: 'allpages', apminsize: value }), [
        'badinteger',
        `Invalid value "${value}" for integer parameter "apminsize".`,
      ])
    })
  }
  test('accepts a sign', async () => {
    assert.deepEqual((await ask({ list: 'allpages', apminsize: '+3' })).query.allpages, [])
    assert.deepEqual((await ask({ list: 'allpages', apminsize: '-3' })).query.allpages, [])
  })
})

describe('limits', () => {
  for (const value of ['0', '-1', '501']) {
    test(`${value} is clamped with a warning`, async () => {
      const text = `The value "${value}" for parameter "aplimit" must be between 1 and 500.`
      assert.equal(await warning('allpages', { list: 'allpages', aplimit: value }), text)
    })
  }
  test('max reports the effective limit', async () => {
    assert.deepEqual((await ask({ list: 'allpages', aplimit: 'max' })).limits, { allpages: 500 })
  })
  test('MAX is not a number', async () => {
    assert.deepEqual(await error({ list: 'allpages', aplimit: 'MAX' }), [
      'badinteger',
      'Invalid value "MAX" for integer parameter "aplimit".',
    ])
  })
})

describe('timestamps', () => {
  for (const value of [
    '2022-01-02T03:04:05Z',
    '20220102030405',
    '1641092645',
    'Sun, 02 Jan 2022 03:04:05 GMT',
    '2022-01-02 03:04:05',
    '2022-13-45T00:00:00Z',
    'now',
  ]) {
    test(`"${value}" is valid`, async () => {
      assert.equal(await warning('recentchanges', { list: 'recentchanges', rcstart: value }), undefined)
    })
  }
  for (const value of ['notatime', '2022-01', '2022-01-02T03:04', '99999999999999', 'tomorrow']) {
    test(`"${value}" is invalid`, async () => {
      assert.deepEqual(await error({ list: 'recentchanges', rcstart: value }), [
        'badtimestamp',
        `Invalid value "${value}" for timestamp parameter "rcstart".`,
      ])
    })
  }
  test('an empty value and zero mean now, with a deprecation warning', async () => {
    for (const value of ['', '0']) {
      const text = await warning('recentchanges', { list: 'recentchanges', rcstart: value })
      assert.match(text, new RegExp(`^Passing "${value}" for timestamp parameter "rcstart" has been deprecated`))
    }
  })
})

describe('enumerations', () => {
  test('a single value must match exactly, including case', async () => {
    assert.deepEqual(await error({ list: 'allpages', apdir: 'ASCENDING' }), [
      'badvalue',
      'Unrecognized value for parameter "apdir": ASCENDING.',
    ])
  })
  test('unknown ones among several values are ignored with a warning', async () => {
    assert.equal(
      await warning('allpages', { list: 'allpages', apprtype: 'edit|bogus|worse' }),
      'Unrecognized values for parameter "apprtype": bogus, worse',
    )
  })
  test('more than fifty values are rejected', async () => {
    const values = Array.from({ length: 51 }, (_, n) => `T${n}`).join('|')
    const { error: found } = await ask({ titles: values })
    assert.equal(found.code, 'toomanyvalues')
    assert.equal(found.info, 'Too many values supplied for parameter "titles". The limit is 50.')
    assert.deepEqual([found.limit, found.lowlimit, found.highlimit], [50, 50, 500])
  })
  test('a deprecated value warns', async () => {
    assert.equal(
      await warning('info', { prop: 'info', inprop: 'readable' }),
      'The value "readable" to parameter "inprop" has been deprecated.',
    )
  })
})

describe('namespaces', () => {
  test('rejects an unknown namespace', async () => {
    assert.deepEqual(await error({ list: 'allpages', apnamespace: '9999' }), [
      'badvalue',
      'Unrecognized value for parameter "apnamespace": 9999.',
    ])
    assert.deepEqual(await error({ list: 'allpages', apnamespace: 'Talk' }), [
      'badvalue',
      'Unrecognized value for parameter "apnamespace": Talk.',
    ])
  })
  test('accepts special namespaces where listed', async () => {
    assert.equal((await error({ list: 'allpages', apnamespace: '-1' }))[0], 'badvalue')
    assert.deepEqual((await ask({ list: 'alllinks', alnamespace: '-1' })).query.alllinks, [])
  })
  test('accepts all namespaces', async () => {
    assert.equal(await warning('recentchanges', { list: 'recentchanges', rcnamespace: '*' }), undefined)
  })
})

describe('users', () => {
  for (const value of ['203.0.113.0/24', 'A#b', 'x'.repeat(300), '']) {
    test(`"${value.slice(0, 20)}" is rejected`, async () => {
      const [code, info] = await error({ list: 'recentchanges', rcuser: value })
      assert.equal(code, 'baduser')
      assert.match(info, /^Invalid value ".*" for user parameter "rcuser"\.$/)
    })
  }
  for (const value of ['alice', 'User:Alice', '203.0.113.5', '2001:db8::a', '#3', 'en>Alice']) {
    test(`"${value}" is accepted`, async () => {
      assert.equal(await warning('recentchanges', { list: 'recentchanges', rcuser: value }), undefined)
    })
  }
})

describe('strings', () => {
  test('a required string must be set', async () => {
    const text = 'The "pwppropname" parameter must be set.'
    assert.deepEqual(await error({ list: 'pageswithprop' }), ['missingparam', text])
    assert.deepEqual(await error({ list: 'pageswithprop', pwppropname: '' }), ['missingparam', text])
  })
  test('U+001F separates values only in multi-value parameters', async () => {
    assert.deepEqual(await error({ list: 'allpages', apfrom: '\u001fA\u001fB' }), [
      'badvalue',
      'Parameter "apfrom" accepts only a single value. U+001F multi-value separation may only be used for multi-valued parameters.',
    ])
    const { query } = await ask({ titles: '\u001fA|B\u001fC' })
    assert.equal(query.pages.length, 2)
  })
  test('normalizes text with a warning', async () => {
    const text = await warning('query', { titles: 'Cafe\u0301' })
    assert.match(text, /^The value passed for "titles" contains invalid or non-normalized data/)
  })
})

describe('booleans', () => {
  test('true if present, whatever the value', async () => {
    for (const value of ['', '0', 'false', '1']) {
      const answer = await ask({ titles: 'X', indexpageids: value })
      assert.deepEqual(answer.query.pageids, ['-1'])
    }
  })
})

describe('unrecognized parameters', () => {
  test('are reported without failing the request', async () => {
    const answer = await ask({ list: 'allpages', nosuch: '1', __proto__x: '2', constructor: '3' })
    assert.equal(answer.warnings.main.warnings, 'Unrecognized parameters: nosuch, __proto__x, constructor.')
    assert.deepEqual(answer.query.allpages, [])
  })
})
