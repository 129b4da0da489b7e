import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { testServices } from '#accounts/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from './sample.ts'

test('the sample is a wiki that can be asked and read', async t => {
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

  const { query } = await ask('prop=links|categories|templates&titles=Tea')
  const [tea] = query.pages
  assert.ok(tea.links.some((link: { title: string }) => link.title === '茶'))
  assert.ok(tea.categories.some((category: { title: string }) => category.title === 'Category:Pages with an infobox'))
  assert.deepEqual(tea.templates, [{ ns: 10, title: 'Template:Drink' }])

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
