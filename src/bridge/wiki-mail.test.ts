// What people are mailed about the wiki, by a real mail server: whom, when, and in which words.
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

onEachEngine('mail about the wiki', open => {
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
    const stranger = await services.callers.identify({ ip: '192.0.2.7', headers: {} })
    const login = async ({ id }: Person) =>
      editor(wiki, await services.callers.logIn(stranger, (await services.accounts.byId(services.store.read, id))!))
    anna = await site.person('Anna')
    hers = await login(anna)
    const other = await site.person('Bert')
    await services.store.transaction(async tx => {
      await joinGroup(tx, other.id, 'sysop')
      // Whoever edits a page watches it from then on; of that he wants no mail.
      await setOptions(tx, other.id, [['enotifwatchlistpages', '0']])
    })
    bert = await login(other)
  })
  beforeEach(async () => {
    // What is left of other tests has no part in this one, nor have their mails in the limits.
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

  test('a watched page is told once until it is visited, and never of own edits', async () => {
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

  test('the mails of last week have what the wiki told, seen since or not', async () => {
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

  test('who has visited before the mail is written gets none', async () => {
    const title = await watchedPage()
    await bert.edit(title, 'Changed')
    await visit(title)
    assert.deepEqual(await site.deliver(), [])
  })

  test('minor edits count for those who want them', async () => {
    const title = await watchedPage()
    await bert.edit(title, 'Changed a little', { minor: 1 })
    assert.deepEqual(await site.deliver(), [])
    await visit(title)
    await doing(hers, { action: 'options', change: 'enotifminoredits=1' })
    site.clock.advance(60)
    await bert.edit(title, 'Changed a little more', { minor: 1 })
    assert.deepEqual(summary(await site.deliver()), ['anna WikiWatchedPageNotification'])
  })

  test('pages that are moved or deleted are told as such', async () => {
    const title = await watchedPage()
    await doing(bert, { action: 'delete', title, reason: 'not needed' })
    const [mail] = await site.deliver()
    assert.match(mail!.text, /Page deleted by Bert/)
    assert.match(mail!.text, /Summary: not needed/)
  })

  test('a message on the own talk page comes once, with its text, in the language of its reader', async () => {
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

  test('a signed message with a link mentions; one without a signature does not', async () => {
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
    assert.deepEqual(await site.deliver(), [], 'who is named in older lines is not mentioned anew')
  })

  test('a template that makes the link mentions too', async () => {
    await bert.edit('Template:Ping', '@[[User:{{{1}}}|{{{1}}}]]')
    await bert.edit('Talk:Pond', '{{ping|Anna}} Look. ~~~~')
    assert.deepEqual(summary(await site.deliver()), ['anna WikiMentionNotification'])
  })

  test('digests have what was not visited since', async () => {
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

  test('the preferences of the wiki and the choices are one', async () => {
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

  test('the link in a mail mutes its kind alone', async () => {
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

  test('what was hidden before the mail is written is in none', async () => {
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
