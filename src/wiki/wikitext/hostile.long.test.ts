// Pathological input. Work must grow linearly with the length of the text.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#store/testing-text.ts'
import { parseTitle } from '#wiki/site/titles.ts'
import { expandWikitext } from './expand/expand-wikitext.ts'
import { Harvester } from './harvest/harvest.ts'
import type { WikitextHost } from './host.ts'
import { renderPage } from './html/render.ts'
import { parseTreeXml } from './parse-tree-xml.ts'
import { preSave } from './pre-save.ts'
import { sectionOf } from './sections.ts'
import { Steps, TooManySteps } from './steps.ts'
import { renderSummary, type SummaryContext } from './summary/render-summary.ts'
import { hostileTexts, multiplied } from './testing/hostile-texts.ts'
import { processorTime } from './testing/processor-time.ts'
import { testHost } from './testing/test-host.ts'

const page = { ns: 4, dbkey: 'X/y' }
const host = testHost({ pages: { '10:A': 'x{{{1|}}}y' } })
const context: SummaryContext = { site: host.site, page, linkState: () => 'missing', message: () => null }
const { extensiontags } = host.site.info

type Read = (text: string, counting: WikitextHost) => unknown

const readers: Readonly<Record<string, Read>> = {
  'making a tree': (text, { steps }) => parseTreeXml(text, extensiontags, steps),
  'cutting a section': (text, { steps }) => sectionOf(text, '1', extensiontags, steps),
  expanding: (text, counting) => expandWikitext(page, text, counting),
  harvesting: (text, counting) => new Harvester(counting).harvest(page, text),
  saving: (text, counting) => preSave(page, text, counting, { author: '[[A]]', time: 'now' }),
  'making HTML': (text, counting) => renderPage(counting, page, text).html,
}

function stepsFor(read: Read, text: string): number {
  const steps = new Steps()
  read(text, { ...host, steps })
  return steps.used
}

/** Allows twice the work for twice the text, plus some tolerance. */
const isLinear = (little: number, much: number): boolean => much < 2.5 * little + 200

for (const [name, read] of Object.entries(readers)) {
  test(`${name} takes linear steps`, () => {
    const wrong = Object.entries(hostileTexts).flatMap(([what, make]) => {
      if (multiplied.has(what)) return []
      const [little, more, much] = [2_000, 4_000, 8_000].map(n => stepsFor(read, make(n))) as [number, number, number]
      return isLinear(little, more) && isLinear(more, much) ? [] : [`${what}: ${little}, ${more}, ${much} steps`]
    })
    assert.deepEqual(wrong, [])
  })

  // Steps are counted where the work is done. This finds work that is not counted.
  test(`${name} takes linear time`, () => {
    const wrong = Object.entries(hostileTexts).flatMap(([what, make]) => {
      const little = processorTime(() => read(make(3_000), host))
      const much = processorTime(() => read(make(24_000), host))
      // Eight times the text; quadratic time would be sixty-four times as long. Garbage collection blurs the middle.
      return much < 150 || much / Math.max(little, 1) < 40 ? [] : [`${what}: ${little} ms, then ${much} ms`]
    })
    assert.deepEqual(wrong, [])
  })

  test(`${name} stops when its steps are used up`, () => {
    const text = '{{#if:x|<ref>a</ref>[[b]]}} == c ==\n'.repeat(1000)
    const whole = stepsFor(read, text)
    assert.ok(whole > 1000)
    const steps = new Steps(whole / 2)
    assert.throws(() => read(text, { ...host, steps }), TooManySteps)
    assert.ok(steps.used < whole)
  })
}

test('counts more steps for slower work', () => {
  const words = stepsFor(readers.expanding!, '{{#if:Y-m-d|now}}'.repeat(100))
  const dates = stepsFor(readers.expanding!, '{{#time:Y-m-d|now}}'.repeat(100))
  assert.ok(dates > 3 * words, `${words} and ${dates} steps`)
})

test('renders a comment in linear time', () => {
  for (const [what, make] of Object.entries(hostileTexts)) {
    const little = processorTime(() => renderSummary(context, make(3_000)))
    const much = processorTime(() => renderSummary(context, make(24_000)))
    assert.ok(much < 60 || much / Math.max(little, 1) < 40, `${what}: ${little} ms, then ${much} ms`)
  }
})

test('limits the size of the HTML', () => {
  for (const [what, make] of Object.entries(hostileTexts)) {
    const html = renderPage(host, page, make(20_000)).html
    assert.ok(html.length < 4_000_000, `${what}: ${html.length} characters`)
  }
})

describe('endlessly nested calls', () => {
  const deep = 20_000
  for (const [open, close] of [
    ['{{a|', '}}'],
    ['{{{1|', '}}}'],
    ['{{#if:x|', '}}'],
    ['[[', ']]'],
    ['{{#tag:ref|', '}}'],
  ] as const) {
    test(`${open}…${close} neither overflow nor hang`, () => {
      new Harvester(host).harvest(page, open.repeat(deep) + close.repeat(deep))
    })
  }
})

const pieces = [
  ...[
    '[[',
    '{{',
    "'''",
    '<nowiki>',
    '<ref>',
    '<!--',
    '{{{',
    '-{',
    '[http://a ',
    '[[File:a|',
    '{|\n',
    '\n=',
    '&amp;',
    '__',
  ],
  ...[
    'http://[%3:]/',
    '%ff%fe',
    '&#xD800;',
    '\ud800',
    '\udfff',
    '{{#expr:',
    '{{#time:',
    '{{#titleparts:',
    '{{padleft:',
  ],
  ...[
    '{{#rel2abs:../..',
    '{{urlencode:\ud800',
    '{{fullurl:',
    '}}',
    ']]',
    '|',
    '#REDIRECT [[',
    '[[File:%ff|',
    '__NOTOC__',
  ],
]

test('never throws, whatever the text', () => {
  const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: anyCharacter, maxLength: 8 }))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), given => {
      const text = given.join('')
      parseTitle(host.site, text)
      for (const read of Object.values(readers)) read(text, host)
      renderSummary(context, text)
    }),
    { numRuns: 1000 },
  )
})
