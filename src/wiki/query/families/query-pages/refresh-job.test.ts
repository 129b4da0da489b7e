import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock, testServices } from '#core/testing.ts'
import { JobRunner } from '#events/job-runner.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'
import { openWiki } from '../../../open-wiki.ts'
import { askWiki } from '../../../testing.ts'
import { scheduleLists } from './refresh-job.ts'

async function largeWiki(engine: 'sqlite' | 'postgres') {
  const config = { data: temporaryFolder(), database: engine === 'postgres' ? await temporaryPostgres() : null }
  const store = await openStore(config.database === null ? { data: config.data } : { database: config.database })
  await migrate(store)
  await store.transaction(async tx => {
    const page = { is_redirect: 0, is_new: 1, random: 0.5, touched: 0, latest_rev: 1, content_model: 'wikitext' }
    for (const [id, title, length] of [
      [1, 'Long', 900],
      [2, 'Short', 3],
    ] as const)
      await tx
        .insertInto('page')
        .values({ id, ns: 0, title, length, ...page })
        .execute()
    await tx.insertInto('site_stats').values({ id: 1, pages: 50_000 }).execute()
  })
  const clock = manualClock()
  const services = await testServices(store, clock, config)
  return { store, clock, services, wiki: await openWiki(services) }
}

const ASK = { action: 'query', list: 'querypage', formatversion: '2' }

for (const engine of ['sqlite', 'postgres'] as const) {
  const skip = engine === 'postgres' && !process.env.PARLANCE_TEST_POSTGRES ? NO_POSTGRES : false
  describe(`maintenance lists of a large wiki on ${engine}`, { skip }, () => {
    test('are computed daily in the background and report their age', async () => {
      const { store, clock, services, wiki } = await largeWiki(engine)
      const ask = async (page: string, more = {}) =>
        (await askWiki(wiki, { ...ASK, qppage: page, ...more })).json.query.querypage
      assert.deepEqual(await ask('Shortpages'), { name: 'Shortpages', cached: true, maxresults: 1000, results: [] })

      await scheduleLists(services)
      const runner = new JobRunner({ store, jobs: services.jobs, log: services.log })
      assert.equal(await runner.drain(), 1)
      assert.deepEqual(await ask('Shortpages'), {
        name: 'Shortpages',
        cached: true,
        cachedtimestamp: '2026-11-15T00:00:00Z',
        maxresults: 1000,
        results: [
          { value: '3', ns: 0, title: 'Short' },
          { value: '900', ns: 0, title: 'Long' },
        ],
      })
      assert.deepEqual((await ask('Uncategorizedpages', { qpoffset: '1' })).results, [
        { value: '1', ns: 0, title: 'Short' },
      ])

      await store.transaction(tx => tx.deleteFrom('page').where('id', '=', 2).execute())
      assert.equal((await ask('Shortpages')).results.length, 2, 'the list is cached')
      assert.equal(await runner.drain(), 0, 'no further refresh on the same day')
      clock.advance(86_400)
      assert.equal(await runner.drain(), 1)
      const tomorrow = await ask('Shortpages')
      assert.equal(tomorrow.cachedtimestamp, '2026-11-16T00:00:00Z')
      assert.deepEqual(tomorrow.results, [{ value: '900', ns: 0, title: 'Long' }])
      await store.close()
    })
  })
}
