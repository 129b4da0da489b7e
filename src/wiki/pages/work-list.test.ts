import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { joinGroup } from '#accounts/memberships.ts'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from '../sample/sample.ts'

suite('work lists of changes', () => {
  let app: FastifyInstance
  let key: string

  before(async () => {
    const store = await temporaryStore('sqlite')
    const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    await wikiSample.install(services, 1)
    const { id } = await services.accounts.register({ name: 'Keeper' })
    key = await store.transaction(async tx => {
      await joinGroup(tx, id, 'sysop')
      return regenerateApiKey(tx, id, services.clock)
    })
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
  })

  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const headers = () => ({ authorization: `Token ${key}` })
  const open = (url: string) => app.inject({ url })
  const asKeeper = (url: string) => app.inject({ url, headers: headers() })
  const post = (url: string, fields: Record<string, string> | [string, string][]) => {
    const body = new URLSearchParams(fields).toString()
    return app.inject({ method: 'POST', url, headers: { ...headers(), ...form }, body })
  }
  const send = async (fields: Record<string, string>, as: Record<string, string>) => {
    const asked = await app.inject({ url: '/api.php?action=query&meta=tokens&format=json', headers: as })
    const body = new URLSearchParams({
      format: 'json',
      token: asked.json().query.tokens.csrftoken,
      ...fields,
    }).toString()
    return (await app.inject({ method: 'POST', url: '/api.php', headers: { ...as, ...form }, body })).json()
  }
  /** An edit of a visitor. */
  const edit = (title: string, text: string) => send({ action: 'edit', title, text }, {})
  const write = (title: string, text: string) => send({ action: 'edit', title, text }, headers())
  const text = async (titles: string): Promise<string> => {
    const query = new URLSearchParams({ action: 'query', prop: 'revisions', rvprop: 'content', titles, format: 'json' })
    const { pages } = (await open(`/api.php?${query}&formatversion=2&rvslots=main`)).json().query
    return pages[0].revisions?.[0].slots.main.content ?? ''
  }

  test('group the changes of a page, in words', async () => {
    await edit('Grouped', 'One.')
    await edit('Grouped', 'One, two.')
    for (const text of ['Green.', 'Black.']) await edit('Tea', text)
    const { body } = await asKeeper('/wiki/Special:RecentChanges')
    const [group] = /<section class="group">(?:(?!<\/section>).)*data-title="Grouped".*?<\/section>/s.exec(body)!
    assert.equal(group.match(/<li /g)?.length, 2)
    assert.match(group, /2 edits · 1 editor/)
    assert.match(group, /class="group-links"><a [^>]*>hist</, 'a new page has nothing to compare with')
    assert.match(group, />Unpatrolled</)
    assert.match(group, />New page</)
    assert.match(group, />New contributor</)
    assert.match(group, /name="patrol" value="\d+"/)
    assert.match(body, /diff=\d+&amp;oldid=\d+">Diff of all 2</)
    assert.doesNotMatch(body, /[?;]rcid=|name="rcid"/)
    assert.doesNotMatch((await open('/wiki/Special:RecentChanges')).body, /name="patrol"|name="change"/)
  })

  test('filters say what they do', async () => {
    const usual = (await asKeeper('/wiki/Special:RecentChanges')).body
    assert.match(usual, /class="chip on" href="[^"]*hidebots=0"[^>]*>Bots: hidden</)
    assert.match(usual, /href="[^"]*hideminor=1"[^>]*>Minor edits: shown</)
    const other = (await asKeeper('/wiki/Special:RecentChanges?hidebots=0&hideminor=1')).body
    assert.match(other, />Bots: shown</)
    assert.match(other, /class="chip on"[^>]*>Minor edits: hidden</)
    await write('Long page', 'A long text. '.repeat(200))
    await edit('Long page', 'Gone.')
    const removals = (await asKeeper('/wiki/Special:RecentChanges?only_removals=1')).body
    assert.deepEqual(
      [...new Set(removals.match(/data-title="[^"]*"/g))],
      ['data-title="Long page"', 'data-title="Tea"'],
    )
    assert.match(removals, />Large removal</)
    const newcomers = (await asKeeper('/wiki/Special:RecentChanges?only_newcomers=1')).body
    assert.match(newcomers, /data-title="Grouped"/)
    assert.doesNotMatch(newcomers, /data-user="Keeper"[^>]*data-title="Tea"/)
  })

  test('patrol, roll back and thank several edits as a form', async () => {
    await write('Basis', 'Good.')
    await edit('Basis', 'Bad.')
    const rows = async () => {
      const { body } = await asKeeper('/wiki/Special:RecentChanges')
      return [...body.matchAll(/name="change" value="([^"]+)"/g)].map(([, value]) => value!)
    }
    const [bad] = await rows()
    const path = '/wiki/Special:RecentChanges'
    const patrolled = await post(path, { do: 'patrol', change: bad! })
    assert.equal(patrolled.headers.location, `${path}?done=1`)
    assert.match((await asKeeper(`${path}?done=1`)).body, /1 change done/)
    assert.equal((await post(path, { do: 'rollback', change: bad!, summary: 'No' })).statusCode, 303)
    assert.equal(await text('Basis'), 'Good.')
    assert.match((await post(path, { do: 'patrol' })).body, /Select at least one edit/)
    const refused = await app.inject({ method: 'POST', url: path, headers: form, body: `do=patrol&change=${bad}` })
    assert.equal(refused.statusCode, 403)
  })

  test('marking as patrolled asks without naming an id', async () => {
    await edit('Checked', 'Text.')
    const { body } = await asKeeper('/wiki/Special:NewPages')
    const [, rcid] = /name="patrol" value="(\d+)"/.exec(body)!
    const asked = await asKeeper(`/index.php?title=Checked&action=markpatrolled&rcid=${rcid}`)
    assert.match(asked.body, /Mark this edit to .*Checked.* as patrolled\?/)
    assert.match(asked.body, /<input type="hidden" name="rcid"/)
    assert.doesNotMatch(asked.body, /<label[^>]*>rcid/)
    assert.equal((await asKeeper('/index.php?title=Checked&action=markpatrolled')).statusCode, 400)
    assert.equal((await post('/wiki/Special:NewPages', { patrol: rcid! })).statusCode, 303)
  })

  test('warns with a template of the wiki, signed', async () => {
    await write('MediaWiki:Patrol-warnings', '* Test edit | Test edits, first warning\n* [[bad]] | no')
    await write('Template:Test edit', 'Please do not test in [[{{{1}}}]].')
    const shown = await asKeeper('/wiki/Special:Warn/192.0.2.7?page=Lamp')
    assert.match(shown.body, /<option value="Test edit" selected>Test edits, first warning</)
    assert.doesNotMatch(shown.body, /value="\[\[bad/)
    const fields = { wpUser: '192.0.2.7', wpTemplate: 'Test edit', page: 'Lamp', wpText: '' }
    const sent = await post('/wiki/Special:Warn/192.0.2.7', fields)
    assert.match(sent.body, /The warning is on/, sent.body.replace(/<[^>]*>/g, '').slice(0, 3000))
    assert.match(
      await text('User talk:192.0.2.7'),
      /^== Your edit to \[\[:Lamp\]\] ==\n\nPlease do not test in \[\[Lamp\]\]\. \[\[User:Keeper/,
    )
    const empty = await post('/wiki/Special:Warn/192.0.2.7', { ...fields, wpTemplate: '' })
    assert.match(empty.body, /Choose a warning or enter a text/)
    assert.equal((await open('/wiki/Special:Warn/192.0.2.7')).statusCode, 403)
  })

  test('filters can be saved and removed', async () => {
    const at = '/wiki/Special:RecentChanges?hideminor=1&days=3'
    assert.equal((await post(at, { save: 'Three days' })).statusCode, 303)
    assert.match((await asKeeper(at)).body, /<a href="[^"]*" aria-current="true"><b dir="auto">Three days/)
    assert.match((await asKeeper('/wiki/Special:Watchlist')).body, /Three days/)
    assert.match((await post(at, { save: ' ' })).body, /Enter a name/)
    assert.equal((await post(at, { forget: '0' })).statusCode, 303)
    assert.doesNotMatch((await asKeeper(at)).body, /Three days/)
  })

  test('feeds are at the addresses of MediaWiki and in the head of the page', async () => {
    const page = (await open('/wiki/Special:RecentChanges?hideminor=1')).body
    const [, address] = /<link rel="alternate" type="application\/atom\+xml"[^>]* href="([^"]+)"/.exec(page)!
    const sent = await open(address!.replaceAll('&amp;', '&'))
    assert.equal(sent.statusCode, 302)
    assert.match(String(sent.headers.location), /^\/api\.php\?action=feedrecentchanges&feedformat=atom&hideminor=1/)
    assert.match((await open(String(sent.headers.location))).body, /<feed /)
    const newPages = await open('/wiki/Special:NewPages?feed=rss')
    assert.match(String(newPages.headers['content-type']), /xml/)
    assert.match(newPages.body, /<rss [\s\S]*<title>Grouped<\/title>/)
    const contributions = await open('/wiki/Special:Contributions/Keeper?feed=atom')
    assert.match(String(contributions.headers.location), /action=feedcontributions.*user=Keeper/)
    const watched = await asKeeper('/wiki/Special:Watchlist?feed=atom')
    assert.match(String(watched.headers.location), /action=feedwatchlist/)
    for (const path of ['Special:NewPages', 'Special:Contributions/Keeper'])
      assert.match((await open(`/wiki/${path}`)).body, /<link rel="alternate" type="application\/atom\+xml"/)
  })
})
