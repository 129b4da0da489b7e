import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setOptions } from '#accounts/options.ts'
import { appendChange } from '#events/change-log.ts'
import { deliver } from '#events/inbox/deliver.ts'
import { entriesOf, markAllRead, markEntries } from '#events/inbox/entries.ts'
import { mute, unmute } from '#events/inbox/mutes.ts'
import { onEachEngine } from '#store/testing.ts'
import { followInbox, registerInbox } from './follow-inbox.ts'
import type { InboxSource } from './inbox-source.ts'
import type { Services } from './services.ts'
import { manualClock, testServices } from './testing.ts'

const PEOPLE = 1000
const EVENTS = 10_000

onEachEngine('the inbox', open => {
  const clock = manualClock()
  let services: Services
  let people: number[]
  /** Every event concerns one person, every thousandth all of them. */
  const source: InboxSource = {
    area: 'wiki',
    entriesOf: async (_, { data, accountId }) => {
      const event = Number(data.event)
      const accounts = event % 1000 === 0 ? people : [people[event % PEOPLE]!]
      return accounts.map(account => ({
        account,
        kind: 'reply',
        area: 'wiki',
        event: `event/${event}`,
        actor: accountId,
        thread: `thread/${event % 7}`,
      }))
    },
    show: async () => [],
  }

  before(async () => {
    services = await testServices(await open(), clock)
    services.inbox.sources.push(source)
    await registerInbox(services)
    const { store, accounts } = services
    await store.transaction(async tx => {
      for (let i = 0; i < PEOPLE; i++) await accounts.create(tx, { name: `Person ${i}` })
    })
    people = (await store.read.selectFrom('account').select('id').orderBy('id').execute()).map(row => row.id)
  })

  const all = (account: number) => entriesOf(services.store.read, account, {}, 1000)

  test(`${EVENTS} events for ${PEOPLE} people: each once, also with two servers`, async () => {
    const { store } = services
    for (let i = 0; i < EVENTS; i += 500)
      await store.transaction(async tx => {
        for (let event = i; event < i + 500; event++)
          await appendChange(tx, clock, { area: 'wiki', kind: 'test', data: { event } })
      })
    await Promise.all([followInbox(services), followInbox(services)])
    await followInbox(services)
    const rows = await store.read
      .selectFrom('inbox')
      .select(eb => ['account_id', eb.fn.countAll<number>().as('count')])
      .groupBy('account_id')
      .execute()
    assert.equal(rows.length, PEOPLE)
    // Ten events for everybody, and ten for each; for the first person the two coincide.
    const counts = new Set(rows.map(row => `${row.account_id === people[0] ? 'first' : 'others'} ${Number(row.count)}`))
    assert.deepEqual([...counts].sort(), ['first 10', 'others 20'])
  })

  const reply = (account: number, event: string, thread = '') =>
    ({ account, kind: 'reply', area: 'wiki', event, thread }) as const

  test('an event arrives once, never at its author, and not in a muted thread unless it is for the person', async () => {
    const { store } = services
    const [, anna, bert] = people as [number, number, number]
    const put = (...entries: Parameters<typeof deliver>[2]) => store.transaction(tx => deliver(tx, clock, entries))
    assert.equal(await put(reply(anna, 'a'), reply(anna, 'a'), reply(bert, 'a')), 2)
    assert.equal(await put(reply(anna, 'a')), 0, 'the same event again')
    assert.equal(await put({ ...reply(anna, 'b'), actor: anna }), 0, 'her own')
    await store.transaction(tx => mute(tx, clock, anna, 'topic/1', 'Which coordinates?'))
    assert.equal(await put(reply(anna, 'c', 'topic/1'), reply(bert, 'c', 'topic/1')), 1, 'muted by one of them')
    assert.equal(await put({ ...reply(anna, 'd', 'topic/1'), kind: 'mention' }), 1)
    await store.transaction(tx => unmute(tx, anna, 'topic/1'))
    assert.equal(await put(reply(anna, 'e', 'topic/1')), 1)
    await store.transaction(tx => setOptions(tx, anna, [['parlance-inbox-reply', '0']]))
    assert.equal(await put(reply(anna, 'f')), 0, 'turned off')
    await store.transaction(tx => setOptions(tx, anna, [['parlance-inbox-reply', null]]))
    await store.transaction(tx => tx.updateTable('account').set({ is_active: 0 }).where('id', '=', bert).execute())
    assert.equal(await put(reply(bert, 'g')), 0, 'a closed account')
  })

  test('long texts are cut at a word', async () => {
    const { store } = services
    const anna = people[3]!
    await store.transaction(tx =>
      deliver(tx, clock, [
        { ...reply(anna, 'long'), text: `${'lighthouse '.repeat(50)}\n\n`, title: '😀'.repeat(500) },
      ]),
    )
    const [entry] = await all(anna)
    assert.match(entry!.text, /^(lighthouse )+lighthouse…$/)
    assert.ok(entry!.text.length <= 400)
    assert.match(entry!.title, /^(😀)+…$/u)
  })

  test('marks one or all as read, for their owner only', async () => {
    const { store } = services
    const [owner, other] = [people[10]!, people[11]!]
    const [newest] = await all(owner)
    const change = (account: number, ids: number[], isRead: boolean) =>
      store.transaction(tx => markEntries(tx, clock, account, ids, isRead))
    assert.equal(await change(other, [newest!.id], true), 0)
    assert.equal(await change(owner, [newest!.id], true), 1)
    assert.equal((await entriesOf(store.read, owner, { unread: true }, 100)).length, 19)
    assert.equal(await change(owner, [newest!.id], false), 1)
    assert.equal(
      await store.transaction(tx => markAllRead(tx, clock, owner, newest!.id - 1)),
      19,
      'not what came since',
    )
    assert.deepEqual(
      (await entriesOf(store.read, owner, { unread: true }, 100)).map(row => row.id),
      [newest!.id],
    )
  })
})
