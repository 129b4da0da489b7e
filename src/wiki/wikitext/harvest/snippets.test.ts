// What a MediaWiki found in small pieces of wikitext: every kind of link, in odd spellings too.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Snippet, snippetOf } from '../testing/snippets.ts'
import { ltgSite, ruSite, testHost } from '../testing/test-host.ts'

const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

test('pieces of wikitext give the links that a Latgalian MediaWiki recorded', () => {
  const host = testHost({ site: ltgSite() })
  const recorded: Snippet[] = json('./fixtures/snippets-ltg.json')
  const page = { ns: 4, dbkey: 'Smiļšu_kaste/sub' }
  assert.deepEqual(
    recorded.map(({ text }) => snippetOf(host, page, text)),
    recorded,
  )
})

test('the same in Russian, with language links', () => {
  const host = testHost({ site: ruSite(), messages: json('./fixtures/messages-ru.json') })
  const recorded: Snippet[] = json('./fixtures/snippets-ru.json')
  const page = { ns: 4, dbkey: 'Песочница/лист' }
  assert.deepEqual(
    recorded.map(({ text }) => snippetOf(host, page, text)),
    recorded,
  )
})
