// Email notifications about the wiki, sent through a real email server.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { joinGroup } from '#accounts/memberships.ts'
import { setOptions } from '#accounts/options.ts'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type MailSite, mailSite, type Person, summary } from '#translation/notifications/testing.ts'
import { type Editor, editor } from '#wiki/editing/testing.ts'
import { wikiNews } from '#wiki/notifications/source.ts'
import { openWiki } from '#wiki/open-wiki.ts'

const DAY = 86_400

onEachEngine('email about the wiki', open => {
  let site: MailSite
  let anna: Person
  let hers: Editor
  let bert: Editor
  let pages = 0

  before(async () => {
    site = await mailSite(await open())
    const { services } = site.api
    services.news.sources.push(wikiNews(services))
    const wiki = await openWiki(services)
    const anonymous = await services.callers.identify({ ip: '192.0.2.7', headers: {} })
    const login = async ({ id }: Person) =>
      editor(wiki, await services.callers.logIn(anonymous, (await services.accounts.byId(services.store.read, id))!))
    anna = await site.person('Anna')
    hers = await login(anna)
    const other = await site.person('Bert')
    await services.store.transaction(async tx => {
      await joinGroup(tx, other.id, 'sysop')
      // Editing a page also watches it; Bert wants no email about that.
      await setOptions(tx, other.id, [['enotifwatchlistpages', '0']])
    })
    bert = await login(other)
  })
  beforeEach(async () => {
    // Let pending email and rate limits from other tests expire.
    site.clock.advance(8 * DAY)
    await site.deliver()
    await site.send(anna, 'PATCH', '/api/users/Anna/wiki-notifications/', {
      own_talk_page: 1,
      mentions: 1,
      watched_pages: 1,
      minor_edits: false,
    })
  })
  const watchedPage = async (): Promise<string> => {
    const title = `Garden ${++pages}`
    await hers.edit(title, 'Begun', { watchlist: 'watch' })
    return title
  }
  const doing = async (who: Editor, params: Readonly<Record<string, string>>) => {
    const answer = await who.post({ ...params, token: issueToken(who.caller, 'csrf', site.clock) })
    assert.equal(answer.error, undefined, JSON.stringify(answer))
  }
  const visit = (titles: string) => doing(hers, { action: 'setnotificationtimestamp', titles })

  test('a watched page sends one email until it is visited, and none for own edits', async () => {
    const title = await watchedPage()
    assert.deepEqual(await site.deliver(), [])
    site.clock.advance(60)
    await bert.edit(title, 'Begun and changed', { summary: 'more of it' })
    const [mail, ...others] = await site.deliver()
    assert.deepEqual(others, [])
    assert.deepEqual(summary([mail!]), ['anna WikiWatchedPageNotification'])
    assert.match(mail!.text, /Page changed by Bert/)
    assert.match(mail!.text, /Summary: more of it/)
    assert.match(mail!.text, /diff=\d+&oldid=\d+/)
    assert.match(mail!.html, /Change to a watched page/)
    site.clock.advance(60)
    await bert.edit(title, 'Changed again')
    assert.deepEqual(await site.deliver(), [])
    await visit(title)
    site.clock.advance(60)
    await hers.edit(title, 'By herself')
    assert.deepEqual(await site.deliver(), [])
    site.clock.advance(60)
    await bert.edit(title, 'Changed after the visit')
    assert.deepEqual(summary(await site.deliver()), ['anna WikiWatchedPageNotification'])
  })

  test('the preview lists the emails of the last week, including visited pages', async () => {
    await site.send(anna, 'POST', '/api/users/Anna/notification-presets/', { preset: 'nothing' })
    const preview = async () => (await site.send(anna, 'GET', '/api/users/Anna/notification-preview/')).json
    const before = (await preview()).mails
    const title = await watchedPage()
    const received: string[] = []
    const receive = async () => received.push(...(await site.deliver()).map(mail => mail.subject))
    site.clock.advance(3600)
    await bert.edit(title, 'Changed')
    await receive()
    site.clock.advance(3600)
    await bert.edit('User talk:Anna', `Hello ${title} --~~~~`)
    await receive()
    site.clock.advance(3600)
    await bert.edit(`Talk:${title}`, '[[User:Anna]], look. --~~~~')
    await receive()
    await visit(title)
    assert.equal(received.length, 3)
    const { mails, complete, list } = await preview()
    assert.deepEqual(
      list.map((mail: { subject: string }) => mail.subject),
      received.toReversed(),
    )
    assert.deepEqual({ mails, complete, before }, { mails: 3, complete: true, before: 0 })
    await site.send(anna, 'PATCH', '/api/users/Anna/wiki-notifications/', { watched_pages: 0, mentions: 2 })
    site.clock.advance(DAY)
    const kinds = (await preview()).list.map((mail: { frequency: number; parts: { notification: string }[] }) => [
      mail.frequency,
      mail.parts.map(part => part.notification).join(),
    ])
    assert.deepEqual(kinds, [
      [2, 'WikiMentionNotification'],
      [1, 'WikiTalkPageNotification'],
    ])
  })

  test('sends nothing if the page is visited before the email goes out', async () => {
    const title = await watchedPage()
    await bert.edit(title, 'Changed')
    await visit(title)
    assert.deepEqual(await site.deliver(), [])
  })

  test('minor edits only notify users who ask for them', async () => {
    const title = await watchedPage()
    await bert.edit(title, 'Changed a little', { minor: 1 })
    assert.deepEqual(await site.deliver(), [])
    await visit(title)
    await doing(hers, { action: 'options', change: 'enotifminoredits=1' })
    site.clock.advance(60)
    await bert.edit(title, 'Changed a little more', { minor: 1 })
    assert.deepEqual(summary(await site.deliver()), ['anna WikiWatchedPageNotification'])
  })

  test('a deleted page is reported as deleted', async () => {
    const title = await watchedPage()
    await doing(bert, { action: 'delete', title, reason: 'not needed' })
    const [mail] = await site.deliver()
    assert.match(mail!.text, /Page deleted by Bert/)
    assert.match(mail!.text, /Summary: not needed/)
  })

  test("a message on one's talk page arrives once, with its text, in the reader's language", async () => {
    const { store } = site.api.services
    await store.transaction(tx => setOptions(tx, anna.id, [['language', 'de']]))
    await hers.edit('User talk:Anna', 'Welcome', { watchlist: 'watch' })
    site.clock.advance(60)
    await bert.edit('User talk:Anna', 'Welcome\n\nCome to the garden. ~~~~')
    const mails = await site.deliver()
    assert.deepEqual(summary(mails), ['anna WikiTalkPageNotification'])
    assert.match(mails[0]!.text, /Nachricht auf Ihrer Diskussionsseite/)
    assert.match(mails[0]!.text, /Come to the garden\./)
    assert.doesNotMatch(mails[0]!.text, /Welcome/)
    await store.transaction(tx => setOptions(tx, anna.id, [['language', null]]))
  })

  test('a link in a signed message is a mention; in an unsigned one it is not', async () => {
    await bert.edit('Talk:Garden', 'I heard of [[User:Anna]].')
    assert.deepEqual(await site.deliver(), [])
    site.clock.advance(60)
    await bert.edit('Talk:Garden', 'I heard of [[User:Anna]].\n\n[[User:Anna|Anna]], look at this. ~~~~')
    const mails = await site.deliver()
    assert.deepEqual(summary(mails), ['anna WikiMentionNotification'])
    assert.match(mails[0]!.text, /You were mentioned by Bert/)
    assert.match(mails[0]!.text, /look at this/)
    site.clock.advance(60)
    await doing(bert, { action: 'edit', title: 'Talk:Garden', appendtext: '\n\nSo I said. ~~~~' })
    assert.deepEqual(await site.deliver(), [], 'names in older lines are not mentioned again')
  })

  test('a link made by a template is a mention too', async () => {
    await bert.edit('Template:Ping', '@[[User:{{{1}}}|{{{1}}}]]')
    await bert.edit('Talk:Pond', '{{ping|Anna}} Look. ~~~~')
    assert.deepEqual(summary(await site.deliver()), ['anna WikiMentionNotification'])
  })

  test('digests skip pages visited in the meantime', async () => {
    await site.send(anna, 'PATCH', '/api/users/Anna/wiki-notifications/', { own_talk_page: 2, watched_pages: 2 })
    const [seen, unseen] = [await watchedPage(), await watchedPage()]
    site.clock.advance(60)
    for (const title of [seen, unseen]) await bert.edit(title, 'Changed')
    await bert.edit('User talk:Anna', 'To be read tomorrow. ~~~~')
    assert.deepEqual(await site.deliver(), [])
    await visit(seen)
    site.clock.advance(DAY)
    const [mail, ...others] = await site.deliver()
    assert.deepEqual(others, [])
    assert.match(mail!.text, new RegExp(unseen))
    assert.doesNotMatch(mail!.text, new RegExp(`${seen}\\b`))
    assert.match(mail!.text, /To be read tomorrow/)
    site.clock.advance(DAY)
    assert.deepEqual(await site.deliver(), [], 'no news, no mail')
  })

  test('wiki preferences and notification settings share one value', async () => {
    const path = '/api/users/Anna/wiki-notifications/'
    const options = async () => {
      const { query } = await hers.ask({ action: 'query', meta: 'userinfo', uiprop: 'options' })
      return query.userinfo.options
    }
    await site.send(anna, 'PATCH', path, { watched_pages: 3, own_talk_page: 0 })
    assert.equal(Number((await options()).enotifusertalkpages), 0)
    assert.equal(Number((await options()).enotifwatchlistpages ?? 1), 1)
    await doing(hers, { action: 'options', change: 'enotifwatchlistpages=0|enotifusertalkpages=1' })
    const chosen = (await site.send(anna, 'GET', path)).json
    assert.deepEqual(chosen, { own_talk_page: 1, mentions: 1, watched_pages: 0, minor_edits: false })
    const { key } = await site.api.user('Carl')
    assert.equal((await site.api.send('GET', path, { key })).status, 403)
    const wrong = await site.api.send('PATCH', path, { key: anna.key, body: { mentions: 7 } })
    assert.equal(wrong.status, 400)
    assert.equal(wrong.json.errors[0].attr, 'mentions')
  })

  test('the unsubscribe link mutes only its own kind', async () => {
    await bert.edit('User talk:Anna', 'One more. ~~~~')
    const [mail] = await site.deliver()
    const link = new URL(/<(.*)>/.exec(String(mail!.headers['list-unsubscribe']))![1]!)
    const asks = await site.api.app.inject({ method: 'GET', url: link.pathname + link.search })
    assert.match(asks.body, /New message on your talk page/)
    await site.api.app.inject({ method: 'POST', url: link.pathname + link.search })
    const chosen = (await site.send(anna, 'GET', '/api/users/Anna/wiki-notifications/')).json
    assert.deepEqual(chosen, { own_talk_page: 0, mentions: 1, watched_pages: 1, minor_edits: false })
    await bert.edit('User talk:Anna', 'Nobody hears this. ~~~~')
    assert.deepEqual(await site.deliver(), [])
  })

  test('text hidden before the email goes out is not sent', async () => {
    await bert.edit('User talk:Anna', 'A secret that slipped. ~~~~')
    const { store } = site.api.services
    const { id } = await store.read
      .selectFrom('revision')
      .select(eb => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    await store.transaction(tx => tx.updateTable('revision').set({ deleted: 1 }).where('id', '=', id).execute())
    assert.deepEqual(await site.deliver(), [])
  })
})
