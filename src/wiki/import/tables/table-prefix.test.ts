import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tablePrefix, whyNotMediaWiki } from './table-prefix.ts'

test('detects the table prefix of a wiki', () => {
  for (const [tables, prefix] of [
    [['actor', 'archive', 'ext_page'], ''],
    [['mw_actor', 'mw_archive', 'mw_abuse_filter'], 'mw_'],
    [['wikipage', 'wikirevision'], 'wiki'],
    [['en_page'], 'en_'],
    [['en_page_props'], 'en_'],
    [['mw_page', 'mw_page_props', 'mw_redirect'], 'mw_'],
    [['wp_comments', 'wp_posts', 'wp_users'], ''],
    [['shop_basket', 'shop_category', 'shop_order'], ''],
    [[], ''],
  ] as const)
    assert.equal(tablePrefix(tables), prefix, tables.join())
})

test('recognizes dumps of other programs', () => {
  assert.equal(whyNotMediaWiki(['page', 'x']), undefined)
  assert.equal(whyNotMediaWiki([]), undefined)
  assert.match(
    whyNotMediaWiki(['wp_posts', 'wp_users'])!,
    /^has no MediaWiki tables; its tables are wp_posts, wp_users$/,
  )
})
