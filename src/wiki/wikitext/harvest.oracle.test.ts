// Compares the links extracted from two whole wikis with MediaWiki's link tables. Pages that call modules are left out,
// because their links were stored by a wiki that could not run Lua.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { Harvester } from './harvest/harvest.ts'
import { expectedRows, Scores } from './testing/compare-tables.ts'
import { type DumpFiles, readDumpWiki } from './testing/dump-wiki.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../../shared')
const messages = path.join(shared, 'data/mediawiki-messages.tar.gz')

/** Extension messages that the archive lacks. */
const extraMessages = { 'cite-tracking-category-cite-error': 'Lapas ar atsauču kļūdām' }

const wikis: Record<string, DumpFiles> = {
  'a whole small Wikipedia': {
    sql: path.join(shared, 'data/ltgwiki.sql.gz'),
    site: path.join(shared, 'data/ltg-site.json'),
    messages,
    extraMessages,
    now: Date.parse('2026-11-15T01:30:00Z'),
  },
  'the corpus wiki': {
    sql: path.join(shared, 'corpus/scenario.sql.gz'),
    site: path.join(shared, 'corpus/scenario-site.json'),
    messages,
    now: Date.parse('2026-11-15T00:00:00Z'),
    freeDisplayTitle: true,
  },
}

for (const [name, files] of Object.entries(wikis)) {
  const absent = [files.sql, files.site, messages].find(file => !existsSync(file))
  test(`extracts the links of ${name} as MediaWiki stored them`, {
    skip: absent ? `no file ${absent}` : false,
  }, async t => {
    const wiki = await readDumpWiki(files)
    const scores = new Scores(expectedRows(wiki))
    const harvester = new Harvester(wiki.host)
    let compared = 0
    for (const page of wiki.pages) {
      const harvest = harvester.harvest(page, page.text, page.model)
      if (harvest.usesInvoke > 0 || page.model === 'Scribunto') continue
      scores.add(page.id, `${page.ns}:${page.dbkey}`, harvest)
      compared++
    }
    t.diagnostic(`${compared} of ${wiki.pages.length} pages compared`)
    for (const [table, score] of Object.entries(scores.result())) {
      const figures = `${table}: ${score.shared} shared, ${score.ours} ours, ${score.theirs} theirs`
      t.diagnostic(figures)
      const examples = [...score.extra.map(row => `+ ${row}`), ...score.missing.map(row => `- ${row}`)].join('\n')
      assert.ok(score.precision >= 0.995 && score.recall >= 0.995, `${figures}\n${examples}`)
    }
  })
}
