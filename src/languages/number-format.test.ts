import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatNumber, latinNumber, parseFormattedNumber } from './number-format.ts'
import { fixture } from './testing.ts'

const recorded = fixture<{ samples: string[]; languages: Record<string, string[]> }>('mediawiki-numbers')

describe('numbers in messages', () => {
  for (const [code, answers] of Object.entries(recorded.languages)) {
    test(`${code} formats numbers like MediaWiki`, () => {
      recorded.samples.forEach((sample, at) => {
        assert.equal(formatNumber(code, sample), answers[at], sample)
      })
    })
  }

  test('pages use Latin digits where the layout does', () => {
    assert.equal(formatNumber('ar', 1234), '١٬٢٣٤')
    assert.equal(latinNumber('ar', 1234), '1,234')
    assert.equal(latinNumber('de', 1234), null)
    assert.equal(latinNumber('fa', 1234), null)
  })

  test('formats unusual numbers like MediaWiki in English', () => {
    const expected: Record<string, string> = {
      '1e25': '10,000,000,000,000,000,000,000,000',
      '1.5e-7': '0',
      '1e400': '∞',
      '12345678901234567890.123456789': '12,345,678,901,234,567,000.000000000',
      '.5': '.5',
      '5.': '5.',
      '-0': '−0',
      '00.10': '00.10',
      '--5': '-−5',
      '1-2': '1−2',
      '1.2.3': '1.2.3',
      a1b2: 'a1b2',
      '12e': '12e',
      '0.1234567890123456789': '0.1234567890123456800',
      '999999999999999999.9': '1,000,000,000,000,000,000.0',
      '1.23456e0': '1.235',
      '0.0005e0': '0',
      '2.5e-3': '0.002',
      '0.0015e0': '0.002',
      '': '',
    }
    for (const [number, text] of Object.entries(expected)) assert.equal(formatNumber('en', number), text, number)
    assert.equal(formatNumber('ru', '1.5e-7'), '1,5e−7')
  })

  test('formats JavaScript numbers', () => {
    assert.equal(formatNumber('en', 5000), '5,000')
    assert.equal(formatNumber('ru', 5000), '5000')
    assert.equal(formatNumber('de', -1234567.5), '−1.234.567,5')
    assert.equal(formatNumber('en', 1e21), '1,000,000,000,000,000,000,000')
    assert.equal(formatNumber('en', 2n ** 70n), '1,180,591,620,717,411,300,000')
    assert.equal(formatNumber('en', Number.NaN, { nan: 'Not a Number' }), 'Not a Number')
    assert.equal(formatNumber('en', Number.NEGATIVE_INFINITY), '−∞')
    assert.equal(formatNumber('xx', 1234), '1,234')
  })

  test('replaces only digits without separators', () => {
    assert.equal(formatNumber('fa', '12345.5', { separators: false }), '۱۲۳۴۵.۵')
    assert.equal(formatNumber('ru', '-12345.5', { separators: false }), '−12345.5')
  })

  test('parses formatted numbers', () => {
    assert.equal(parseFormattedNumber('fa', '۱۲٬۳۴۵٫۵'), '12345.5')
    assert.equal(parseFormattedNumber('en', '1,234.5'), '1234.5')
    assert.equal(parseFormattedNumber('ru', '12\u00a0345,5'), '12345.5')
    assert.equal(parseFormattedNumber('de', '−5'), '-5')
    assert.equal(parseFormattedNumber('en', '∞'), 'INF')
    for (const code of Object.keys(recorded.languages)) {
      for (const n of [0, 7, 1234, 1234567.25, -98765]) {
        assert.equal(Number(parseFormattedNumber(code, formatNumber(code, n))), n, `${code} ${n}`)
      }
    }
  })

  test('handles a million digits or numbers', () => {
    assert.equal(formatNumber('en', '0'.repeat(1e6)).length, 1e6 + 333_333)
    assert.equal(formatNumber('en', '9'.repeat(1e6)), '∞')
    assert.equal(formatNumber('hi', '1 '.repeat(5e5)).length, 1e6)
    assert.equal(formatNumber('en', '1e999999999'), '∞')
  })
})
