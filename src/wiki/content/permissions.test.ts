import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildCaller, type Caller } from '#accounts/caller.ts'
import { testServices } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { openWiki } from '../open-wiki.ts'
import { NS } from '../site/namespaces.ts'
import { prefixedText } from '../site/title-format.ts'
import type { Wiki } from '../wiki.ts'
import { pagesByName } from './pages.ts'
import type { Rigor } from './permission-facts.ts'
import { Permissions } from './permissions.ts'

const NOW = Date.parse('2026-11-15T00:00:00Z') / 1000
const LATER = NOW + 1000

onEachEngine('permissions', openStore => {
  test('protection, expiry and cascading', async () => {
    const wiki = await wikiOver(await openStore(), async ({ page, db }) => {
      const [half, full, past, source] = await Promise.all(['Half', 'Full', 'Past', 'Source'].map(title => page(title)))
      const rules = [
        { page_id: half!, level: 'autoconfirmed', cascade: 0, expires_at: null },
        { page_id: full!, level: 'sysop', cascade: 0, expires_at: LATER },
        { page_id: past!, level: 'sysop', cascade: 0, expires_at: NOW - 1 },
        { page_id: source!, level: 'sysop', cascade: 1, expires_at: null },
      ]
      await db
        .insertInto('page_restriction')
        .values(rules.map(rule => ({ ...rule, type: 'edit' })))
        .execute()
      await page('Included', NS.template)
      await db.insertInto('link_target').values({ id: 1, ns: NS.template, title: 'Included' }).execute()
      await db.insertInto('template_link').values({ from_id: source!, from_ns: 0, target_id: 1 }).execute()
      const create = { ns: 0, account_id: 1, summary_id: 1, timestamp: NOW, expires_at: null, level: 'sysop' }
      await db
        .insertInto('protected_title')
        .values({ ...create, title: 'Unwanted' })
        .execute()
    })
    const user = callerOf(wiki, [])
    const anonymous = callerOf(wiki, null)
    const sysop = callerOf(wiki, ['sysop'])
    assert.deepEqual(await codes(wiki, anonymous, 'edit', 'Half'), ['protectedpage'])
    assert.deepEqual(await codes(wiki, user, 'edit', 'Half'), [])
    assert.deepEqual(await codes(wiki, user, 'edit', 'Full'), ['protectedpage'])
    assert.deepEqual(await codes(wiki, user, 'edit', 'Past'), [])
    assert.deepEqual(await codes(wiki, sysop, 'edit', 'Full'), [])
    assert.deepEqual(await codes(wiki, user, 'edit', 'Included', NS.template), ['cascadeprotected'])
    assert.deepEqual(await codes(wiki, user, 'edit', 'Included', NS.template, 'quick'), [])
    assert.deepEqual(await codes(wiki, sysop, 'edit', 'Included', NS.template), [])
    assert.deepEqual(await codes(wiki, user, 'create', 'Unwanted'), ['protectedpage', 'protectedtitle'])
    assert.deepEqual(await codes(wiki, user, 'edit', 'Unwanted'), ['protectedpage'])
    assert.deepEqual(await codes(wiki, sysop, 'delete', 'Full'), [])
    assert.deepEqual(await codes(wiki, user, 'delete', 'Full'), ['permissiondenied', 'cantedit'])
  })

  test('user and site scripts', async () => {
    const wiki = await wikiOver(await openStore(), async () => {})
    const user = callerOf(wiki, [])
    assert.deepEqual(await codes(wiki, user, 'edit', 'Tester/common.js', NS.user), [])
    assert.deepEqual(await codes(wiki, user, 'edit', 'Other/common.js', NS.user), ['customjsprotected'])
    assert.deepEqual(await codes(wiki, user, 'edit', 'Common.css', NS.mediawiki), [
      'protectednamespace-interface',
      'sitecssprotected',
    ])
    assert.deepEqual(await codes(wiki, callerOf(wiki, ['sysop']), 'delete', 'Other/common.js', NS.user), [])
  })

  test('sitewide, partial and address blocks', async () => {
    const block = { address: '', by_actor_id: 1, summary_id: 1, timestamp: NOW }
    const store = await openStore()
    const wiki = await wikiOver(store, async ({ page, db }) => {
      const named = await page('Named')
      await page('Free')
      const blocks = [
        { ...block, id: 1, account_id: 7, allow_usertalk: 1 },
        { ...block, id: 2, account_id: 8, sitewide: 0, create_account: 0 },
        { ...block, id: 3, account_id: 9, expires_at: NOW - 1 },
        { ...block, id: 4, address: '198.51.100.0/24', anon_only: 1, range_start: 'C6336400', range_end: 'C63364FF' },
      ]
      for (const row of blocks) await db.insertInto('block').values(row).execute()
      await db
        .insertInto('block_restriction')
        .values([
          { block_id: 2, type: 1, value: named },
          { block_id: 2, type: 2, value: NS.category },
        ])
        .execute()
    })
    const all = callerOf(wiki, [], { id: 7 })
    assert.deepEqual(await codes(wiki, all, 'edit', 'Free'), ['blocked'])
    assert.deepEqual(await codes(wiki, all, 'edit', 'Free', 0, 'quick'), [])
    assert.deepEqual(await codes(wiki, all, 'read', 'Free'), [])
    assert.deepEqual(await codes(wiki, all, 'edit', 'Tester', NS.userTalk), [])
    assert.deepEqual(await codes(wiki, all, 'edit', 'Other', NS.userTalk), ['blocked'])
    const partly = callerOf(wiki, [], { id: 8 })
    assert.deepEqual(await codes(wiki, partly, 'edit', 'Free'), [])
    assert.deepEqual(await codes(wiki, partly, 'edit', 'Named'), ['blocked'])
    assert.deepEqual(await codes(wiki, partly, 'edit', 'Any', NS.category), ['blocked'])
    assert.deepEqual(await codes(wiki, partly, 'upload', 'Named'), [])
    assert.deepEqual(await codes(wiki, callerOf(wiki, [], { id: 9 }), 'edit', 'Free'), [])
    assert.deepEqual(await codes(wiki, callerOf(wiki, null, { ip: '198.51.100.7' }), 'edit', 'Free'), ['blocked'])
    assert.deepEqual(await codes(wiki, callerOf(wiki, [], { ip: '198.51.100.7' }), 'edit', 'Free'), [])
    assert.deepEqual(await codes(wiki, callerOf(wiki, null, { ip: '198.51.101.7' }), 'edit', 'Free'), [])
  })
})

