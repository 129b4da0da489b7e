import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { DatabaseHealth } from './health.ts'
import { missingIndexes } from './indexes.ts'
import { guardSchema, migrate } from './migrate.ts'
import { LAST_BEFORE, SQUASHED } from './migrations/before-0.1.0.ts'
import { type Migration, migrations } from './migrations/index.ts'
import { openStore } from './open.ts'
import type { Release } from './release.ts'
import type { Reader, Store } from './store.ts'
import { StoreUnavailable } from './store-error.ts'
import { onEachEngine } from './testing.ts'

const drop = (table: string) => `drop table ${table}`
const UNDO: Readonly<Record<string, readonly string[]>> = {
  '032-idempotency-keys': [drop('idempotency_key')],
  '033-set-aside-strings': ['set_aside_unit', 'set_aside_translation', 'set_aside_change', 'held_file'].map(drop),
  '034-job-queues': ['drop index job_by_queue', 'alter table job drop column queue'],
  '041-file-stores': [drop('file_store')],
  '041-imported-counts': [drop('counter_difference')],
}

const EXPANDS: Migration = {
  name: '998.0.0-expands',
  statements: `
ALTER TABLE category ADD COLUMN newer_column INT NOT NULL DEFAULT 7;
CREATE TABLE older_list (
  id ID
);
`,
}
const CONTRACTS: Migration = {
  name: '999.0.0-contracts',
  statements: `
ALTER TABLE category DROP COLUMN newer_column;
`,
  oldestVersion: '998.0.0',
}
const release = (version: string, ...further: Migration[]): Release => ({
  version,
  migrations: [...migrations, ...further],
})

/** Undoes the migrations after version 0.1.0. */
const SINCE_FIRST_RELEASE = [
  'alter table project drop column inheritance',
  'alter table project drop column enable_hooks',
  'alter table project_category drop column inheritance',
  'alter table component drop column inheritance',
  'alter table component drop column language_code_style',
  'alter table component drop column language_regex',
  'alter table component drop column file_format_params',
  ...['variant_regex', 'key_filter', 'secondary_language', 'glossary_color', 'screenshot_filemask'].map(
    column => `alter table component drop column ${column}`,
  ),
  ...['dismissed_at', 'dismissed_by', 'dismissal_reason'].map(column => `alter table alert drop column ${column}`),
  drop('unit_variant'),
  'alter table component drop column auto_lock_error',
  'alter table component drop column locked_by_error',
  'alter table component_repository drop column root_id',
  'alter table component_repository drop column is_joining',
  'alter table api_key drop column expires_at',
  'alter table api_key drop column last_used_at',
  'alter table api_key drop column addresses',
  'alter table bot_password drop column expires_at',
  'alter table bot_password drop column last_used_at',
  'alter table api_key drop column scopes',
  ...['oauth_client', 'oauth_grant', 'oauth_token', 'oauth_nonce', 'oauth_request'].map(drop),
  drop('account_identity'),
  drop('authenticator'),
  drop('recovery_code'),
  drop('passkey'),
  drop('passkey_challenge'),
  drop('sign_in'),
  drop('topic_subscription'),
  drop('inbox'),
  drop('inbox_mute'),
  'drop index page_by_size',
  'drop index if exists page_search_by_window',
  'drop table if exists title_word',
  drop('title_search'),
  drop('title_key'),
  "delete from site_setting where key = 'title_index'",
  'alter table project drop column use_shared_tm',
  'alter table project drop column contribute_shared_tm',
  'alter table component drop column contribute_project_tm',
  drop('component_pull_request'),
  drop('component_published'),
  drop('request_count'),
  drop('weblate_import'),
  drop('audit_entry'),
  drop('audit_head'),
  drop('webhook'),
  drop('webhook_message'),
  drop('contributor_agreement'),
  drop('glossary_coverage'),
  drop('machinery_usage'),
  drop('machinery_offer'),
  drop('project_filter'),
  drop('workflow_setting'),
  'alter table translation drop column workflow',
  'alter table migration drop column oldest_version',
]

