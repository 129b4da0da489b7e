// Expansions recorded from MediaWiki, from variables to deeply nested braces.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ruSite, testHost } from '../testing/test-host.ts'
import { expandWikitext } from './expand-wikitext.ts'

const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

test('expands text as recorded from MediaWiki', () => {
  const host = testHost({ pages: { '0:Suoku_puslopa': 'main' } })
  const page = { ns: 2, dbkey: 'Kaids/bar/b_az' }
  const recorded: { text: string; expanded: string }[] = json('./fixtures/expansions.json')
  assert.deepEqual(
    recorded.map(({ text }) => ({ text, expanded: expandWikitext(page, text, host) })),
    recorded,
  )
})

test('uses the content language for words, numbers, plurals, genders and dates', () => {
  const small = testHost({
    site: ruSite(),
    messages: json('../harvest/fixtures/messages-ru.json'),
    pages: { '0:Марс': '' },
  })
  const host = {
    ...small,
    stats: { ...small.stats, articles: 43 },
    gender: (user: string) => (user === 'Алиса' ? 'female' : user === 'Борис' ? 'male' : 'unknown') as 'female',
    pagesInCategory: () => ({ pages: 5, subcategories: 3, files: 0 }),
    protection: () => ({ own: [['edit', 'autoconfirmed', null] as const], cascaded: [] }),
  }
  const page = { ns: 2, dbkey: 'Алиса/черновик' }
  const recorded: { text: string; expanded: string }[] = json('./fixtures/expansions-ru.json')
  assert.deepEqual(
    recorded.map(({ text }) => ({ text, expanded: expandWikitext(page, text, host) })),
    recorded,
  )
})
