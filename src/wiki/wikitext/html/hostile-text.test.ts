// Text made to be slow or to swell: work and output must grow with the length of the text.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textToHtml } from '../testing/text-to-html.ts'

const size = 60_000

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

for (const unit of repeated) {
  test(`${JSON.stringify(unit)} again and again`, { timeout: 60_000 }, () => {
    const html = textToHtml(unit.repeat(Math.ceil(size / unit.length)))
    assert.ok(html.length < 60 * size, `${html.length} characters`)
  })
}

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
  test(name, { timeout: 60_000 }, () => {
    let text = ''
    for (let number = 0; text.length < size / 2; number++) text += first.replace('#', String(number))
    const html = textToHtml(text + second.repeat(size / 2 / second.length))
    assert.ok(html.length < 100 * size, `${html.length} characters`)
  })
}
