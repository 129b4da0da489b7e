import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairs, textElements } from '../result/shape.ts'
import { toJson, toJsonBody } from './json.ts'

const html = `<p title="Ölfluß">Марс "火星" \\ \u2028 😀</p>\n`.repeat(10_000)
const options = { version: 2, utf8: false, ascii: false, pretty: false } as const

const SETTINGS = {
  'formatversion 2': options,
  'formatversion 2 in ASCII': { ...options, ascii: true },
  'formatversion 1': { ...options, version: 1 },
  'formatversion 1 in UTF-8': { ...options, version: 1, utf8: true },
  'the HTML format': { ...options, pretty: true },
} as const

for (const [name, setting] of Object.entries(SETTINGS))
  test(`${name} is the same with long texts, whether they have been written before or not`, () => {
    const parse = textElements(
      {
        title: 'Марс',
        text: html,
        revid: 4,
        showtoc: false,
        properties: pairs({ description: html.toUpperCase() }, 'pp'),
        wikitext: html,
      },
      ['text', 'wikitext'],
    )
    const expected = toJson({ parse }, setting)
    for (let round = 0; round < 2; round++) assert.equal(String(toJsonBody({ parse }, setting)), expected)
  })

test('a long text is returned as the same bytes', () => {
  const bytes = [1, 2].map(revid => toJsonBody({ parse: { text: html, revid } }, options))
  assert.ok(bytes.every(each => Buffer.isBuffer(each)))
  assert.deepEqual(
    bytes.map(each => JSON.parse(String(each)).parse.revid),
    [1, 2],
  )
})
