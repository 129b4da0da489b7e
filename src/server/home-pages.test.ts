import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Account } from '#accounts/account.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import { joinLines } from '#html/testing.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { buildServer, type Server } from './build-server.ts'
import { loadParts } from './parts.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

onEachEngine('the front page, the search and the sample', open => {
  let server: Server
  let admin: Account
  const cookies = new Map<string, string>()

  const logIn = async (name: string): Promise<void> => {
    const form = await server.app.inject({ url: '/accounts/login/' })
    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(form.body)![1]!
    const answer = await server.app.inject({
      method: 'POST',
      url: '/accounts/login/',
      headers: { ...FORM, cookie: jar(form.headers['set-cookie']) },
      payload: new URLSearchParams({
        csrfmiddlewaretoken: token,
        username: name,
        password: 'a long enough one',
      }).toString(),
    })
    cookies.set(name, jar(answer.headers['set-cookie']))
  }
  const jar = (set: string | string[] | undefined) =>
    [set ?? []]
      .flat()
      .map(each => each.split(';')[0])
      .join('; ')
  const get = async (url: string, name?: string) => {
    const headers = name === undefined ? {} : { cookie: cookies.get(name)! }
    const { statusCode, body } = await server.app.inject({ url, headers })
    return { statusCode, body: joinLines(body) }
  }

  before(async () => {
    const config = { ...testConfig, data: temporaryFolder() }
    server = await buildServer({ store: await open(), clock: manualClock(), config, parts: await loadParts() })
    const { accounts, samples } = server.services
    admin = await accounts.register({ name: 'Admin', password: 'a long enough one', isSuperuser: true })
    for (const sample of samples) await sample.install(server.services, admin.id)
    await accounts.register({ name: 'Newcomer', password: 'a long enough one' })
    await logIn('Admin')
    await logIn('Newcomer')
  })
  after(() => server.app.close())

  test('a visitor sees languages with progress bars, projects, the wiki and an introduction', async () => {
    const { body } = await get('/')
    for (const part of ['/languages/sl/', '/projects/tea-house/', '/wiki/Lighthouse', 'Getting started', 'class="bar"'])
      assert.ok(body.includes(part), part)
    assert.match(body, /<b class="figure">78<\/b>pages/)
    assert.doesNotMatch(body, /sample\/remove|Your work/)
  })

  test('visitors do not see private projects, and their strings are not counted', async () => {
    const { store } = server.services
    const hide = (access_control: number) =>
      store.transaction(tx => tx.updateTable('project').set({ access_control }).where('slug', '=', 'museum').execute())
    const strings = /<b class="figure">([\d,]+)<\/b>strings/
    const before = strings.exec((await get('/')).body)![1]
    await hide(100)
    const { body } = await get('/')
    assert.doesNotMatch(body, /Lighthouse Museum/)
    assert.notEqual(strings.exec(body)![1], before)
    assert.doesNotMatch((await get('/search/?q=Audio+guide')).body, /museum\//)
    assert.match((await get('/search/?q=Audio+guide', 'Admin')).body, /projects\/museum\/audio-guide\//)
    await hide(0)
  })

  test('a user sees the work in their languages and projects, with links to the strings', async () => {
    const { body } = await get('/', 'Admin')
    for (const part of [
      'Your work',
      '/strings/?language=ar&amp;q=state:%3Ctranslated',
      'A photo of where this sign hangs',
      'The audio guide goes onto',
    ])
      assert.ok(body.includes(part), `${part} in ${body}`)
    const [, address, count] = /<a href="(\/strings\/\?project=tea-house[^"]*has:suggestion[^"]*)">(\d+)<\/a>/.exec(
      body,
    )!
    const listing = await get(address!.replaceAll('&amp;', '&'), 'Admin')
    assert.equal([...listing.body.matchAll(/name="unit"/g)].length, Number(count))
  })

  test('a new user sees guidance instead of empty tables', async () => {
    const { body } = await get('/', 'Newcomer')
    assert.match(body, /Choose the languages you translate into/)
    assert.match(body, /href="\/account\/"/)
    assert.match(body, /You aren’t watching any projects/)
  })

  test('a wiki editor sees watched pages, own edits and new messages', async () => {
    assert.doesNotMatch((await get('/', 'Newcomer')).body, /id="(?:watchlist|contributions)"/)
    const edit = async (name: string, fields: Record<string, string>) => {
      const headers = { ...FORM, cookie: cookies.get(name)! }
      const asked = await server.app.inject({ url: '/api.php?action=query&meta=tokens&format=json', headers })
      const token = asked.json().query.tokens.csrftoken as string
      const payload = new URLSearchParams({ action: 'edit', format: 'json', token, ...fields }).toString()
      const answer = await server.app.inject({ method: 'POST', url: '/api.php', headers, payload })
      assert.equal(answer.json().edit?.result, 'Success', answer.body)
    }
    await edit('Newcomer', { title: 'Harbour', text: 'Boats.', watchlist: 'watch' })
    await edit('Admin', { title: 'Harbour', appendtext: '\nMore boats.' })
    await edit('Admin', { title: 'User talk:Newcomer', text: 'Welcome!' })
    const { body } = await get('/', 'Newcomer')
    assert.match(body, /<a href="\/wiki\/User_talk:Newcomer">You have new messages/)
    const [watched = '', own = ''] = body.slice(body.indexOf('id="watchlist"')).split('id="contributions"')
    assert.match(watched, /href="\/wiki\/Harbour".*diff=\d+&amp;oldid=\d+.*<bdi>Admin<\/bdi>/)
    assert.match(watched, /href="\/wiki\/Special:Watchlist"/)
    assert.match(own, /href="\/wiki\/Harbour"/)
    assert.ok(body.indexOf('id="watchlist"') < body.indexOf('id="your-languages"'), 'the wiki comes first')
  })

  test('search finds strings, pages, projects, languages and people', async () => {
    const all = (await get('/search/?q=tea', 'Admin')).body
    for (const part of ['/wiki/Tea"', '/translate/tea-house/']) assert.ok(all.includes(part), part)
    assert.match((await get('/search/?q=deutsch&kind=languages')).body, /\/languages\/de\//)
    assert.match((await get('/search/?q=Jonas&kind=people', 'Newcomer')).body, /Jonas Weber/)
    assert.doesNotMatch((await get('/search/?q=Jonas&kind=people')).body, /Jonas Weber/)
    assert.match((await get('/search/?q=steam&kind=projects')).body, /\/projects\/tea-house\//)
    assert.match((await get('/search/?q=xyzzyx')).body, /No results for “xyzzyx”/)
  })

  test('search results continue on further pages without duplicates', async () => {
    const seen: string[] = []
    let address: string | undefined = '/search/?q=the&kind=strings'
    while (address !== undefined && seen.length < 500) {
      const { body }: { body: string } = await get(address)
      seen.push(...[...body.matchAll(/<li><a href="(\/translate[^"]+)"/g)].map(([, url]) => url!))
      address = /rel="next" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
    }
    assert.ok(seen.length > 60, String(seen.length))
    assert.equal(new Set(seen).size, seen.length)
  })

  test('rejects invalid search parameters by name', async () => {
    assert.equal((await get('/search?q=tea')).statusCode, 301)
    for (const [query, message] of [
      ['q=tea&kind=everything', /Invalid value for “kind”.*all, strings/],
      [`q=${'x'.repeat(300)}`, /Invalid value for “q”/],
      ['q=tea&offset=-1', /“offset”/],
      ['q=tea&kind=strings&after=1', /“after”/],
    ] as const) {
      const { statusCode, body } = await get(`/search/?${query}`)
      assert.equal(statusCode, 400, query)
      assert.match(body, message)
    }
    assert.match((await get('/search/?q=nofield:x&kind=strings')).body, /Unknown search field/)
    assert.match((await get('/search/?q=%00x')).body, /Enter at least two characters/)
  })

  test('only administrators can remove the sample, after a confirmation that lists it', async () => {
    for (const name of [undefined, 'Newcomer']) assert.equal((await get('/sample/remove/', name)).statusCode, 403)
    const confirmation = await get('/sample/remove/', 'Admin')
    assert.match(
      confirmation.body,
      /3 projects with all their content.*10 sample users.*\d+ wiki pages that nobody has edited/,
    )
    const send = (token: string) =>
      server.app.inject({
        method: 'POST',
        url: '/sample/remove/',
        headers: { ...FORM, cookie: cookies.get('Admin')! },
        payload: new URLSearchParams({ csrfmiddlewaretoken: token }).toString(),
      })
    assert.equal((await send('forged')).statusCode, 403)
    const tokens = JSON.parse((await get('/api.php?action=query&meta=tokens&format=json', 'Admin')).body)
    const edit = { action: 'edit', format: 'json', title: 'Lighthouse', appendtext: 'Mine.' }
    const edited = await server.app.inject({
      method: 'POST',
      url: '/api.php',
      headers: { ...FORM, cookie: cookies.get('Admin')! },
      payload: new URLSearchParams({ ...edit, token: tokens.query.tokens.csrftoken }).toString(),
    })
    assert.match(edited.body, /"Success"/)
    assert.match((await get('/')).body, /Steam &amp; Leaf/)
    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(
      confirmation.body.split('sample/remove').at(-1)!,
    )![1]!
    const removed = await send(token)
    assert.equal(removed.statusCode, 200, removed.body)
    for (const name of ['Harbour Library', 'Steam &amp; Leaf', 'Lighthouse Museum', 'Jonas Weber'])
      assert.ok(removed.body.includes(name), name)
    const { store, checks } = server.services
    assert.equal((await get('/projects/tea-house/')).statusCode, 404)
    assert.equal((await get('/wiki/Tea')).statusCode, 404)
    assert.equal((await get('/wiki/Lighthouse')).statusCode, 200, 'edited pages stay')
    assert.doesNotMatch((await get('/', 'Admin')).body, /sample\/remove/)
    assert.equal((await get('/sample/remove/', 'Admin')).statusCode, 404)
    for (const check of checks) {
      const result = await check.run(store)
      assert.deepEqual('faults' in result ? result.faults : result, [], check.name)
    }
  })
})
