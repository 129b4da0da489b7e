import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Caller } from '#accounts/caller.ts'
import { checkToken } from '#accounts/tokens.ts'
import { manualClock, testServices } from '#core/testing.ts'
import { onEachEngine } from '#store/testing.ts'
import { openWiki } from '../../open-wiki.ts'
import { askWiki } from '../../testing.ts'
import { encodeText } from '../../text-encoding.ts'
import type { Wiki } from '../../wiki.ts'

const NOW = Date.UTC(2026, 10, 15) / 1000
/** Three of these exceed one response. */
const LARGE = 3_000_000
const REVISIONS = 6

onEachEngine('revisions', openStore => {
  let wiki: Wiki
  let anonymous: Caller
  let alice: Caller

  before(async () => {
    const store = await openStore()
    wiki = await openWiki(await testServices(store, manualClock('2026-11-15T00:00:00Z')))
    const { accounts, callers } = wiki.services
    anonymous = await callers.identify({ ip: '127.0.0.1', headers: {} })
    const account = await store.transaction(tx => accounts.create(tx, { name: 'Alice' }))
    alice = await callers.logIn(anonymous, account)
    await store.transaction(async tx => {
      await tx.insertInto('actor').values({ id: 500, name: '203.0.113.5', account_id: null }).execute()
      await tx.insertInto('summary').values({ id: 600, text: '[[Page]]' }).execute()
      const page = { ns: 0, title: 'Page', random: 0, touched: NOW, length: LARGE, latest_rev: REVISIONS }
      await tx
        .insertInto('page')
        .values({ id: 1, ...page })
        .execute()
      for (const id of [1, 2]) {
        await tx
          .insertInto('link_target')
          .values({ id, ns: 10, title: `T${id}` })
          .execute()
        await tx.insertInto('template_link').values({ from_id: 1, from_ns: 0, target_id: id }).execute()
      }
      for (let id = 1; id <= REVISIONS; id++) {
        const text = encodeText(Buffer.from(String(id).repeat(LARGE)))
        await tx
          .insertInto('blob')
          .values({ id, ...text })
          .execute()
        await tx.insertInto('content').values({ id, size: LARGE, sha1: 'x', model: 'wikitext', blob_id: id }).execute()
        await tx.insertInto('slot').values({ revision_id: id, role: 'main', content_id: id, origin: id }).execute()
        const facts = { page_id: 1, summary_id: 600, actor_id: 500, timestamp: NOW - 100 + id, parent_id: id - 1 }
        await tx
          .insertInto('revision')
          .values({ id, length: LARGE, ...facts })
          .execute()
      }
    })
  })

  // Tests read deeply nested responses of many shapes.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const ask = async (caller: Caller, params: Record<string, string>): Promise<any> => {
    return (await askWiki(wiki, { action: 'query', formatversion: '2', ...params }, caller)).json
  }

  test('texts that exceed one response continue in the next', async () => {
    const seen: string[] = []
    const base = { prop: 'revisions', titles: 'Page', rvprop: 'ids|content', rvslots: 'main', rvlimit: 'max' }
    let more: Record<string, string> | undefined = {}
    for (let answers = 0; more && answers < 10; answers++) {
      const answer = await ask(anonymous, { ...base, ...more })
      for (const revision of answer.query.pages[0].revisions) {
        assert.equal(revision.slots.main.content.length, LARGE)
        seen.push(`${revision.revid}${revision.slots.main.content[0]}`)
      }
      more = answer.continue
    }
    assert.deepEqual(seen, ['66', '55', '44', '33', '22', '11'])
  })

  test('metadata alone always fits', async () => {
    const { query, limits } = await ask(anonymous, {
      prop: 'revisions',
      titles: 'Page',
      rvprop: 'size',
      rvlimit: 'max',
    })
    assert.equal(query.pages[0].revisions.length, REVISIONS)
    assert.deepEqual(limits, { revisions: 500 })
  })

  test('supports the deprecated token parameter', async () => {
    const asked = { prop: 'info', titles: 'Page', intoken: 'edit|delete|watch' }
    const answer = await ask(anonymous, asked)
    const [page] = answer.query.pages
    assert.equal(page.edittoken, '+\\')
    assert.equal(page.starttimestamp, '2026-11-15T00:00:00Z')
    assert.equal(page.deletetoken, undefined)
    assert.match(answer.warnings.info.warnings, /Action "delete" is not allowed for the current user\./)
    const own = (await ask(alice, asked)).query.pages[0]
    assert.ok(checkToken(alice, 'csrf', own.edittoken))
    assert.ok(checkToken(alice, 'watch', own.watchtoken))
    assert.equal((await ask(alice, { ...asked, origin: '*' })).query.pages[0].edittoken, undefined)
    const rollback = await ask(alice, { prop: 'revisions', titles: 'Page', rvtoken: 'rollback' })
    assert.match(rollback.warnings.revisions.warnings, /Action "rollback" is not allowed/)
  })

  test('in miser mode, rows of other namespaces count towards the limit but are not shown', async () => {
    const busy = { ...wiki, miserMode: true }
    const usual = wiki
    wiki = busy
    const list = { list: 'allrevisions', arvnamespace: '1', arvlimit: '2', arvprop: 'ids' }
    const answer = await ask(anonymous, list).finally(() => {
      wiki = usual
    })
    assert.deepEqual(answer.query.allrevisions, [])
    assert.equal(answer.continue.arvcontinue, '20261114235824|4')
    assert.equal((await ask(anonymous, list)).continue, undefined)
  })

  test('a generator that grows at its start restarts at the same revision', async () => {
    const request = { generator: 'allrevisions', garvlimit: '2', prop: 'templates', tllimit: '1' }
    const first = await ask(anonymous, request)
    assert.deepEqual(first.continue, {
      tlcontinue: '1|10|T2',
      garvcontinue: '20261114235826|6',
      continue: 'garvcontinue||',
    })
    const second = await ask(anonymous, { ...request, ...first.continue })
    assert.equal(second.query.pages[0].templates[0].title.endsWith(':T2'), true)
    assert.deepEqual(second.continue, { garvcontinue: '20261114235824|4', continue: 'garvcontinue||' })
  })
})
