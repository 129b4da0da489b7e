import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { followInbox } from '#core/follow-inbox.ts'
import { deliver, type NewEntry } from '#events/inbox/deliver.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestSite, testSite, type Visitor } from '../testing.ts'

onEachEngine('the inbox page', open => {
  let site: TestSite
  let marta: number
  let hers: Visitor
  let revision = 0

  before(async () => {
    site = await testSite(await open())
    const { store } = site.services
    const jonas = await site.person('Jonas Weber', { superuser: true })
    marta = (await site.person('Marta Novak')).id
    hers = site.visitor()
    await hers.logIn('Marta Novak')
    const his = site.visitor()
    await his.logIn('Jonas Weber')
    const { text } = await his.get('/index.php?title=Talk:Lighthouse&action=edit')
    const token = /name="wpEditToken" value="([^"]+)"/.exec(text)?.[1]
    assert.ok(token, text.slice(0, 500))
    await his.send('/index.php?title=Talk:Lighthouse&action=edit', {
      wpTextbox1: '== Date ==\n[[User:Marta Novak]], 1904 or 1906? ~~~~',
    })
    await site.work()
    await followInbox(site.services)
    const row = await store.read.selectFrom('inbox').selectAll().executeTakeFirst()
    assert.equal(row?.kind, 'mention')
    revision = row.revision_id!
    const reply = (event: string): NewEntry => ({
      account: marta,
      kind: 'reply',
      area: 'wiki',
      event,
      actor: jonas.id,
      thread: 'topic/1/date',
      title: 'Date <of> the tower',
      text: `Reply ${event}`,
      page: row.page_id,
      revision,
    })
    await store.transaction(tx => deliver(tx, site.clock, ['a', 'b', 'c'].map(reply)))
  })

  const unread = async () => Number(/data-bell="(\d+)"/.exec((await hers.get('/')).text)?.[1])

  test('every page has a bell with the number of unread notifications, for visitors there is none', async () => {
    assert.equal(await unread(), 4)
    assert.match((await hers.get('/wiki/Talk:Lighthouse')).text, /aria-label="Inbox, 4 unread"/)
    assert.match((await hers.get('/projects/')).text, /aria-label="Inbox, 4 unread"/)
    const visitor = site.visitor()
    assert.doesNotMatch((await visitor.get('/wiki/Talk:Lighthouse')).text, /data-bell/)
    assert.equal((await visitor.get('/inbox/')).location, '/accounts/login/?next=%2Finbox%2F')
  })

  test('lists what happened, one item for a thread, with links and filters', async () => {
    const { text } = await hers.get('/inbox/')
    assert.match(text, /<bdi>Jonas Weber<\/bdi> replied in “<bdi>Date &lt;of&gt; the tower<\/bdi>”/)
    assert.match(text, /3 in one thread/)
    assert.match(text, /href="\/wiki\/Talk:Lighthouse#Date">.*mentioned you on <bdi>Talk:Lighthouse/)
    assert.doesNotMatch((await hers.get('/inbox/?show=translation')).text, /Jonas/)
    assert.match((await hers.get('/inbox/?show=translation&unread=1')).text, /No unread notifications/)
    for (const address of [
      '?show=x',
      '?below=x',
      '?below=99999999999999999999',
      '?show=__proto__',
      '?done=read&count=x',
    ])
      assert.equal((await hers.get(`/inbox/${address}`)).status, 200, address)
  })

  test('forms mark entries as read and mute threads', async () => {
    const first = await hers.send('/inbox/', { id: '1', do: 'read' })
    assert.equal(first.location, '/inbox/')
    assert.equal(await unread(), 3)
    await hers.send('/inbox/', { id: '1', do: 'unread' })
    assert.equal(await unread(), 4)
    const muted = await hers.send('/inbox/', { id: '2', do: 'mute' })
    assert.equal(muted.location, '/inbox/?done=muted&thread=topic%2F1%2Fdate')
    assert.match((await hers.get(muted.location!)).text, /Thread muted/)
    assert.match((await hers.get('/inbox/?show=muted')).text, /Date &lt;of&gt; the tower/)
    await hers.send('/inbox/?show=muted', { thread: 'topic/1/date', do: 'unmute' })
    assert.match((await hers.get('/inbox/?show=muted')).text, /No muted threads/)
    const all = await hers.send('/inbox/', { up_to: '3', do: 'all' })
    assert.match((await hers.get(all.location!)).text, /3 notifications marked as read/)
    assert.equal(await unread(), 1)
    await hers.send('/inbox/', { id: ['x', '', '99', '1,2'], do: 'mute' })
    const { status } = await hers.send('/inbox/', { do: 'nonsense' })
    assert.equal(status, 400)
  })

  test('a bar says that there are new messages until the talk page is visited, also for visitors', async () => {
    const his = site.visitor()
    await his.logIn('Jonas Weber')
    const write = (name: string) =>
      his.send(`/index.php?title=User_talk:${name}&action=edit`, { wpTextbox1: `Hello ${name} ~~~~` })
    await write('Marta_Novak')
    await write('127.0.0.1')
    for (const reader of [hers, site.visitor()]) {
      const talk = reader === hers ? 'Marta_Novak' : '127.0.0.1'
      const isTold = async () => /sitenotice new-messages/.test((await reader.get('/wiki/Talk:Lighthouse')).text)
      assert.equal(await isTold(), true, talk)
      assert.doesNotMatch((await reader.get(`/wiki/User_talk:${talk}`)).text, /sitenotice new-messages/)
      assert.equal(await isTold(), false, talk)
    }
  })

  test('what is hidden is neither shown nor counted', async () => {
    const { store } = site.services
    await store.transaction(tx => tx.updateTable('revision').set({ deleted: 1 }).where('id', '=', revision).execute())
    assert.equal(await unread(), 0)
    assert.match((await hers.get('/inbox/')).text, /No notifications yet/)
  })
})
