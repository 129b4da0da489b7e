import assert from 'node:assert/strict'
import { test } from 'node:test'
import siteInfo from '../../site/fixtures/site-ru.json' with { type: 'json' }
import { siteFromInfo } from '../../site/site.ts'
import { type ExportedRevision, exportPage } from './write-export.ts'

const site = siteFromInfo(siteInfo)
const slot = { role: 'main', size: 3, sha1: 'abc', model: 'wikitext', origin: 5, blobId: 1, text: 'a&b' }
const revision: ExportedRevision = {
  id: 5,
  page_id: 1,
  ns: 2,
  title: 'A_b',
  parent_id: 0,
  timestamp: 0,
  minor: 1,
  deleted: 0,
  length: 3,
  sha1: 'abc',
  actor_id: 1,
  summary_id: 1,
  actor: { id: 1, name: 'wm>X', account_id: null },
  summary: '<"\u0000',
  slots: [slot],
}
const exported = (changes: Partial<ExportedRevision>, schema: '0.10' | '0.11' = '0.11'): string =>
  exportPage(site, { id: 1, ns: 2, title: 'A_b', redirect: null, revisions: [{ ...revision, ...changes }] }, schema)

test('replaces characters XML cannot hold and escapes reserved ones', () => {
  const xml = exported({})
  assert.match(xml, /<title>Участник:A b<\/title>/)
  assert.match(xml, /<username>wm&gt;X<\/username>\n {8}<id>0<\/id>/)
  assert.match(xml, /<comment>&lt;"\ufffd<\/comment>/)
  assert.match(xml, /<text bytes="3" sha1="abc" xml:space="preserve">a&amp;b<\/text>/)
})

test('leaves out the hidden parts of a revision', () => {
  const xml = exported({ deleted: 7 })
  assert.match(xml, /<contributor deleted="deleted" \/>/)
  assert.match(xml, /<comment deleted="deleted" \/>/)
  assert.match(xml, /<text bytes="3" sha1="abc" deleted="deleted" \/>\n {6}<sha1\/>/)
  assert.doesNotMatch(xml, /wm|a&amp;b/)
})

test('writes additional slots if the schema supports them', () => {
  const slots = [slot, { ...slot, role: 'notes', text: 'n' }]
  assert.match(exported({ slots }), /<content>\n {8}<role>notes<\/role>\n {8}<origin>5<\/origin>/)
  assert.doesNotMatch(exported({ slots }, '0.10'), /notes|origin/)
})
