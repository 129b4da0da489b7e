// Links in small pieces of wikitext as recorded from MediaWiki, including unusual spellings.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Snippet, snippetOf } from '../testing/snippets.ts'
import { ltgSite, ruSite, testHost } from '../testing/test-host.ts'

const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

test('extracts links as recorded from a Latgalian MediaWiki', () => {
  const host = testHost({ site: ltgSite() })
  const recorded: Snippet[] = json('./fixtures/snippets-ltg.json')
  const page = { ns: 4, dbkey: 'Smiļšu_kaste/sub' }
  assert.deepEqual(
    recorded.map(({ text }) => snippetOf(host, page, text)),
    recorded,
  )
})

test('extracts links as recorded from a Russian MediaWiki, with language links', () => {
  const host = testHost({ site: ruSite(), messages: json('./fixtures/messages-ru.json') })
  const recorded: Snippet[] = json('./fixtures/snippets-ru.json')
  const page = { ns: 4, dbkey: 'Песочница/лист' }
  assert.deepEqual(
    recorded.map(({ text }) => snippetOf(host, page, text)),
    recorded,
  )
})

test('finds addresses in captions that are shown as text, not in tooltips', () => {
  const found = (text: string) => snippetOf(testHost({ site: ltgSite() }), { ns: 0, dbkey: 'Page' }, text).externalLinks
  assert.deepEqual(found('[[File:Tea.png|thumb|left|see https://example.org/a here]]'), ['https://example.org/a'])
  assert.equal(found('[[File:Tea.png|left|see https://example.org/a here]]'), undefined)
})
