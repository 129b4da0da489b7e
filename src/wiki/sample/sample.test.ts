import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from './sample.ts'

test('installs a wiki that can be read and queried', async t => {
  const store = await temporaryStore('sqlite')
  const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
  await wikiSample.install(services, 1)
  const app = Fastify()
  t.after(() => app.close())
  await app.register(async scope => wikiPart.routes!(scope, services))
  const ask = async (query: string) =>
    (await app.inject(`/w/api.php?format=json&formatversion=2&action=query&${query}`)).json()

  const { general } = (await ask('meta=siteinfo')).query
  assert.deepEqual(
    [general.sitename, general.mainpage, general.wikiid, general.generator],
    ['Sample wiki', 'Main Page', 'sample', 'MediaWiki 1.39.17'],
  )

  const { query } = await ask('prop=links|categories|templates&pllimit=max&titles=Tea')
  const [tea] = query.pages
  assert.ok(tea.links.some((link: { title: string }) => link.title === '茶'))
  assert.ok(tea.categories.some((category: { title: string }) => category.title === 'Category:Pages with an infobox'))
  assert.deepEqual(tea.templates, [{ ns: 10, title: 'Template:Drink' }])

  const [linked] = (await ask('prop=langlinks&lllimit=max&llprop=url|autonym&titles=Tea')).query.pages
  assert.deepEqual(
    linked.langlinks.map(({ lang, title, autonym }: Record<string, string>) => `${lang} ${title} ${autonym}`),
    [
      'ar شاي العربية',
      'de Tee Deutsch',
      'fr Thé français',
      'hi चाय हिन्दी',
      'ja お茶 日本語',
      'ru Русский чай русский',
      'zh 茶 中文',
    ],
  )
  const shown = (await app.inject('/wiki/Tea')).body
  assert.match(shown, /<a href="[^"]*\/wiki\/Tee" lang="de" hreflang="de"[^>]*><bdi>Deutsch<\/bdi>/)
  assert.equal((await app.inject('/wiki/Tee')).statusCode, 200)

  const { statistics } = (await ask('meta=siteinfo&siprop=statistics')).query
  assert.ok(statistics.pages >= 70 && statistics.edits >= 120 && statistics.images === 4, JSON.stringify(statistics))
  const history = (await ask('prop=revisions&titles=Tea&rvlimit=max&rvprop=user|comment|timestamp|size')).query.pages[0]
  const authors = new Set(history.revisions.map(({ user }: { user: string }) => user))
  assert.ok(authors.size >= 5 && authors.has('198.51.100.23'), [...authors].join())
  const talk = (await ask('prop=revisions&titles=Talk:Tea&rvprop=content&rvslots=main')).query.pages[0]
  assert.match(
    talk.revisions[0].slots.main.content,
    /\[\[User:Asha Rao\|Asha Rao\]\] \(.+\) \d\d:\d\d, \d+ \w+ \d{4} \(UTC\)/,
  )

  const changes = (await ask('list=recentchanges&rclimit=3')).query.recentchanges
  assert.equal(changes[0].title, 'Lighthouse')
  const missing = (await ask('list=allpages&aplimit=max&apnamespace=14')).query.allpages.map(
    ({ title }: { title: string }) => title.slice('Category:'.length),
  )
  const used = (await ask('list=allcategories&aclimit=max')).query.allcategories.map(
    ({ category }: { category: string }) => category,
  )
  assert.deepEqual(
    used.filter((category: string) => !missing.includes(category)),
    [],
  )
  const wanted = (await ask('generator=alllinks&galunique=1&gallimit=max')).query.pages.filter(
    (page: { missing?: boolean; ns: number }) => page.missing && page.ns !== 2 && page.ns !== 3,
  )
  assert.deepEqual(wanted, [], 'every link except those to users leads to a page')
  for (const [name, width] of [
    ['Cup of tea.svg', 240],
    ['Tea leaves.png', 240],
  ] as const) {
    const [file] = (await ask(`prop=imageinfo&iiprop=size|url|mime&titles=File:${encodeURIComponent(name)}`)).query
      .pages
    assert.equal(file.imageinfo[0].width, width)
    assert.equal((await app.inject(new URL(file.imageinfo[0].url).pathname)).statusCode, 200)
  }
  for (const [title, lang] of [
    ['お茶', 'ja'],
    ['منارة', 'ar'],
    ['Leuchtturm', 'de'],
  ] as const) {
    const [info] = (await ask(`prop=info&titles=${encodeURIComponent(title)}`)).query.pages
    assert.equal(info.pagelanguage, lang)
  }

  const found = await ask(`list=search&srsearch=${encodeURIComponent('饮料')}`)
  assert.deepEqual(
    found.query.search.map((hit: { title: string }) => hit.title),
    ['茶'],
  )

  const redirected = await ask('titles=Cha&redirects=1')
  assert.deepEqual(redirected.query.redirects, [{ from: 'Cha', to: 'Tea' }])

  const page = await app.inject(`/wiki/${encodeURIComponent('चाय')}`)
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /कुल्हड़/)
  const listing = await ask('').then(() => app.inject('/w/api.php?action=paraminfo&modules=query%2Btags&format=json'))
  const link = new URL(listing.json().paraminfo.modules[0].licenselink)
  const licence = await app.inject(link.pathname)
  assert.equal(licence.statusCode, 200)
  assert.match(licence.body, /GNU GENERAL PUBLIC LICENSE/)
})