interface Setup {
  readonly db: Parameters<Parameters<Store['transaction']>[0]>[0]
  page(title: string, ns?: number): Promise<number>
}

async function wikiOver(store: Store, fill: (setup: Setup) => Promise<void>): Promise<Wiki> {
  await store.transaction(async db => {
    let pages = 0
    await db.insertInto('actor').values({ id: 1, account_id: 1, name: 'Blocker' }).execute()
    await db.insertInto('summary').values({ id: 1, text: 'because' }).execute()
    await fill({
      db,
      page: async (title, ns = 0) => {
        const id = ++pages
        const facts = { random: 0.5, touched: NOW, latest_rev: id, length: 0 }
        await db
          .insertInto('page')
          .values({ id, ns, title, ...facts })
          .execute()
        return id
      },
    })
  })
  return openWiki(await testServices(store))
}

/** Null stands for an unregistered user. */
function callerOf(wiki: Wiki, groups: string[] | null, { id = 5, ip = '127.0.0.1' } = {}): Caller {
  const account = groups && { id, name: 'Tester', registeredAt: 0, editCount: 100 }
  return buildCaller({
    account: account as never,
    name: account ? 'Tester' : ip,
    ip,
    via: 'nothing',
    permissions: wiki.services.permissions,
    memberships: (groups ?? []).map(group => ({ group, expiresAt: null })),
    now: NOW,
  })
}

async function codes(
  wiki: Wiki,
  caller: Caller,
  action: string,
  title: string,
  ns = 0,
  rigor: Rigor = 'full',
): Promise<string[]> {
  const [page = null] = await pagesByName(wiki.db, [{ ns, title }])
  const ending = /\.(css|js|json)$/.exec(title)?.[1]
  const model = ending === 'js' ? 'javascript' : (ending ?? 'wikitext')
  const titleText = (space: number, key: string) => prefixedText(wiki.site, space, key)
  const run = { wiki, db: wiki.db, caller, now: NOW, language: 'en', titleText }
  const permissions = await Permissions.load(run, [{ ns, title, page }])
  const subject = { ns, title, page, model }
  const found = permissions.denials(action, subject, rigor).map(denial => denial.code)
  assert.equal(permissions.can(action, subject, rigor), found.length === 0)
  return found
}
