// Compares the links extracted from two whole wikis with MediaWiki's link tables. The links of pages that run modules
// were stored by a wiki that could not run Lua: all of them must be found, and more may be.
// `PARLANCE_TEST_LUA_DUMP` names a dump of the same wiki after `refreshLinks.php` with Lua, which must be equal.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { Harvester } from './harvest/harvest.ts'
import { expectedRows, Scores } from './testing/compare-tables.ts'
import { type DumpFiles, readDumpWiki } from './testing/dump-wiki.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../../shared')
const messages = path.join(shared, 'data/mediawiki-messages.tar.gz')

const luaDump = process.env.PARLANCE_TEST_LUA_DUMP

/** Extension messages that the archive lacks. */
const extraMessages = {
  'cite-tracking-category-cite-error': 'Lapas ar atsauču kļūdām',
  'scribunto-common-error-category': 'Lapas ar skriptu kļūdām',
}

const wikis: Record<string, DumpFiles> = {
  'a whole small Wikipedia': {
    sql: luaDump ?? path.join(shared, 'data/ltgwiki.sql.gz'),
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
    const expected = expectedRows(wiki)
    const sets = { plain: new Scores(expected), 'with scripts': new Scores(expected) }
    const counts = { plain: 0, 'with scripts': 0 }
    const harvester = new Harvester(wiki.host)
    for (const page of wiki.pages) {
      const harvest = harvester.harvest(page, page.text, page.model)
      const set = harvest.usesInvoke > 0 || page.model === 'Scribunto' ? 'with scripts' : 'plain'
      sets[set].add(page.id, `${page.ns}:${page.dbkey}`, harvest)
      counts[set]++
    }
    for (const [set, scores] of Object.entries(sets)) {
      t.diagnostic(`${counts[set as keyof typeof sets]} of ${wiki.pages.length} pages, ${set}`)
      for (const [table, score] of Object.entries(scores.result())) {
        const figures = `${table}: ${score.shared} shared, ${score.ours} ours, ${score.theirs} theirs`
        t.diagnostic(figures)
        const examples = [...score.extra.map(row => `+ ${row}`), ...score.missing.map(row => `- ${row}`)].join('\n')
        const wantsBoth = set === 'plain' || luaDump !== undefined
        // Without Lua, MediaWiki filed those pages under script errors.
        const wantsAll = wantsBoth || table !== 'categorylinks'
        const isRight = (!wantsBoth || score.precision >= 0.995) && (!wantsAll || score.recall >= 0.995)
        assert.ok(isRight, `${figures}\n${examples}`)
      }
    }
  })
}
