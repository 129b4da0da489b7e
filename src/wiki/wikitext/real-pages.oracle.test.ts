// Checks that the pages of two whole wikis stay far below the limits of a request.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { testConfig } from '#core/testing.ts'
import { expandWikitext } from './expand/expand-wikitext.ts'
import { Harvester } from './harvest/harvest.ts'
import { renderPage } from './html/render.ts'
import { Steps } from './steps.ts'
import { readDumpWiki } from './testing/dump-wiki.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../../shared')

for (const [sql, site] of [
  ['data/ltgwiki.sql.gz', 'data/ltg-site.json'],
  ['corpus/scenario.sql.gz', 'corpus/scenario-site.json'],
] as const) {
  const files = { sql: path.join(shared, sql), site: path.join(shared, site), now: Date.parse('2026-11-15T00:00:00Z') }
  const absent = [files.sql, files.site].find(file => !existsSync(file))
  test(`no page of ${sql} is near the limit`, { skip: absent ? `no file ${absent}` : false }, async t => {
    const wiki = await readDumpWiki(files)
    let most = { steps: 0, title: '' }
    for (const page of wiki.pages) {
      if (page.model !== 'wikitext') continue
      const steps = new Steps()
      const host = { ...wiki.host, steps }
      expandWikitext(page, page.text, host)
      new Harvester(host).harvest(page, page.text)
      renderPage(host, page, page.text)
      if (steps.used > most.steps) most = { steps: Math.round(steps.used), title: page.dbkey }
    }
    t.diagnostic(`at most ${most.steps} steps (${most.title})`)
    assert.ok(most.steps > 0 && most.steps < testConfig.textSteps / 5, `${most.title} takes ${most.steps} steps`)
  })
}
