import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Store } from '#store/store.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { countOf, failingAfter, rowsOf, runImport, sqlDump, tableDigests, xmlExport } from './testing.ts'

const folder = temporaryFolder()
let files = 0
const write = async (content: string | Buffer, name = 'dump'): Promise<string> => {
  const file = path.join(folder, `${name}-${files++}`)
  await writeFile(file, content)
  return file
}

type Tables = Parameters<typeof sqlDump>[0]
const table = (columns: string, ...rows: (number | string | Buffer | null)[][]): Tables[string] => ({
  columns: Object.fromEntries(columns.split(' ').map(column => [column, 'varbinary(255)'])),
  rows,
})

const at = '20200102030405'
const seconds = Date.parse('2020-01-02T03:04:05Z') / 1000

/** What all versions share; the tables below differ by version. */
const common: Tables = {
  actor: table('actor_id actor_user actor_name', [1, 1, 'Admin'], [2, null, '192.0.2.1']),
  category: table('cat_id cat_title cat_pages cat_subcats cat_files', [3, 'Planets', 1, 0, 0]),
  comment: table('comment_id comment_hash comment_text comment_data', [1, 0, '', null], [7, 5, 'first edit', null]),
  content: table('content_id content_size content_sha1 content_model content_address', [4, 5, 'sha', 1, 'tt:9']),
  content_models: table('model_id model_name', [1, 'wikitext']),
  page: table(
    'page_id page_namespace page_title page_is_redirect page_is_new page_random page_touched page_links_updated page_latest page_len page_content_model page_lang',
    [6, 0, 'Mars', 0, 1, 0.25, at, null, 8, 5, 'wikitext', null],
  ),
  slot_roles: table('role_id role_name', [1, 'main']),
  slots: table('slot_revision_id slot_role_id slot_content_id slot_origin', [8, 1, 4, 8]),
  text: table('old_id old_text old_flags', [9, Buffer.from('hello'), 'utf-8']),
  user: table(
    'user_id user_name user_real_name user_password user_email user_email_authenticated user_touched user_registration user_editcount',
    [1, 'Admin', '', ':pbkdf2:sha512:30000:64:x:y', 'a@example.org', at, at, at, null],
  ),
  bot_passwords: table('bp_user bp_app_id bp_password bp_token bp_restrictions bp_grants', [
    1,
    'tool',
    ':pbkdf2:…',
    'token\0\0',
    '{}',
    '["basic"]',
  ]),
}

const revision = (comment: number, actor: number) =>
  table(
    'rev_id rev_page rev_comment_id rev_actor rev_timestamp rev_minor_edit rev_deleted rev_len rev_parent_id rev_sha1',
    [8, 6, comment, actor, at, 0, 0, 5, 0, 'sha'],
  )

const oldest: Tables = {
  ...common,
  categorylinks: table('cl_from cl_to cl_sortkey cl_sortkey_prefix cl_timestamp cl_collation cl_type', [
    6,
    'Planets',
    Buffer.from('MARS'),
    '',
    '2020-01-02 03:04:05',
    'uppercase',
    'page',
  ]),
  externallinks: table('el_id el_from el_to el_index el_index_60', [
    5,
    6,
    'https://www.example.org/a?b',
    'https://org.example.www./a?b',
    'https://org.example.www./a?b',
  ]),
  imagelinks: table('il_from il_to il_from_namespace', [6, 'Mars.png', 0]),
  ipblocks: table(
    'ipb_id ipb_address ipb_user ipb_by_actor ipb_reason_id ipb_timestamp ipb_auto ipb_anon_only ipb_create_account ipb_enable_autoblock ipb_expiry ipb_range_start ipb_range_end ipb_deleted ipb_block_email ipb_allow_usertalk ipb_parent_block_id ipb_sitewide',
    [2, '192.0.2.1', 0, 1, 7, at, 0, 1, 1, 0, 'infinity', 'C0000201', 'C0000201', 0, 0, 1, null, 1],
  ),
  pagelinks: table('pl_from pl_namespace pl_title pl_from_namespace', [6, 0, 'Sun', 0], [6, 1, 'Mars', 0]),
  revision: revision(0, 0),
  revision_actor_temp: table('revactor_rev revactor_actor revactor_timestamp revactor_page', [8, 1, at, 6]),
  revision_comment_temp: table('revcomment_rev revcomment_comment_id', [8, 7]),
  templatelinks: table('tl_from tl_namespace tl_title tl_from_namespace', [6, 10, 'Note', 0]),
}

