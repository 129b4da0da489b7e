// Text made to be slow or to swell: work and output must grow with the length of the text.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorTime } from '../testing/processor-time.ts'
import { textToHtml } from '../testing/text-to-html.ts'

const small = 3_600
const large = 28_800

const repeated = [
  ...[
    '<b>',
    '<b',
    '<b ',
    '</b>',
    '<',
    '>',
    '<span>',
    '<div>',
    '<p>',
    '<table>',
    '<tr>',
    '<td>',
    '<li>',
    '<blockquote>',
    '<a b="',
  ],
  ...[
    '{|\n',
    '\n|',
    '\n|-',
    '||',
    '{|\n|a\n',
    '\n:{|\n',
    '\n!',
    '!!',
    '|',
    '\n|}',
    '\n|+',
    '*',
    '\n*',
    '#:',
    '\n;a:b',
    ';',
    ':',
  ],
  ...[
    "'",
    "''",
    "'''",
    '\n',
    '\n\n',
    ' ',
    '\n ',
    '&',
    '&amp;',
    '&#',
    '<!--',
    '-->',
    '<!-- -->',
    '-{',
    '}-',
    '<b>x<div>',
    '<i><p>',
  ],
  ...[
    '<b>a</b>',
    '<b><i></b></i>',
    '<u><table>',
    '<table><b>',
    '<font color=a>',
    '<b style="/*',
    '<b style="\\',
    '<b a=b ',
    'attr(',
  ],
]

test('one thing again and again takes time in proportion to the text', () => {
  for (const unit of repeated) {
    const little = processorTime(() => textToHtml(unit.repeat(small / unit.length)))
    const much = processorTime(() => {
      const html = textToHtml(unit.repeat(large / unit.length))
      assert.ok(html.length < 60 * large, `${JSON.stringify(unit)}: ${html.length} characters`)
    })
    // Eight times the text; sixty-four times the work would be the square. Collecting garbage blurs the middle.
    assert.ok(much < 100 || much / Math.max(little, 1) < 40, `${JSON.stringify(unit)}: ${little} ms, then ${much} ms`)
  }
})

const multiplied: [string, string, string][] = [
  ['formatting in every paragraph', '<b>', '<p>x'],
  ['different formatting in every paragraph', '<font color=#>', '<p>x'],
  ['formatting divided by blocks', '<b>', '<div></div>x'],
  ['different formatting divided by blocks', '<font color=#>', '<div></div>x'],
  ['elements in tables', '<table><b>', 'x<div>y</div>'],
  ['ends without beginnings', '<span>', '</b>'],
  ['paragraphs in many blocks', '<div>', '<p>'],
  ['lists in lists', '*', '\n#'],
]

for (const [name, first, second] of multiplied) {
  test(`${name} do not multiply`, () => {
    let text = ''
    for (let number = 0; text.length < large / 2; number++) text += first.replace('#', String(number))
    const html = textToHtml(text + second.repeat(large / 2 / second.length))
    assert.ok(html.length < 200 * large, `${html.length} characters`)
  })
}
