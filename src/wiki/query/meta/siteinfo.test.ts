// Site information of a wiki without imported settings: enough for every client to connect.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { testServices } from '#core/testing.ts'
import { temporaryStore } from '#store/testing.ts'
import { openWiki, SITE_INFO } from '../../open-wiki.ts'
import { askWiki } from '../../testing.ts'
import type { Wiki } from '../../wiki.ts'

async function wikiWith(info: object | null, config = {}): Promise<Wiki> {
  const store = await temporaryStore('sqlite')
  if (info !== null)
    await store.transaction(tx =>
      tx
        .insertInto('site_setting')
        .values({ key: SITE_INFO, value: JSON.stringify(info) })
        .execute(),
    )
  return openWiki(await testServices(store, undefined, { siteUrl: 'https://wiki.example.org:8443', ...config }))
}

const general = async (wiki: Wiki, more = {}) =>
  (await askWiki(wiki, { action: 'query', meta: 'siteinfo', formatversion: '2', ...more })).json.query.general

describe('a wiki without imported settings', () => {
  let wiki: Wiki
  before(async () => {
    wiki = await wikiWith(null)
  })

  test("has every field that clients read, in MediaWiki's order", async () => {
    const found = await general(wiki)
    assert.deepEqual(Object.keys(found).slice(0, 10), [
      'mainpage',
      'base',
      'sitename',
      'mainpageisdomainroot',
      'logo',
      'generator',
      'phpversion',
      'phpsapi',
      'dbtype',
      'dbversion',
    ])
    assert.equal(Object.keys(found).at(-1), 'externallinktarget')
    // mwclient requires this prefix followed by a version; so do nodemw, pywikibot and MediaWiki::Bot.
    assert.match(found.generator, /^MediaWiki 1\.39\.\d+$/)
    assert.equal(found.sitename, 'Parlance')
    assert.equal(found.base, 'https://wiki.example.org:8443/wiki/Main_Page')
    assert.equal(found.servername, 'wiki.example.org')
    assert.equal(found.logo, 'https://wiki.example.org:8443/favicon.svg')
    assert.equal(found.favicon, 'https://wiki.example.org:8443/favicon.ico')
    assert.equal(found.fallback8bitEncoding, 'windows-1252')
  })

  test('fills every part that MediaWiki fills', async () => {
    const siprop =
      'namespaces|namespacealiases|specialpagealiases|magicwords|interwikimap|usergroups|libraries|fileextensions|restrictions|languages|' +
      'skins|extensiontags|functionhooks|variables|protocols|defaultoptions|uploaddialog|dbrepllag'
    const { query } = (await askWiki(wiki, { action: 'query', meta: 'siteinfo', siprop, formatversion: '2' })).json
    for (const name of siprop.split('|')) assert.ok(Object.keys(query[name]).length > 0, name)
    assert.deepEqual(query.skins, [{ code: 'parlance', name: 'Parlance', default: true }])
    assert.deepEqual(query.dbrepllag, [{ host: '', lag: -1 }])
  })

  test('lists namespaces starting at -2 in every format', async () => {
    const ask = async (format: object) =>
      (await askWiki(wiki, { action: 'query', meta: 'siteinfo', siprop: 'namespaces', ...format })).body
    assert.match(await ask({}), /"namespaces":\{"-2":\{"id":-2,.*?\},"-1":\{.*?\},"0":/)
    assert.match(await ask({ formatversion: '2' }), /"namespaces":\{"-2":\{"id":-2,/)
    assert.match(await ask({ format: 'php' }), /a:20:\{i:-2;.*i:-1;.*i:0;/)
    assert.match(
      await ask({ format: 'xml' }),
      /<namespaces><ns _idx="-2" id="-2" case="first-letter" canonical="Media"/,
    )
    assert.match(
      (await askWiki(wiki, { action: 'query', meta: 'siteinfo', format: 'xml' })).body,
      /<thumblimits><limit _idx="0">120<\/limit>/,
    )
  })

  test('uses the configured site name', async () => {
    assert.equal((await general(await wikiWith(null, { siteName: 'Tea' }))).sitename, 'Tea')
    assert.equal((await general(await wikiWith({ general: { sitename: 'Old' } }, { siteName: 'Tea' }))).sitename, 'Tea')
  })
})

test("derives missing settings from the wiki's language", async () => {
  const found = await general(await wikiWith({ general: { lang: 'sr' } }))
  assert.deepEqual(found.fallback.map((one: { code: string }) => one.code).at(-1), 'en')
  assert.ok(found.variants.some((one: { code: string }) => one.code === 'sr-ec'))
  assert.match(found.linktrail, /абвгд/)
  const arabic = await general(await wikiWith({ general: { lang: 'ar' } }))
  assert.deepEqual([arabic.rtl, arabic.fallback8bitEncoding], [true, 'windows-1256'])
})

test('replaces a logo on the old server but keeps an external one', async () => {
  const server = 'https://old.example'
  const moved = { server, logo: `${server}/logo.png`, favicon: 'https://pictures.example/icon.ico' }
  const found = await general(await wikiWith({ general: moved }))
  assert.equal(found.logo, 'https://wiki.example.org:8443/favicon.svg')
  assert.equal(found.favicon, 'https://pictures.example/icon.ico')
})
