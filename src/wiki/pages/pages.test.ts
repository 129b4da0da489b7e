import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { joinGroup } from '#accounts/memberships.ts'
import type { Services } from '#core/services.ts'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from '../sample/sample.ts'

suite('layout, lists and forms', () => {
  let app: FastifyInstance
  let services: Services
  let key: string

  before(async () => {
    const store = await temporaryStore('sqlite')
    services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    await wikiSample.install(services, 1)
    const { id } = await services.accounts.register({ name: 'Keeper' })
    key = await store.transaction(async tx => {
      await joinGroup(tx, id, 'sysop')
      return regenerateApiKey(tx, id, services.clock)
    })
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
  })

  const open = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  const asKeeper = (url: string) => open(url, { authorization: `Token ${key}` })
  const post = (url: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Token ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })

  test('describes the wiki search to browsers', async () => {
    assert.match((await open('/wiki/Main_Page')).body, /<link rel="search" type="[^"]*" href="\/opensearch_desc\.php"/)
    const { headers, body } = await open('/w/opensearch_desc.php')
    assert.equal(headers['content-type'], 'application/opensearchdescription+xml')
    assert.equal(headers['cache-control'], 'max-age=600')
    const template = 'http://127.0.0.1/index.php?title=Special:Search&amp;search={searchTerms}'
    assert.ok(body.includes(`<Url type="text/html" method="get" template="${template}" />`), body)
    assert.ok(body.includes('api.php?action=opensearch&amp;search={searchTerms}&amp;namespace=0" />'))
    assert.ok(body.includes('<moz:SearchForm>http://127.0.0.1/wiki/Special:Search</moz:SearchForm>'))
    const plain = await open('/opensearch_desc.php?ctype=application/xml')
    assert.deepEqual([plain.headers['content-type'], plain.body], ['application/xml', body])
  })

  test('a page links to its talk page, history and tools, and has a search box', async () => {
    const { body } = await open('/wiki/Tea')
    for (const part of [
      'href="/wiki/Special:WhatLinksHere/Tea"',
      'href="/index.php?title=Tea&amp;action=history"',
      'name="title" value="Special:Search"',
      'href="/wiki/Special:SpecialPages"',
    ])
      assert.ok(body.includes(part), part)
    assert.doesNotMatch(body, /Special:MovePage\/Tea/)
    assert.match((await asKeeper('/wiki/Tea')).body, /Special:MovePage\/Tea/)
  })

  test('visitors get the language of the wiki, not that of their browser', async () => {
    const { body } = await open('/wiki/Tea', { 'accept-language': 'de' })
    assert.match(body, /<main id="content" lang="en" dir="ltr"/)
  })

  test('uses the language that the reader chose, even without imported messages', async () => {
    const said = { de: 'Bearbeiten', fr: 'Modifier', ja: '編集', ar: 'عدّل' }
    for (const [language, edit] of Object.entries(said)) {
      const { body } = await open('/wiki/Tea', { cookie: `parlance_language=${language}` })
      assert.ok(body.includes(`>${edit}</a>`), language)
      assert.match(body, new RegExp(`<main id="content" lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`))
    }
  })

  test('shows the sidebar of MediaWiki:Sidebar with translated messages', async () => {
    const text =
      '* Rooms\n** mainpage|mainpage-description\n** Tea|Tea room\n** https://example.org/|elsewhere\n* SEARCH'
    const edit = { action: 'edit', title: 'MediaWiki:Sidebar', text, token: '+\\', format: 'json' }
    const { csrftoken } = (
      await app.inject({
        url: '/api.php?action=query&meta=tokens&format=json',
        headers: { authorization: `Token ${key}` },
      })
    ).json().query.tokens
    await post('/api.php', { ...edit, token: csrftoken })
    const { body } = await open('/wiki/Tea')
    assert.match(
      body,
      /<h2 id="portlet-0">Rooms<\/h2><ul><li><a href="\/wiki\/Main_Page"><bdi>Main page<\/bdi><\/a><\/li><li><a href="\/wiki\/Tea"><bdi>Tea room/,
    )
    assert.match(body, /<a href="https:\/\/example.org\/"><bdi>elsewhere/)
    assert.doesNotMatch(body, /SEARCH/)
  })

  test('pages through a history in both directions with the continue values of the API', async () => {
    const { csrftoken } = (
      await app.inject({
        url: '/api.php?action=query&meta=tokens&format=json',
        headers: { authorization: `Token ${key}` },
      })
    ).json().query.tokens
    for (let i = 1; i <= 5; i++)
      await post('/api.php', {
        action: 'edit',
        title: 'Walked',
        text: `text ${i}`,
        summary: `[[Tea]] ${i}`,
        token: csrftoken,
      })
    const rows = (body: string) =>
      [...body.matchAll(/class="comment"[^>]*><a href="\/wiki\/Tea" title="Tea">Tea<\/a> (\d)/g)]
        .map(([, n]) => n)
        .join('')
    const way = (body: string, rel: string) =>
      new RegExp(`href="([^"]*)" rel="${rel}"`).exec(body)?.[1]?.replaceAll('&amp;', '&')
    const first = await open('/index.php?title=Walked&action=history&limit=2')
    assert.equal(rows(first.body), '54')
    const second = await open(way(first.body, 'next')!)
    assert.equal(rows(second.body), '32')
    const third = await open(way(second.body, 'next')!)
    assert.equal(rows(third.body), '1')
    assert.equal(way(third.body, 'next'), undefined)
    const back = await open(way(third.body, 'prev')!)
    assert.equal(rows(back.body), '32')
    assert.equal(rows((await open(way(back.body, 'prev')!)).body), '54')
    assert.equal((await open('/index.php?title=Walked&action=history&offset=x')).statusCode, 400)
  })

  test('lists and filters incoming links', async () => {
    const { body } = await open('/wiki/Special:WhatLinksHere/Tea')
    assert.match(body, /<strong>Tea<\/strong>/)
    assert.match(
      body,
      /<a class="mw-redirect" href="\/index.php\?title=Cha&amp;redirect=no"><bdi>Cha<\/bdi><\/a> \(redirect page\)/,
    )
    const filtered = await open('/index.php?title=Special:WhatLinksHere&target=Tea&hideredirs=1')
    assert.doesNotMatch(filtered.body, /<bdi>Cha<\/bdi>/)
    assert.equal((await open('/wiki/Special:WhatLinksHere/%5B%5B')).statusCode, 400)
    assert.match((await open('/wiki/Special:WhatLinksHere/Nothing_at_all')).body, /No page links to/)
  })

  test('moves a page and shows errors in the form', async () => {
    assert.equal((await open('/wiki/Special:MovePage/Tea')).statusCode, 403)
    assert.match((await asKeeper('/wiki/Special:MovePage/Tea')).body, /name="wpNewTitle" type="text" value="Tea"/)
    const taken = await post('/wiki/Special:MovePage/Walked', { wpNewTitle: 'Lighthouse', wpReason: 'why not' })
    assert.equal(taken.statusCode, 400)
    assert.match(taken.body, /role="alert"><p data-code="articleexists">/)
    assert.match(taken.body, /name="wpReason" type="text" value="why not"/)
    const moved = await post('/wiki/Special:MovePage/Walked', { wpNewTitle: 'Walked on', wpLeaveRedirect: '1' })
    assert.equal(moved.statusCode, 200)
    assert.match(moved.body, /role="status"><strong>/)
    assert.match((await open('/wiki/Walked')).body, /Redirected from/)
  })

  test('rejects forms from other sites', async () => {
    const headers = {
      authorization: `Token ${key}`,
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
    }
    const answer = await app.inject({
      method: 'POST',
      url: '/wiki/Special:MovePage/Tea',
      headers,
      body: 'wpNewTitle=Gone',
    })
    assert.equal(answer.statusCode, 403)
    assert.equal((await open('/wiki/Gone')).statusCode, 404)
  })

  test('Arabic pages have one style of digits', async () => {
    const pages = ['RecentChanges', 'Statistics', 'Log', 'Categories', 'ListFiles', 'MostLinkedPages', 'WantedPages']
    const views = [
      ...pages.map(name => `/wiki/Special:${name}?uselang=ar`),
      '/index.php?title=Tea&action=history&uselang=ar',
    ]
    for (const url of views) {
      const { body } = await open(url)
      assert.match(body, /<html lang="ar" dir="rtl"/, url)
      assert.deepEqual(body.match(/.{0,40}[٠-٩]+.{0,20}/g) ?? [], [], url)
    }
  })

  test('lists tracking categories by their names in the wiki, with descriptions for the reader', async () => {
    const write = async (title: string, text: string): Promise<void> => {
      const headers = { authorization: `Token ${key}` }
      const asked = await app.inject({ url: '/api.php?action=query&meta=tokens&format=json', headers })
      await post('/api.php', {
        action: 'edit',
        title,
        text,
        token: asked.json().query.tokens.csrftoken,
        format: 'json',
      })
    }
    const categories = async (title: string): Promise<string> => (await open(`/wiki/${title}`)).body
    // The pages of the sample are in none.
    assert.doesNotMatch((await open('/wiki/Special:Categories?limit=500')).body, /Pages (?:with broken|where|using)/)
    await write('Broken', '[[File:Nowhere.png]] {{formatnum:many}}')
    assert.match(await categories('Broken'), />Pages with broken file links</)
    await write('MediaWiki:Broken-file-category', '-')
    await write('MediaWiki:Nonnumeric-formatnum', 'Odd numbers')
    const { body } = await open('/wiki/Special:TrackingCategories', { cookie: 'parlance_language=de' })
    assert.match(body, /<em>Deaktiviert<\/em><\/td><td>(?:(?!<\/td>).)*broken-file-category/)
    assert.match(body, />Odd numbers<(?:(?!<\/tr>).)*formatnum mit Text, der keine Zahl ist/)
    assert.match(body, />Pages with template loops</)
    await write('Broken', '[[File:Nowhere.png]] {{formatnum:few}}')
    const shown = await categories('Broken')
    assert.doesNotMatch(shown, /Pages with broken file links/)
    assert.match(shown, />Odd numbers</)
  })

  test('uselang=qqx shows message keys', async () => {
    const { body } = await open('/index.php?title=Tea&action=history&uselang=qqx')
    assert.match(body, /\(history-title: Tea\)/)
    assert.match(body, /\(compareselectedversions\)/)
  })

  test('special pages outside the wiki redirect, and unsupported ones explain why', async () => {
    for (const [name, to] of [
      ['UserLogin', '/accounts/login/?next=%2Findex.php'],
      ['PageHistory/Tea', '/index.php?title=Tea&action=history'],
      ['PermanentLink/1', '/index.php?oldid=1'],
    ])
      assert.equal((await open(`/wiki/Special:${name}`)).headers.location, to)
    const { statusCode, body } = await open('/wiki/Special:Lockdb')
    assert.equal(statusCode, 404)
    assert.match(body, /the wiki is made read-only on the server/)
    assert.equal((await open('/wiki/Special:Nothing')).statusCode, 404)
  })
})