const newest: Tables = {
  ...common,
  block: table(
    'bl_id bl_target bl_by_actor bl_reason_id bl_timestamp bl_anon_only bl_create_account bl_enable_autoblock bl_expiry bl_deleted bl_block_email bl_allow_usertalk bl_parent_block_id bl_sitewide',
    [2, 40, 1, 7, at, 1, 1, 0, 'infinity', 0, 0, 1, null, 1],
  ),
  block_target: table('bt_id bt_address bt_user bt_user_text bt_auto bt_range_start bt_range_end bt_ip_hex bt_count', [
    40,
    '192.0.2.1',
    null,
    null,
    0,
    'C0000201',
    'C0000201',
    'C0000201',
    1,
  ]),
  categorylinks: table('cl_from cl_sortkey cl_timestamp cl_sortkey_prefix cl_type cl_collation_id cl_target_id', [
    6,
    Buffer.from('MARS'),
    '2020-01-02 03:04:05',
    '',
    'page',
    1,
    23,
  ]),
  collation: table('collation_id collation_name', [1, 'uppercase']),
  externallinks: table('el_id el_from el_to_domain_index el_to_path', [5, 6, 'https://org.example.www.', '/a?b']),
  imagelinks: table('il_from il_from_namespace il_target_id', [6, 0, 22]),
  linktarget: table(
    'lt_id lt_namespace lt_title',
    [20, 0, 'Sun'],
    [21, 10, 'Note'],
    [22, 6, 'Mars.png'],
    [23, 14, 'Planets'],
    [24, 1, 'Mars'],
  ),
  pagelinks: table('pl_from pl_from_namespace pl_target_id', [6, 0, 20], [6, 0, 24]),
  revision: revision(7, 1),
  templatelinks: table('tl_from tl_from_namespace tl_target_id', [6, 0, 21]),
}

/** 1.39 is in between: one dump has some links by title and some by ID. */
const middle: Tables = {
  ...oldest,
  linktarget: table('lt_id lt_namespace lt_title', [1, 10, 'Note']),
  templatelinks: table('tl_from tl_target_id tl_from_namespace', [6, 1, 0]),
}

/** The facts that must be the same for every version. */
async function facts(store: Store): Promise<unknown> {
  const links = async (name: string) => {
    const { rows } = await sql<{ link: string }>`
      select from_id || ' ' || from_ns || ' ' || ns || ' ' || title as link from ${sql.table(name)}
      join link_target on link_target.id = target_id order by 1`.execute(store.read)
    return rows.map(({ link }) => link)
  }
  return {
    revision: await rowsOf(store, 'revision'),
    content: (await rowsOf(store, 'content')).map(({ id, model, sha1 }) => [id, model, sha1]),
    text: await sql`select blob.data from content join blob on blob.id = blob_id`
      .execute(store.read)
      .then(({ rows }) => rows),
    links: [await links('page_link'), await links('template_link'), await links('image_link')],
    external: await rowsOf(store, 'external_link'),
    members: await rowsOf(store, 'category_link'),
    blocks: await rowsOf(store, 'block'),
  }
}

