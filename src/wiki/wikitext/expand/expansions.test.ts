// Expansions that a MediaWiki recorded, from variables to deeply nested braces.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { testHost } from '../testing/test-host.ts'
import { expandWikitext } from './expand-wikitext.ts'

const recorded: { text: string; expanded: string }[] = JSON.parse(
  readFileSync(new URL('./fixtures/expansions.json', import.meta.url), 'utf8'),
)

test('text expands as a MediaWiki recorded it', () => {
  const host = testHost({ pages: { '0:Suoku_puslopa': 'main' } })
  const page = { ns: 2, dbkey: 'Kaids/bar/b_az' }
  assert.deepEqual(
    recorded.map(({ text }) => ({ text, expanded: expandWikitext(page, text, host) })),
    recorded,
  )
})
