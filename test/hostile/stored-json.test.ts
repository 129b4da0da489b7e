// Invalid JSON in every JSON column must not break lists or pages, and `db check` must report the rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testSite } from '#pages/testing.ts'
import type { Store } from '#store/store.ts'
import { JSON_COLUMNS, unfitJson } from '#store/stored-json.ts'
import { onEachEngine } from '#store/testing.ts'
import { BackupFuzzer } from './backup-fuzzer.ts'

onEachEngine('invalid stored JSON', open => {
  test('does not break lists and is reported with table, column and row', async () => {
    const store = await open()
    const fuzzer = await BackupFuzzer.start(store)
    try {
      await fuzzer.makeBackup()
      for (const broken of ['not json', '42', '[{}]', 'null']) {
        await store.transaction(async tx => {
          for (const { table, column, kind } of JSON_COLUMNS)
            if (kind !== 'value' || broken === 'not json')
              await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${broken}`.execute(tx)
        })
        assert.deepEqual(await fuzzer.failingLists('hello'), [], broken)
        const found = await Array.fromAsync(unfitJson(store.read))
        for (const { table, column, kind } of JSON_COLUMNS) {
          const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(store.read)
          if (rows.length > 0 && kind !== 'value')
            assert.ok(
              found.some(each => each.startsWith(`${table}.${column} of row `)),
              `${table}.${column}: ${broken}`,
            )
        }
      }
    } finally {
      await fuzzer.close()
    }
  })

  test('does not break administration pages, account pages or the Action API', async () => {
    const store = await open()
    const site = await testSite(store)
    const { id } = await site.person('Boss', { superuser: true })
    await store.transaction(tx =>
      tx.insertInto('account_group').values({ account_id: id, group_name: 'sysop' }).execute(),
    )
    const boss = site.visitor()
    await boss.logIn('Boss')
    await fill(store, id)
    const { batchcomplete: _, query } = JSON.parse(
      (await boss.get('/api.php?action=query&meta=tokens&format=json')).text,
    )
    const token = query.tokens.csrftoken
    for (const request of [
      { action: 'edit', title: 'A page', text: 'Text' },
      { action: 'protect', title: 'A page', protections: 'edit=sysop', expiry: 'infinite' },
      { action: 'move', from: 'A page', to: 'B page' },
    ]) {
      const done = await boss.send('/', { ...request, token, format: 'json', formatversion: '2' }, '/api.php')
      assert.ok(!('error' in JSON.parse(done.text)), done.text)
    }
    for (const broken of ['not json', '42', '[{}]', 'null', 'a:1:{i:0;']) {
      await store.transaction(async tx => {
        for (const { table, column } of JSON_COLUMNS)
          if (table !== 'session') await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${broken}`.execute(tx)
        await sql`update log set params = ${broken}`.execute(tx)
      })
      for (const path of PATHS) {
        const { status, text } = await boss.get(path)
        assert.ok(status < 500, `${path} with ${broken}: ${status} ${text.slice(0, 300)}`)
        assert.doesNotMatch(text, /internal_api_error/, `${path} with ${broken}`)
      }
      const found = await Array.fromAsync(unfitJson(store.read))
      const named = ['mail', 'account_link', 'change_log', 'job', 'notice', 'component_draft', 'held_file', 'report']
      if (broken !== '[{}]')
        for (const table of named)
          assert.ok(
            found.some(each => each.startsWith(`${table}.`)),
            `${table}: ${broken}`,
          )
      await site.work()
      // A site that starts with such rows must not reveal more than before.
      const again = await testSite(store)
      assert.ok((await again.visitor().get('/')).status < 500, broken)
      const seen = await again.visitor().get('/api.php?action=query&titles=B%20page&format=json')
      assert.match(seen.text, /readapidenied/, broken)
    }
    await store.transaction(tx => tx.updateTable('session').set({ data: 'not json' }).execute())
    const out = JSON.parse((await boss.get('/api.php?action=query&meta=userinfo&format=json')).text)
    assert.ok('anon' in (out.query?.userinfo ?? { anon: 1 }), 'an unreadable session is rejected')
  })
})

const query = (params: string) => `/api.php?action=query&format=json&formatversion=2&${params}`
const PATHS = [
  ...[
    '',
    'people/',
    'mail/',
    'jobs/',
    'log/',
    'imports/',
    'database/',
    'backups/',
    'settings/',
    'announcements/',
    'audit/',
  ].map(each => `/admin/${each}`),
  ...['', 'security/', 'keys/', 'notifications/', 'languages/'].map(each => `/account/${each}`),
  '/accounts/invitations/',
  '/create/component/?draft=draft',
  '/index.php?title=Special:RecentChanges',
  '/index.php?title=Special:Log',
  '/index.php?title=B_page&action=history',
  query('list=recentchanges&rcprop=title|loginfo|tags|user|comment'),
  query('list=logevents&leprop=ids|title|type|user|details|comment'),
  query('list=allimages&aiprop=metadata|commonmetadata|size'),
  query('list=pageswithprop&pwppropname=displaytitle'),
  query('titles=B%20page&prop=info|pageprops|revisions&inprop=protection'),
  query('meta=siteinfo&siprop=general|usergroups|statistics'),
  query('meta=userinfo&uiprop=options|rights|groups'),
  query('list=watchlist&wlprop=title|loginfo'),
]

/** Inserts a row into each table with a JSON column that is otherwise empty. */
async function fill(store: Store, account: number): Promise<void> {
  const at = 1
  const far = 4_000_000_000
  await store.transaction(async tx => {
    const mail = { key: 'a', account_id: account, address: 'a@example.org', message: '{}', created_at: at, try_at: at }
    await tx.insertInto('mail').values(mail).execute()
    await tx
      .insertInto('account_link')
      .values({ key_hash: 'a', purpose: 'invitation', made_by: account, created_at: at, expires_at: far })
      .execute()
    await tx.insertInto('change_log').values({ at, area: 'accounts', kind: 'test', account_id: account }).execute()
    await tx.insertInto('job').values({ kind: 'unknown', key: 'a', run_at: at }).execute()
    const notice = { notification: 'comment', subscription_id: 1, seq: 1, changes: '[1]', total: 1, due_at: at }
    await tx
      .insertInto('notice')
      .values({ ...notice, account_id: account, created_at: at })
      .execute()
    const draft = { id: 'draft', account_id: account, filename: 'a.po', content: Buffer.from(''), wishes: '{}' }
    await tx
      .insertInto('component_draft')
      .values({ ...draft, created_at: at })
      .execute()
    await tx
      .insertInto('held_file')
      .values({ component_id: 1, filename: 'a.po', reason: 'cut off', held_at: at })
      .execute()
    await tx.insertInto('report').values({ kind: 'counts', account_id: account, data: '[]', created_at: at }).execute()
    await tx.insertInto('import_checkpoint').values({ source: 'a', kind: 'sql', position: '{}' }).execute()
    await tx.insertInto('site_setting').values({ key: 'siteinfo', value: '{}' }).execute()
  })
}