onEachEngine('SQL import', (open, engine) => {
  test('imports the same wiki from dumps of 1.35, 1.39 and 1.44', async () => {
    const found: unknown[] = []
    for (const version of [oldest, middle, newest]) {
      const store = await open()
      await runImport(store, { files: [await write(sqlDump(version))] })
      found.push(await facts(store))
    }
    assert.deepEqual(found[1], found[0])
    assert.deepEqual(found[2], found[0])
    const { revision, blocks } = found[0] as { revision: Record<string, unknown>[]; blocks: Record<string, unknown>[] }
    assert.deepEqual([revision[0]!.summary_id, revision[0]!.actor_id, revision[0]!.timestamp], [7, 1, seconds])
    assert.deepEqual([blocks[0]!.address, blocks[0]!.account_id, blocks[0]!.expires_at], ['192.0.2.1', null, null])
  })

  test('accounts for every row and keeps IDs, hashes and passwords', async () => {
    const store = await open()
    const summary = await runImport(store, {
      files: [
        await write(
          sqlDump({ ...newest, objectcache: table('keyname value', ['a', 'b']), ext_table: table('x', [1]) }),
        ),
      ],
    })
    for (const [name, { read, stored, skipped }] of Object.entries(summary.files[0]!.tables)) {
      assert.equal(read, stored + Object.values(skipped).reduce((sum, count) => sum + count, 0), name)
    }
    const { objectcache, ext_table, pagelinks } = summary.files[0]!.tables
    assert.deepEqual(objectcache, { read: 1, stored: 0, skipped: { 'a cache': 1 } })
    assert.match(Object.keys(ext_table!.skipped)[0]!, /unknown table/)
    assert.deepEqual(pagelinks, { read: 2, stored: 2, skipped: {} })
    const [account] = await rowsOf(store, 'account')
    assert.deepEqual(
      [account!.password_hash, account!.edit_count, account!.registered_at],
      [':pbkdf2:sha512:30000:64:x:y', 0, seconds],
    )
    assert.deepEqual(
      (await rowsOf(store, 'bot_password')).map(row => [row.password_hash, row.token]),
      [[':pbkdf2:…', 'token']],
    )
    assert.deepEqual((await rowsOf(store, 'link_target')).map(row => row.id).sort(), [20, 21, 22, 23, 24])
  })

  test('stores or counts addresses that are too long for an index', async () => {
    const noise = Array.from({ length: 100 }, (_, i) => hash('sha256', String(i), 'hex')).join('')
    const externallinks = table(
      'el_id el_from el_to_domain_index el_to_path',
      ...[
        [5, 6, 'https://org.example.www.', '/a?b'],
        [6, 6, 'https://org.example.www.', `/${noise}`],
      ],
    )
    const dump = await write(sqlDump({ ...newest, externallinks }))
    const { files } = await runImport(await open(), { files: [dump], largeFrom: 0 })
    const { read, stored, skipped } = files[0]!.tables.externallinks!
    assert.deepEqual([read, stored], [2, engine === 'postgres' ? 1 : 2])
    assert.deepEqual(Object.values(skipped), engine === 'postgres' ? [1] : [])
    const text = `[https://www.example.org/${noise} long] https://example.org/short`
    const xml = await write(xmlExport([{ id: 6, title: 'Mars', texts: [text] }]))
    const store = await open()
    await runImport(store, { files: [xml], largeFrom: 0 })
    assert.equal((await rowsOf(store, 'external_link')).length, engine === 'postgres' ? 1 : 2)
  })

  test('supports table prefixes', async () => {
    const prefixed = Object.fromEntries(Object.entries(middle).map(([name, content]) => [`mw_${name}`, content]))
    const plain = await open()
    await runImport(plain, { files: [await write(sqlDump(middle))] })
    const store = await open()
    const others = { wp_posts: table('ID', [1]), zz_user: table('uid', [5]) }
    const options = { files: [await write(sqlDump({ ...prefixed, ...others }))], batchBytes: 1 }
    await runImport(failingAfter(store, 4), options).catch(() => undefined)
    const { files } = await runImport(store, options)
    assert.deepEqual(await tableDigests(store), await tableDigests(plain))
    const { page, ...rest } = files[0]!.tables
    assert.deepEqual(page, { read: 1, stored: 1, skipped: {} })
    assert.ok(Object.keys(rest).includes('(wp_posts)'))
  })

  test('resumes after an interruption and ends with the same data', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => [6, 0, `Target ${index % 97}_${index}`, 0])
    const dump = {
      ...oldest,
      pagelinks: { ...oldest.pagelinks!, rows },
      linktarget: middle.linktarget!,
      templatelinks: middle.templatelinks!,
    }
    const options = { files: [await write(gzipSync(sqlDump(dump)))], batchBytes: 1 }
    const reference = await open()
    await runImport(reference, options)
    const expected = await tableDigests(reference)
    for (let transactions = 1; ; transactions += engine === 'sqlite' ? 2 : 7) {
      const store = await open()
      const finished = await runImport(failingAfter(store, transactions), options).then(
        () => true,
        () => false,
      )
      if (!finished) await runImport(store, options)
      assert.deepEqual(await tableDigests(store), expected, `interrupted after ${transactions} transactions`)
      if (finished) break
    }
  })

  test('imports one file per table, as Wikimedia publishes them, with texts from an export', async () => {
    const store = await open()
    const { page, pagelinks, linktarget, categorylinks, collation, category, templatelinks } = newest
    const published: Tables = {
      page: page!,
      pagelinks: pagelinks!,
      linktarget: linktarget!,
      categorylinks: categorylinks!,
      collation: collation!,
      category: category!,
      templatelinks: templatelinks!,
    }
    const dumps: string[] = []
    for (const [name, content] of Object.entries(published))
      dumps.push(await write(gzipSync(sqlDump({ [name]: content })), name))
    const xml = await write(
      xmlExport([{ id: 6, title: 'Mars', texts: ['[[Not counted]] https://example.org/x', 'now [[Not counted]]'] }]),
    )
    await runImport(store, { files: [xml, ...dumps] })
    const [mars] = await rowsOf(store, 'page')
    assert.deepEqual([mars!.random, mars!.latest_rev], [0.25, 6001])
    assert.equal(await countOf(store, 'page_link'), 2)
    assert.equal(await countOf(store, 'revision'), 2)
    assert.equal(await countOf(store, 'external_link'), 0)
    assert.equal(await countOf(store, 'page_search'), 1)
    const titles = (await rowsOf(store, 'link_target')).map(row => row.title)
    assert.ok(!titles.includes('Not_counted'))
  })

  test('imports a page table that is newer or older than the export', async () => {
    const store = await open()
    const page = {
      ...common.page!,
      rows: [
        [1, 0, 'Moved_to', 0, 1, 0.5, at, null, 1000, 1, 'wikitext', null],
        [2, 0, 'Edited_since', 0, 0, 0.5, at, null, 99_999, 1, 'wikitext', null],
        [3, 0, 'Recreated', 0, 1, 0.5, at, null, 88_888, 1, 'wikitext', null],
      ] as (number | string | null)[][],
    }
    const xml = await write(
      xmlExport([
        { id: 1, title: 'Moved from', texts: ['a'] },
        { id: 2, title: 'Edited since', texts: ['b', 'c'] },
        { id: 4, title: 'Recreated', texts: ['d'] },
        { id: 5, title: 'Created since', texts: ['e'] },
      ]),
    )
    const { files } = await runImport(store, { files: [await write(sqlDump({ page })), xml] })
    const { tables } = files[1]!
    assert.deepEqual(tables.page!.skipped, {
      'already there': 1,
      'another page has this title': 1,
    })
    assert.deepEqual(tables.revision, {
      read: 5,
      stored: 4,
      skipped: { 'another page has this title': 1 },
    })
    const pages = (await rowsOf(store, 'page')).map(({ id, title, latest_rev }) => [id, title, latest_rev])
    assert.deepEqual(pages.sort(), [
      [1, 'Moved_to', 1000],
      [2, 'Edited_since', 2001],
      [3, 'Recreated', 88_888],
      [5, 'Created_since', 5000],
    ])
  })

  test('refuses to mix two wikis', async () => {
    const store = await open()
    await runImport(store, { files: [await write(xmlExport([{ id: 1, title: 'Mine', texts: ['x'] }]))] })
    const before = await tableDigests(store)
    await assert.rejects(runImport(store, { files: [await write(sqlDump(newest))] }), /already has rows of its own/)
    assert.deepEqual(await tableDigests(store), before)
  })

  test('rejects an account ID that belongs to someone else', async () => {
    const store = await open()
    await store.transaction(tx => tx.insertInto('account').values({ id: 1, name: 'Somebody else' }).execute())
    await assert.rejects(
      runImport(store, { files: [await write(sqlDump({ user: common.user! }))] }),
      /account 1 is "Admin" in the dump and "Somebody else" here/,
    )
  })

  test('numbers new rows after the imported ones', async () => {
    const store = await open()
    await runImport(store, { files: [await write(sqlDump(newest))] })
    const { id } = await store.transaction(tx =>
      tx.insertInto('link_target').values({ ns: 0, title: 'New' }).returning('id').executeTakeFirstOrThrow(),
    )
    assert.equal(id, 25)
  })
})
