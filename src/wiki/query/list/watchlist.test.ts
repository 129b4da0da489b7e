import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Caller } from '#accounts/caller.ts'
import { setOptions } from '#accounts/options.ts'
import { manualClock, testServices } from '#core/testing.ts'
import { onEachEngine } from '#store/testing.ts'
import { openWiki } from '../../open-wiki.ts'
import { askWiki } from '../../testing.ts'
import type { Wiki } from '../../wiki.ts'

const NOW = Date.UTC(2026, 10, 15) / 1000
const TOKEN = '0123456789abcdef0123456789abcdef01234567'

/** Three watched pages: without expiry, expiring tomorrow, expired yesterday; and a hidden log entry. */
onEachEngine('watchlists', openStore => {
  let wiki: Wiki
  let alice: Caller

  before(async () => {
    const store = await openStore()
    wiki = await openWiki(await testServices(store, manualClock('2026-11-15T00:00:00Z')))
    const { accounts, callers } = wiki.services
    const anonymous = await callers.identify({ ip: '127.0.0.1', headers: {} })
    const account = await store.transaction(tx => accounts.create(tx, { name: 'Alice' }))
    alice = await callers.logIn(anonymous, account)
    await store.transaction(async tx => {
      await setOptions(tx, account.id, [['watchlisttoken', TOKEN]])
      await tx.insertInto('actor').values({ id: 500, name: 'Bob', account_id: null }).execute()
      await tx.insertInto('summary').values({ id: 600, text: 'because' }).execute()
      for (const [index, title] of ['Always', 'Soon', 'Gone', 'Secret'].entries()) {
        const expires_at = { Soon: NOW + 86_400, Gone: NOW - 86_400 }[title] ?? null
        await tx
          .insertInto('watch')
          .values({ account_id: account.id, ns: 0, title, expires_at, notified_at: null })
          .execute()
        const page = { ns: 0, title, random: 0, touched: NOW, length: 1, latest_rev: 10 + index }
        await tx
          .insertInto('page')
          .values({ id: 1 + index, ...page })
          .execute()
        const isLog = title === 'Secret'
        const change = { ns: 0, title, page_id: 1 + index, this_rev: isLog ? 0 : 10 + index, timestamp: NOW - index }
        const kind = isLog
          ? { type: 3, source: 'mw.log', deleted: 1, log_id: 9, log_type: 'delete' }
          : { type: 0, source: 'mw.edit' }
        await tx
          .insertInto('recent_change')
          .values({ ...change, ...kind, actor_id: 500, summary_id: 600 })
          .execute()
      }
    })
  })

  const ask = async (caller: Caller, params: Record<string, string>): Promise<Record<string, never>> => {
    return (await askWiki(wiki, { action: 'query', formatversion: '2', ...params }, caller)).json
  }
  const titles = (rows: readonly { title: string }[]): string[] => rows.map(row => row.title)

  test('pages are watched until they expire', async () => {
    const raw = await ask(alice, { list: 'watchlistraw' })
    assert.deepEqual(titles(raw.watchlistraw!), ['Always', 'Secret', 'Soon'])
    const changes = (await ask(alice, { list: 'watchlist' })).query as unknown as { watchlist: { title: string }[] }
    assert.deepEqual(titles(changes.watchlist), ['Always', 'Soon'])
  })

  test('the watchlist token grants the view of the owner', async () => {
    const anonymous = await wiki.services.callers.identify({ ip: '127.0.0.1', headers: {} })
    const shared = await ask(anonymous, { list: 'watchlistraw', wrowner: 'Alice', wrtoken: TOKEN })
    assert.deepEqual(titles(shared.watchlistraw!), ['Always', 'Secret', 'Soon'])
    for (const [params, code] of [
      [{ wrowner: 'Alice', wrtoken: 'guess' }, 'bad_wltoken'],
      [{ wrowner: 'Nobody', wrtoken: TOKEN }, 'bad_wlowner'],
      [{ wrowner: 'Alice' }, 'notloggedin'],
    ] as const) {
      const { error } = await ask(anonymous, { list: 'watchlistraw', ...params })
      assert.equal((error as unknown as { code: string }).code, code)
    }
  })

  test('continues where it stopped', async () => {
    const seen: string[] = []
    let more: Record<string, string> = {}
    do {
      const { query, ...rest } = await ask(alice, { list: 'watchlist', wllimit: '1', wlprop: 'title', ...more })
      seen.push(...titles((query as unknown as { watchlist: { title: string }[] }).watchlist))
      more = (rest.continue as unknown as Record<string, string>) ?? {}
    } while (Object.keys(more).length > 0)
    assert.deepEqual(seen, ['Always', 'Soon'])
  })
})
