import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { joinGroup } from '#accounts/memberships.ts'
import { testServices } from '#core/testing.ts'
import { joinLines } from '#html/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from '../sample/sample.ts'
import { markMoved } from './parts/diff-table.ts'
import { addressRange } from './parts/ranges.ts'

test('offers watchlist expiry in the tab and the edit form if it is enabled', async () => {
  const store = await temporaryStore('sqlite')
  const settings = { data: temporaryFolder(), siteUrl: 'http://127.0.0.1', watchlistExpiry: 'on' } as const
  const services = await testServices(store, undefined, settings)
  await wikiSample.install(services, 1)
  const { id } = await services.accounts.register({ name: 'Keeper' })
  const key = await store.transaction(tx => regenerateApiKey(tx, id, services.clock))
  const app = Fastify()
  await app.register(async scope => wikiPart.routes!(scope, services))
  const headers = { authorization: `Token ${key}` }
  const page = async (url: string) => joinLines((await app.inject({ url, headers })).body)
  assert.match(await page('/wiki/Kettle'), /<form class="watch" method="get"[^>]*>.*?value="watch"/)
  const asked = await page('/index.php?title=Kettle&action=watch')
  assert.match(asked, /<select[^>]* name="wpexpiry">.*<option value="infinite" selected>.*<option value="1 week">/s)
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  const sent = { method: 'POST', url: '/index.php?title=Kettle&action=watch', headers: form } as const
  const done = await app.inject({ ...sent, body: 'wpexpiry=1+week' })
  assert.equal(done.statusCode, 303)
  assert.match(await page('/wiki/Kettle'), /<button title="7 days left on your watchlist">/)
  const written = await page('/index.php?title=Kettle&action=edit')
  assert.match(
    written,
    /<select id="wpWatchlistExpiry"[^>]*><option value="20[^"]+Z" selected>7 days left on your watchlist</,
  )
})

test('shows revisions whose parents are unknown', async () => {
  const store = await temporaryStore('sqlite')
  const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
  await wikiSample.install(services, 1)
  await store.transaction(tx => tx.updateTable('revision').set({ parent_id: null }).execute())
  const app = Fastify()
  await app.register(async scope => wikiPart.routes!(scope, services))
  const history = await app.inject({ url: '/index.php?title=Lighthouse&action=history' })
  assert.equal(history.statusCode, 200)
  assert.match(history.body, /<li class="change"/)
  const feed = await app.inject({ url: '/index.php?title=Lighthouse&action=history&feed=atom' })
  assert.match(feed.body, /<entry>/)
  assert.doesNotMatch(history.body + feed.body, /undefined/)
})

