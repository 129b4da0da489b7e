// Checks that every row of a dump ends up in one of our tables or in the summary, with the reason why it was skipped.
import assert from 'node:assert/strict'
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { createGunzip } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import { onEachEngine } from '#store/testing.ts'
import { ignored } from './tables/ignored.ts'
import { countOf, runImport } from './testing.ts'

const root = path.join(import.meta.dirname, '../../..')
const shared = process.env.PARLANCE_SHARED ?? path.join(root, '../shared')

/** Our table for each table whose rows are kept one by one. */
const kept: Readonly<Record<string, string>> = {
  actor: 'actor',
  archive: 'archive',
  bot_passwords: 'bot_password',
  category: 'category',
  categorylinks: 'category_link',
  change_tag: 'change_tag',
  change_tag_def: 'tag_def',
  comment: 'summary',
  content: 'content',
  externallinks: 'external_link',
  filearchive: 'deleted_file',
  image: 'file',
  imagelinks: 'image_link',
  interwiki: 'interwiki',
  ip_changes: 'ip_change',
  ipblocks: 'block',
  ipblocks_restrictions: 'block_restriction',
  iwlinks: 'interwiki_link',
  langlinks: 'language_link',
  log_search: 'log_search',
  logging: 'log',
  oldimage: 'old_file',
  page: 'page',
  page_props: 'page_prop',
  page_restrictions: 'page_restriction',
  pagelinks: 'page_link',
  protected_titles: 'protected_title',
  querycache_info: 'query_cache_info',
  recentchanges: 'recent_change',
  redirect: 'redirect',
  revision: 'revision',
  site_stats: 'site_stats',
  slots: 'slot',
  templatelinks: 'template_link',
  uploadstash: 'stashed_file',
  user: 'account',
  user_former_groups: 'account_former_group',
  user_groups: 'account_group',
  user_newtalk: 'new_talk',
  user_properties: 'account_option',
  watchlist: 'watch',
}

/** Tables whose rows become part of rows in other tables. */
const merged = ['content_models', 'slot_roles', 'revision_comment_temp', 'text', 'linktarget']

/** Counts without our own reader: these dumps have one row per line, and no other line starts with a parenthesis. */
async function rowsOfDump(file: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  let table = ''
  for await (const line of createInterface(createReadStream(file).pipe(createGunzip()).setEncoding('latin1'))) {
    const begun = /^INSERT INTO `(\w+)` VALUES$/.exec(line)
    if (begun !== null) table = begun[1]!
    else if (line.startsWith('(')) counts.set(table, (counts.get(table) ?? 0) + 1)
  }
  return counts
}

const dumps = [path.join(root, 'test/conformance/corpus/scenario.sql.gz'), path.join(shared, 'data/ltgwiki.sql.gz')]

onEachEngine('the rows of a dump', open => {
  for (const file of dumps) {
    const skip = existsSync(file) ? false : 'the shared data is not there'
    test(`are all accounted for in ${path.basename(file)}`, { skip }, async () => {
      const counted = await rowsOfDump(file)
      const store = await open()
      const { files } = await runImport(store, { files: [file] })
      const { tables } = files[0]!
      assert.deepEqual(Object.keys(tables).sort(), [...counted.keys()].sort())
      for (const [name, rows] of counted) {
        const { read, stored, skipped } = tables[name]!
        assert.equal(read, rows, `${name} as it was read`)
        const reason = ignored.get(name)
        assert.deepEqual(skipped, reason === undefined ? {} : { [reason]: rows }, name)
        assert.equal(stored, reason === undefined ? rows : 0, name)
        if (kept[name] !== undefined) assert.equal(await countOf(store, kept[name]), rows, name)
        else assert.ok(reason !== undefined || merged.includes(name) || name.startsWith('querycache'), name)
      }
      const cached = (counted.get('querycache') ?? 0) + (counted.get('querycachetwo') ?? 0)
      assert.equal(await countOf(store, 'query_cache'), cached)
      assert.ok((await countOf(store, 'link_target')) >= counted.get('linktarget')!)
      const without = async (what: string, missing: RawBuilder<unknown>) => {
        const { rows } = await sql`${missing} limit 1`.execute(store.read)
        assert.deepEqual(rows, [], what)
      }
      await without('contents without their text', sql`select id from content where blob_id is null`)
      await without(
        'revisions without author',
        sql`select id from revision where actor_id not in (select id from actor)`,
      )
      await without(
        'revisions without summary',
        sql`select id from revision where summary_id not in (select id from summary)`,
      )
    })
  }
})