onEachEngine('the schema', open => {
  let store: Store
  before(async () => {
    store = await open()
  })

  test('migrating twice does nothing', async () => {
    assert.deepEqual(await migrate(store), [])
  })

  test('rejects a database of a newer version without changing it', async () => {
    await assert.rejects(
      store.transaction(async tx => {
        await sql`insert into migration (name, applied_at, oldest_version) values ('999-future', '', 999001002)`.execute(
          tx,
        )
        await migrate({ ...store, read: tx, transaction: work => work(tx) })
      }),
      /newer version of Parlance \(its migration "999-future" needs version 999\.1\.2 or later\)/,
    )
    assert.deepEqual(await migrate(store), [])
  })

  test('accepts a database to which a newer version has only added', async () => {
    const own = await open()
    await migrate(own, release('998.0.0', EXPANDS))
    assert.deepEqual(await migrate(own), [])
    assert.deepEqual(await missingIndexes(own), [])
    await own.transaction(tx => tx.insertInto('category').values({ title: 'Old_server' }).execute())
    const { rows } = await sql`select title, newer_column from category`.execute(own.read)
    assert.deepEqual(rows, [{ title: 'Old_server', newer_column: 7 }])
  })

  test('statements that select all columns survive a new column', async () => {
    const own = await open()
    guardSchema(own)
    const titles = (db: Reader) => db.selectFrom('category').selectAll().where('title', '<>', '').execute()
    const add = (title: string) =>
      own.transaction(async tx => {
        await tx.insertInto('category').values({ title }).execute()
        return (await titles(tx)).length
      })
    // Prepared on every connection: one holds a transaction open while others read.
    assert.equal(await add('One'), 1)
    assert.equal((await titles(own.read)).length, 1)
    const newer = await openStore(own.address)
    await migrate(newer, release('998.0.0', EXPANDS)).finally(() => newer.close())
    assert.equal(await add('Two'), 2)
    assert.equal((await titles(own.read)).length, 2)
  })

  test('a contracting migration stops the versions that it names, and no others', async () => {
    const own = await open()
    const newer = await openStore(own.address)
    const last = await openStore(own.address)
    await migrate(newer, release('998.0.0', EXPANDS))
    guardSchema(own)
    await migrate(last, release('999.0.0', EXPANDS, CONTRACTS)).finally(() => last.close())
    const write = (store: Store) => store.transaction(tx => sql`delete from older_list`.execute(tx))
    await write(newer)
    await newer.close()
    await assert.rejects(write(own), error => error instanceof StoreUnavailable && error.trouble === 'outdated')
    assert.match((await new DatabaseHealth(own).trouble())!, /^A newer version of Parlance has migrated the database/)
    await assert.rejects(migrate(own), /its migration "999.0.0-contracts" needs version 998\.0\.0 or later/)
  })

  test('a migration that waits for a long transaction lets others write meanwhile', async t => {
    if (store.engine === 'sqlite') return t.skip('SQLite has one writer at a time')
    const own = await open()
    guardSchema(own)
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const long = own.transaction(async tx => {
      await tx.insertInto('role').values({ name: 'long' }).execute()
      begun.resolve()
      await finish.promise
    })
    await begun.promise
    let isMigrated = false
    const migrating = migrate(own, release('998.0.0', EXPANDS)).finally(() => {
      isMigrated = true
    })
    for (let i = 0; i < 3; i++) {
      await own.transaction(tx =>
        tx
          .insertInto('role')
          .values({ name: `short ${i}` })
          .execute(),
      )
      await new Promise(resolve => setTimeout(resolve, 800))
    }
    assert.equal(isMigrated, false)
    finish.resolve()
    await long
    assert.deepEqual(await migrating, [EXPANDS.name])
  })

  test('a database from before version 0.1.0 is brought to it and keeps its rows', async () => {
    const old = await openAsBefore(LAST_BEFORE.map(({ name }) => name))
    assert.deepEqual(
      await migrate(old),
      migrations.map(({ name }) => name),
    )
    assert.deepEqual(await migrate(old), [])
    const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(old.read)
    assert.deepEqual(
      rows,
      migrations.map(({ name }) => ({ name })),
    )
    assert.deepEqual(await old.read.selectFrom('category').select('title').execute(), [{ title: 'Kept' }])
    assert.deepEqual(await old.read.selectFrom('job').select('queue').execute(), [])
    assert.deepEqual(await old.read.selectFrom('set_aside_unit').select('id').execute(), [])
  })

  test('and so is one that had some of the last migrations before it', async () => {
    const old = await openAsBefore(['041-file-stores', '041-imported-counts'])
    assert.deepEqual(
      await migrate(old),
      migrations.map(({ name }) => name),
    )
    assert.deepEqual(await old.read.selectFrom('counter_difference').select('what').execute(), [])
  })

  test('a database that is too old to upgrade is refused by name and left alone', async () => {
    const old = await openAsBefore([])
    await old.transaction(tx => sql`delete from migration where name = '031-dismissed-alerts'`.execute(tx))
    await assert.rejects(migrate(old), /too old to upgrade directly: it lacks the migration "031-dismissed-alerts"/)
    assert.deepEqual(await old.read.selectFrom('category').select('title').execute(), [{ title: 'Kept' }])
  })

  /** A database as a version before 0.1.0 left it, without some of its last migrations. */
  async function openAsBefore(lacks: readonly string[]): Promise<Store> {
    const old = await open()
    await old.transaction(async tx => {
      await tx.insertInto('category').values({ title: 'Kept' }).execute()
      for (const name of lacks) for (const statement of UNDO[name]!) await sql.raw(statement).execute(tx)
      await sql`delete from migration`.execute(tx)
      for (const statement of SINCE_FIRST_RELEASE) await sql.raw(statement).execute(tx)
      const names = [...SQUASHED, ...LAST_BEFORE.map(({ name }) => name).filter(name => !lacks.includes(name))]
      for (const name of names) await sql`insert into migration (name, applied_at) values (${name}, '')`.execute(tx)
    })
    return old
  }

  test('text is ordered by its UTF-8 bytes', async () => {
    const words = ['ё', 'Ё', 'a', 'B', 'я', '😀', 'ﬀ', '0', '"']
    await store.transaction(async tx => {
      for (const [i, title] of words.entries()) {
        await tx
          .insertInto('link_target')
          .values({ id: i + 1, ns: 0, title })
          .execute()
      }
    })
    const rows = await store.read.selectFrom('link_target').select('title').orderBy('ns').orderBy('title').execute()
    const byBytes = [...words].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    assert.deepEqual(
      rows.map(row => row.title),
      byBytes,
    )
  })

  test('rolls back a transaction that throws', async () => {
    const add = store.transaction(async tx => {
      await tx.insertInto('category').values({ title: 'Half_done' }).execute()
      throw new Error('stop')
    })
    await assert.rejects(add, /stop/)
    assert.deepEqual(await store.read.selectFrom('category').selectAll().execute(), [])
  })

  test('concurrent writers wait instead of failing', async () => {
    await store.transaction(tx => tx.insertInto('site_stats').values({ id: 1 }).execute())
    const one = () =>
      store.transaction(async tx => {
        await tx
          .updateTable('site_stats')
          .set(eb => ({ edits: eb('edits', '+', 1) }))
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, one))
    const row = await store.read.selectFrom('site_stats').select('edits').executeTakeFirstOrThrow()
    assert.equal(row.edits, 20)
  })
})