suite('following changes in the wiki', () => {
  let app: FastifyInstance
  let key: string
  const revisions: number[] = []

  before(async () => {
    const store = await temporaryStore('sqlite')
    const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    await wikiSample.install(services, 1)
    const { id } = await services.accounts.register({ name: 'Keeper' })
    key = await store.transaction(async tx => {
      for (const group of ['sysop', 'suppress']) await joinGroup(tx, id, group)
      return regenerateApiKey(tx, id, services.clock)
    })
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
    const texts = [
      'First paragraph of the page.\n\nA second one that stays.\n',
      'A second one that stays.\n\nMore of it here.\n\nFirst paragraph of the page.\n',
      "A second one that ''really'' stays.\n\nMore of it here.\n\nFirst paragraph of the page.\n",
    ]
    for (const [at, text] of texts.entries())
      revisions.push((await edit({ title: 'Followed', text, summary: `step ${at + 1}` })).newrevid)
  })

  const headers = () => ({ authorization: `Token ${key}` })
  const open = (url: string) => app.inject({ url })
  const asKeeper = (url: string) => app.inject({ url, headers: headers() })
  const post = (url: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url,
      headers: { ...headers(), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  async function act(fields: Record<string, string>) {
    const asked = await asKeeper('/api.php?action=query&meta=tokens&type=csrf|patrol&format=json')
    const { csrftoken } = asked.json().query.tokens
    return (await post('/api.php', { format: 'json', formatversion: '2', token: csrftoken, ...fields })).json()
  }
  const edit = async (fields: Record<string, string>) => (await act({ action: 'edit', ...fields })).edit

  test('a history compares any two revisions, and offers undo with the right', async () => {
    const { body } = await open('/index.php?title=Followed&action=history')
    assert.match(body, new RegExp(`name="oldid" value="${revisions[1]}"[^>]* checked`))
    assert.match(body, new RegExp(`name="diff" value="${revisions[2]}"[^>]* checked`))
    assert.match(body, new RegExp(`undoafter=${revisions[0]}&amp;undo=${revisions[1]}`))
    assert.doesNotMatch(body, /action=rollback/)
    assert.match((await asKeeper('/index.php?title=Followed&action=history')).body, /action=rollback&amp;from=Keeper/)
    const none = await open('/index.php?title=Followed&action=history&date-range-to=2001-01-01')
    assert.match(none.body, /class="note"/)
    assert.doesNotMatch(none.body, /step 1/)
    const feed = await open('/index.php?title=Followed&action=history&feed=atom')
    assert.match(String(feed.headers['content-type']), /xml/)
    assert.match(feed.body, /<entry>[\s\S]*step 3/)
  })

  test('shows a diff for every way to name the revisions', async () => {
    const [first, second, third] = revisions
    const same = [
      `diff=${third}&oldid=${second}`,
      `diff=prev&oldid=${third}`,
      `diff=${third}`,
      `diff=cur&oldid=${second}`,
      `diff=next&oldid=${second}`,
    ]
    for (const query of same) {
      const { body, statusCode } = await open(`/index.php?title=Followed&${query}`)
      assert.equal(statusCode, 200, query)
      assert.match(body, /<ins class="diffchange[^"]*">[^<]*really/, query)
    }
    const { body } = await open(`/index.php?diff=${second}&oldid=${first}`)
    assert.match(body, /href="#moved-1-left"[\s\S]*href="#moved-1-right"/)
    assert.match(body, /rel="next" href="[^"]*diff=next/)
    assert.match((await open(`/index.php?diff=${third}&oldid=${first}`)).body, /One intermediate revision/)
    assert.equal((await open(`/wiki/Special:Diff/${third}`)).statusCode, 302)
    assert.equal((await open('/index.php?title=Followed&diff=99999999')).statusCode, 404)
    assert.equal((await open('/index.php?title=Followed&diff=nonsense')).statusCode, 404)
  })

  test('shows the revision in the address, or the one before or after it', async () => {
    const [first, second, third] = revisions
    const shown = async (query: string) => {
      const { body } = await open(`/index.php?title=Followed&${query}`)
      return [/More of it here/.test(body), /<i>really<\/i>/.test(body)]
    }
    const [one, two, three] = [
      [false, false],
      [true, false],
      [true, true],
    ]
    assert.deepEqual(await shown(`oldid=${first}`), one)
    assert.deepEqual(await shown(`oldid=${second}`), two)
    assert.deepEqual(await shown(`oldid=${second}&direction=prev`), one)
    assert.deepEqual(await shown(`oldid=${second}&direction=next`), three)
    assert.deepEqual(await shown(`oldid=${first}&direction=prev`), one, 'there is none before it')
    assert.deepEqual(await shown(`oldid=${third}&direction=next`), three, 'there is none after it')
    assert.deepEqual(await shown('direction=prev'), three, 'the latest')
  })

  test('a visual diff marks the inserted words', async () => {
    const { body } = await open(`/index.php?title=Followed&diff=${revisions[2]}&diffmode=visual`)
    assert.match(body, /<i><ins class="diffchange">really<\/ins><\/i>|<ins class="diffchange">really/)
  })

  test('a hidden revision is marked and not compared without the right', async () => {
    const answer = await act({
      action: 'revisiondelete',
      type: 'revision',
      ids: String(revisions[1]),
      hide: 'content|comment',
      target: 'Followed',
    })
    assert.equal(answer.revisiondelete?.status, 'Success', JSON.stringify(answer))
    const history = await open('/index.php?title=Followed&action=history')
    assert.doesNotMatch(history.body, /step 2/)
    assert.match(history.body, /data-hidden="text"/)
    assert.equal((await open(`/index.php?title=Followed&diff=${revisions[1]}`)).statusCode, 403)
    assert.equal((await asKeeper(`/index.php?title=Followed&diff=${revisions[1]}`)).statusCode, 200)
  })

  test('recent changes list edits and log entries, with filters', async () => {
    await act({
      action: 'protect',
      title: 'Followed',
      protections: 'edit=sysop',
      expiry: 'infinite',
      reason: 'calm down',
    })
    const { body } = await open('/wiki/Special:RecentChanges')
    assert.match(body, /<bdi>Followed<\/bdi>/)
    assert.match(body, /class="log-line">[^⧼]*protected/)
    assert.match(body, /data-live-changes/)
    assert.match((await open('/wiki/Special:NewPages')).body, /<bdi>Followed<\/bdi>/)
    const mine = await asKeeper('/index.php?title=Special:RecentChanges&hidemyself=1')
    assert.doesNotMatch(mine.body, /<bdi>Followed<\/bdi>/)
    const talk = await open('/index.php?title=Special:RecentChanges&namespace=1')
    assert.doesNotMatch(talk.body, /<bdi>Followed<\/bdi>/)
  })

  test('logs show each type of entry as a sentence', async () => {
    const { body } = await open('/wiki/Special:Log/protect')
    assert.match(body, /protected <a href="\/wiki\/Followed"/)
    assert.match(body, /calm down/)
    assert.doesNotMatch((await open('/wiki/Special:Log/move')).body, /calm down/)
    const all = await asKeeper('/wiki/Special:Log')
    assert.doesNotMatch(all.body, /⧼/)
    assert.match((await open('/index.php?title=Special:Log&page=Followed')).body, /calm down/)
  })

  test('a watchlist shows changes to watched pages and can be edited as text', async () => {
    assert.equal((await open('/wiki/Special:Watchlist')).statusCode, 403)
    await post('/wiki/Special:EditWatchlist/raw', { wpTitles: 'Followed\nTea' })
    const { body } = await asKeeper('/wiki/Special:Watchlist')
    assert.match(body, /data-change="l\d+">[\s\S]*>Followed</)
    assert.match((await asKeeper('/wiki/Special:EditWatchlist')).body, /name="wpTitle" value="Tea"/)
    await post('/wiki/Special:EditWatchlist', { wpTitle: 'Tea' })
    assert.doesNotMatch((await asKeeper('/wiki/Special:EditWatchlist')).body, /value="Tea"/)
    await post('/wiki/Special:EditWatchlist/raw', { wpTitles: '' })
    assert.doesNotMatch((await asKeeper('/wiki/Special:EditWatchlist')).body, /value="Followed"/)
  })

  test('contributions are listed by user', async () => {
    const { body } = await open('/wiki/Special:Contributions/Keeper')
    assert.match(body, /step 3/)
    assert.match(body, /Special:Log\/block\?page=|Special:Log\/block&amp;page=|title=Special:Log\/block/)
    assert.match(
      (await open('/wiki/Special:Contributions/Nobody_there')).body,
      /The user &quot;Nobody there&quot; does not exist/,
    )
    assert.equal((await open('/wiki/Special:Contributions/10.0.0.0/4')).statusCode, 400)
    assert.equal((await open('/wiki/Special:DeletedContributions/Keeper')).statusCode, 403)
    assert.equal((await asKeeper('/wiki/Special:DeletedContributions/Keeper')).statusCode, 200)
  })

  test('lists hidden categories only for users who are logged in', async () => {
    await edit({ title: 'Category:Unsourced', text: '__HIDDENCAT__' })
    await edit({ title: 'Quiet', text: '[[Category:Unsourced]] [[Category:Sounds]]' })
    const listed = async (page: ReturnType<typeof open>) =>
      [...(await page).body.matchAll(/<p class="categories">.*?<\/p>/gs)].map(([row]) => row.replace(/<[^>]*>/g, ''))
    assert.deepEqual(await listed(open('/wiki/Quiet')), ['Category Sounds'])
    assert.deepEqual(await listed(asKeeper('/wiki/Quiet')), ['Category Sounds', 'Hidden category Unsourced'])
  })

  test('shows page information and site statistics', async () => {
    const { body } = await open('/index.php?title=Followed&action=info')
    assert.match(body, /<th scope="row">Total edits<\/th><td><a [^>]*>\d<\/a>/)
    assert.match(body, /Allow only administrators/)
    for (const name of ['Statistics', 'ListUsers', 'ActiveUsers', 'ListGroupRights', 'NewFiles', 'ListFiles']) {
      const page = await open(`/wiki/Special:${name}`)
      assert.equal(page.statusCode, 200, name)
      assert.doesNotMatch(page.body, /⧼/, name)
    }
    assert.match((await open('/wiki/Special:ListUsers/sysop')).body, /Keeper/)
    assert.doesNotMatch((await open('/wiki/Special:ListUsers')).body, /\(\)/, 'users without groups')
    assert.match((await open('/wiki/Special:RecentChangesLinked/Main_Page')).body, /class="change work"/)
  })

  test('a change can be marked as patrolled with the right', async () => {
    const changes = await asKeeper(
      '/api.php?action=query&list=recentchanges&rcprop=ids|patrolled|title&rcshow=!patrolled&format=json&formatversion=2',
    )
    const change = changes.json().query.recentchanges[0]
    if (!change) return
    const path = `/index.php?title=${encodeURIComponent(change.title)}&action=markpatrolled&rcid=${change.rcid}`
    assert.equal((await open(path)).statusCode, 403)
    assert.equal((await post(path, { rcid: String(change.rcid) })).statusCode, 303)
  })
})

test('moved paragraphs link to each other, except short ones', () => {
  const words = { text: (key: string) => key } as never
  const gone = (text: string) =>
    `<tr><td class="diff-marker" data-marker="−"></td><td class="diff-deletedline diff-side-deleted"><div><del class="diffchange">${text}</del></div></td></tr>`
  const came = (text: string) =>
    `<tr><td class="diff-marker" data-marker="+"></td><td class="diff-addedline diff-side-added"><div><ins class="diffchange">${text}</ins></div></td></tr>`
  const long = 'A paragraph of some length.'
  const marked = markMoved(gone(long) + came('other words entirely') + came(long), { words })
  assert.match(
    marked,
    /id="moved-1-left" href="#moved-1-right"[\s\S]*other words[\s\S]*id="moved-1-right" href="#moved-1-left"/,
  )
  assert.equal(markMoved(gone('}}') + came('}}'), { words }), gone('}}') + came('}}'))
})

test('addresses of a range are distinguished from others with the same prefix', () => {
  const range = addressRange('192.0.2.128/25')!
  assert.equal(range.prefix, '192.0.2.')
  assert.deepEqual(['192.0.2.200', '192.0.2.20', '192.0.3.200', 'Somebody'].map(range.has), [true, false, false, false])
  assert.equal(addressRange('2001:db8::/32')!.has('2001:DB8:1:0:0:0:0:1'), true)
  assert.equal(addressRange('10.0.0.0/4'), null)
})
