import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StatementChain } from './statement-chain.ts'
import { onEachEngine } from './testing.ts'

const NO_PAGE = { random: 0.5, touched: 0, length: 0, is_redirect: 0, is_new: 1, latest_rev: 0, content_model: '' }

onEachEngine('chains of statements', open => {
  test('later rows refer to the IDs of earlier ones', async () => {
    const store = await open()
    const ids = await store.transaction(async tx => {
      const { id: page } = await tx
        .insertInto('page')
        .values({ ...NO_PAGE, ns: 0, title: 'A', links_updated: 0, lang: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: actor } = await tx
        .insertInto('actor')
        .values({ account_id: null, name: '192.0.2.1' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const chain = new StatementChain()
      const summary = chain.insert('summary', { text: 'Why', data: null })
      const cells = { page_id: page, parent_id: 0, actor_id: actor, timestamp: 5, minor: 0, length: 0, sha1: '' }
      const revision = chain.insert('revision', { ...cells, summary_id: summary })
      chain.update('page', page, { latest_rev: revision, length: 7 })
      const idOf = await chain.run(tx)
      return { page, summary: idOf(summary), revision: idOf(revision) }
    })
    const row = await store.read
      .selectFrom('page')
      .innerJoin('revision', 'revision.id', 'page.latest_rev')
      .innerJoin('summary', 'summary.id', 'revision.summary_id')
      .where('page.id', '=', ids.page)
      .select(['revision.id as revision', 'summary.id as summary', 'summary.text', 'page.length'])
      .executeTakeFirst()
    assert.deepEqual(row, { revision: ids.revision, summary: ids.summary, text: 'Why', length: 7 })
  })

  test('a step that finds no row has no ID, and the others are run', async () => {
    const store = await open()
    await store.transaction(async tx => {
      const chain = new StatementChain()
      const none = chain.add({
        key: 'no such setting',
        values: ['elsewhere'],
        text: cell => `update site_setting set value = 'x' where key = ${cell(0)} returning 1 as id`,
      })
      chain.insertPart('site_setting', { key: 'here', value: 'y' })
      chain.add({
        key: 'silent',
        values: ['also here'],
        isSilent: true,
        text: cell => `insert into site_setting (key, value) values (${cell(0)}, 'z')`,
      })
      const idOf = await chain.run(tx)
      assert.equal(idOf(none), undefined)
    })
    const rows = await store.read.selectFrom('site_setting').select('value').where('key', 'like', '%here').execute()
    assert.deepEqual(rows.map(row => row.value).sort(), ['y', 'z'])
  })

  test('all rows of a chain are rolled back together', async () => {
    const store = await open()
    const twice = store.transaction(async tx => {
      const chain = new StatementChain()
      chain.insertPart('site_setting', { key: 'a', value: '1' })
      chain.insertPart('site_setting', { key: 'a', value: '2' })
      await chain.run(tx)
    })
    await assert.rejects(twice)
    assert.deepEqual(await store.read.selectFrom('site_setting').selectAll().where('key', '=', 'a').execute(), [])
  })
})
