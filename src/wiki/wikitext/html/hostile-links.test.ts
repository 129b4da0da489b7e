// Texts that are made to take long, by their links and headings. Each takes a moment where work grows with its length.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testHost } from '../testing/test-host.ts'
import { renderPage } from './render.ts'

const many = 50_000
const texts: Record<string, string> = {
  'opening brackets': '[['.repeat(many),
  'single brackets': '['.repeat(many),
  'addresses that never end': '[http://a.example '.repeat(many),
  'links without end': '[[a|'.repeat(many),
  'files without end': '[[File:a.png|'.repeat(many / 10),
  'labels in labels': `${'[[a|'.repeat(many)}${']]'.repeat(many)}`,
  'free addresses': 'http://a.example/'.repeat(many),
  colons: 'http:'.repeat(many),
  'punctuation after an address': `http://a.example/${'.,;:!?)'.repeat(many)}`,
  'equals signs': '='.repeat(many),
  'lines of equals signs': '=\n'.repeat(many),
  'the same heading': '== a ==\n'.repeat(many),
  'open heading tags': '<h2>'.repeat(many / 10),
  'blank lines after headings': `== a ==${'\n \n'.repeat(many)}x`,
  'places for the table': '__TOC__'.repeat(many),
  categories: '[[Category:a]]\n'.repeat(many),
  'relative links': '[[../../../../a]]'.repeat(many / 10),
  'open tags of links': '<a'.repeat(many),
  footnotes: '<ref>a [[b]]</ref>'.repeat(many),
  galleries: '<gallery>File:A.png</gallery>'.repeat(many),
}

for (const [name, text] of Object.entries(texts)) {
  test(name, { timeout: 60_000 }, () => {
    const { html } = renderPage(testHost(), { ns: 0, dbkey: 'X' }, text)
    assert.ok(html.startsWith('<div class="mw-parser-output">'))
  })
}
