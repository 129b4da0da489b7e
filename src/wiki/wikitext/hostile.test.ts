// Input made to be slow. Work must grow with the length of the text, not with its square.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#store/testing-text.ts'
import { parseTitle } from '#wiki/site/titles.ts'
import { expandWikitext } from './expand/expand-wikitext.ts'
import { Harvester } from './harvest/harvest.ts'
import { renderSummary, type SummaryContext } from './summary/render-summary.ts'
import { processorTime } from './testing/processor-time.ts'
import { testHost } from './testing/test-host.ts'

const units = [
  ...['[[', '{{', "'''", '<nowiki', '<nowiki>', '<nowiki ', '<ref>', '<!--', '<!-- -->', '\n<!-- -->', '{{{', '-{'],
  ...['[http://a ', '[[File:a|', '[[File:a|[[b]]', '{|\n', '|-\n', '\n=', '\n=a=', 'http://a', '&amp;', '__'],
  ...['{{#if:', '{{a|b=', '[[a|', '<b ', '<b>', '{{{{{', '}}', ']]', '{{a}}', '<gallery>\nFile:a|', '/* a */', "''"],
  ...['a:', '{{#tag:ref|', '[[[', '[[Category:a|', '{{{1|}}}', '[[../', '[[a%41', '&', '<', '<noinclude>', '<b a="'],
]

const small = 3_000
const large = 24_000
const page = { ns: 4, dbkey: 'X/y' }
const host = testHost({ pages: { '10:A': 'x{{{1|}}}y' } })
const harvester = new Harvester(host)
const context: SummaryContext = { site: host.site, page, linkState: () => 'missing', message: () => null }

const readers: Record<string, (text: string) => unknown> = {
  harvesting: text => harvester.harvest(page, text),
  expanding: text => expandWikitext(page, text, host),
  'rendering a comment': text => renderSummary(context, text),
}

for (const [name, read] of Object.entries(readers)) {
  test(`${name} takes time in proportion to the text`, () => {
    for (const unit of units) {
      const little = processorTime(() => read(unit.repeat(small)))
      const much = processorTime(() => read(unit.repeat(large)))
      // Eight times the text; sixty-four times the work would be the square. Collecting garbage blurs the middle.
      assert.ok(much < 60 || much / Math.max(little, 1) < 40, `${JSON.stringify(unit)}: ${little} ms, then ${much} ms`)
    }
  })
}

test('calls nested without end neither overflow nor run on', () => {
  const deep = 20_000
  for (const [open, close] of [
    ['{{a|', '}}'],
    ['{{{1|', '}}}'],
    ['{{#if:x|', '}}'],
    ['[[', ']]'],
    ['{{#tag:ref|', '}}'],
  ] as const) {
    harvester.harvest(page, open.repeat(deep) + close.repeat(deep))
  }
})

test('no text makes the engine throw', () => {
  const piece = fc.oneof(
    fc.constantFrom(...units),
    fc.string({ unit: anyCharacter, maxLength: 8 }),
    fc.constantFrom(
      'http://[%3:]/',
      '%ff%fe',
      '&#xD800;',
      '\ud800',
      '\udfff',
      '{{#expr:',
      '{{#time:',
      '{{#titleparts:',
      '{{padleft:',
    ),
    fc.constantFrom(
      '{{#rel2abs:../..',
      '{{urlencode:\ud800',
      '{{fullurl:',
      '}}',
      ']]',
      '|',
      '#REDIRECT [[',
      '[[File:%ff|',
      '__NOTOC__',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      const text = pieces.join('')
      parseTitle(host.site, text)
      for (const read of Object.values(readers)) read(text)
    }),
    { numRuns: 1500 },
  )
})
