// The cost of finding recipients must depend on the recipients, not on the number of unrelated subscriptions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { queryRecorder, stepsOfPlans } from '#store/testing-queries.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { work } from '../catalogue/work.ts'
import { INSTANT_KINDS } from './kinds/index.ts'
import { NOTIFY_LANE } from './register.ts'
import { mailSite, summary } from './testing.ts'

const ROWS_AT_ONCE = 500

/** Accounts with subscriptions of every kind and scope, all for unrelated projects and languages. */
async function crowd(
  store: Store,
  count: number,
  { project, component, language }: { project: number; component: number; language: number },
): Promise<void> {
  await store.transaction(async tx => {
    const accounts: number[] = []
    for (let i = 0; i < count; i++) {
      const name = `Crowd ${crowdSize++}`
      const { id } = await tx
        .insertInto('account')
        .values({ name, email: `${i}@crowd.example`, email_confirmed_at: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      accounts.push(id)
    }
    const rows = accounts.flatMap(account_id =>
      INSTANT_KINDS.flatMap(({ name: notification }) => [
        ...[10, 20].map(scope => ({
          account_id,
          notification,
          scope,
          project_id: null,
          component_id: null,
          frequency: 1,
        })),
        { account_id, notification, scope: 30, project_id: project, component_id: null, frequency: 1 },
        { account_id, notification, scope: 40, project_id: null, component_id: component, frequency: 1 },
        ...(SPOKEN.includes(notification)
          ? [{ account_id, notification, scope: 0, project_id: null, component_id: null, frequency: 1 }]
          : []),
      ]),
    )
    for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
      await tx
        .insertInto('subscription')
        .values(rows.slice(i, i + ROWS_AT_ONCE))
        .execute()
    for (const account_id of accounts) {
      await tx.insertInto('project_watch').values({ account_id, project_id: project }).execute()
      await tx.insertInto('account_language').values({ account_id, language_id: language, secondary: 0 }).execute()
    }
  })
}
let crowdSize = 0

/** Kinds limited by language: "all projects" then means strings in one's own languages. */
const SPOKEN = ['TranslatedStringNotificaton', 'ChangedStringNotificaton', 'NewContributorNotificaton'] as string[]

onEachEngine('the cost of a burst', open => {
  test('is below one statement per event, with one email and few statements per account', async () => {
    const PEOPLE = 30
    const store = await open()
    const { seen, plugin } = queryRecorder()
    const watched = <T extends Pick<Store['read'], 'withPlugin'>>(db: T): T => db.withPlugin(plugin) as unknown as T
    const site = await mailSite({
      ...store,
      read: watched(store.read),
      transaction: work => store.transaction(tx => work(watched(tx))),
    })
    const { services } = site.api
    const { project, component, czech, units } = await testCatalogue(services)
    await crowd(store, PEOPLE, { project: project.id, component: component.id, language: czech.language_id })
    const place = { project_id: project.id, component_id: component.id, translation_id: czech.id }
    /** Number of statements caused by so many changes, each in its own transaction. */
    const burst = async (events: number): Promise<number> => {
      // Emails sent days ago do not count towards the limits.
      site.clock.advance(3 * 86_400)
      for (let i = 0; i < events; i++)
        await work(services, null, async piece => {
          const at = { ...place, language_id: czech.language_id, unit_id: units[0]!.id }
          piece.record(ACTION.changed, at, { target: `Ahoj ${i}` })
        })
      seen.length = 0
      await site.runDue(NOTIFY_LANE)
      const statements = seen.length
      const mails = await site.deliver()
      assert.equal(mails.length, PEOPLE)
      assert.ok(mails.every(mail => mail.subject.includes(`(${events} times)`)))
      return statements
    }
    await burst(5)
    const [short, long] = [await burst(20), await burst(320)]
    assert.ok((long - short) / 300 < 0.1, `${long - short} statements for 300 events more`)
    assert.ok(short / PEOPLE < 5, `${short} statements for ${PEOPLE} mails`)
  })
})

onEachEngine('the cost of an event', open => {
  test('does not depend on unrelated subscriptions', async () => {
    const store = await open()
    const { seen, plugin } = queryRecorder()
    let rows = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rows += result.rows.length
        return result
      },
    }
    const watched = <T extends Pick<Store['read'], 'withPlugin'>>(db: T): T =>
      db.withPlugin(plugin).withPlugin(counting) as unknown as T
    const site = await mailSite({
      ...store,
      read: watched(store.read),
      transaction: work => store.transaction(tx => work(watched(tx))),
    })
    const boss = await site.person('Boss', { superuser: true })
    const home = await testCatalogue(site.api.services)
    const other = await testCatalogue(site.api.services, { slug: 'other' })
    const anna = await site.person('Anna', { languages: ['cs'], watched: ['hello'] })
    await site.subscribe(anna, 'TranslatedStringNotificaton', 10)
    const german = await store.read
      .selectFrom('translation_language')
      .select('id')
      .where('code', '=', 'de')
      .executeTakeFirstOrThrow()
    const elsewhere = { project: other.project.id, component: other.component.id, language: german.id }
    let text = 0
    const measure = async () => {
      // Emails sent days ago do not count towards the limits, so they are not read.
      site.clock.advance(3 * 86_400)
      await site.deliver()
      await site.send(boss, 'PATCH', `/api/units/${home.units[0]!.id}/`, { target: [`Ahoj ${++text}\n`], state: 20 })
      seen.length = 0
      rows = 0
      await site.runDue(NOTIFY_LANE)
      return { statements: seen.length, rows }
    }
    await measure()
    await crowd(store, 5, elsewhere)
    const few = await measure()
    assert.deepEqual(summary(await site.deliver()), ['anna TranslatedStringNotificaton'])
    await crowd(store, 100, elsewhere)
    const many = await measure()
    assert.deepEqual(many, few, 'as many statements, as many rows')
    assert.ok(few.statements > 10)
    if (store.engine !== 'sqlite') return
    // Scanned and discarded rows do not show in results, only in query plans.
    const wide = /subscription USING (COVERING )?INDEX \w+ \((notification=\?( AND scope=\?)?)\)|SCAN subscription/
    assert.deepEqual(await stepsOfPlans(store, [...seen], wide), [])
  })
})
