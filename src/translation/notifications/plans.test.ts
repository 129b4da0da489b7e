// Recipient queries must use indexes: SQLite cannot interrupt a scan, which would block requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAIL_LANE } from '#events/mail/outbox.ts'
import { seconds } from '#store/clock.ts'
import { temporaryStore } from '#store/testing.ts'
import { queryRecorder, stepsOfPlans } from '#store/testing-queries.ts'
import { ACCESS } from '../catalogue/permissions.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { NOTIFY_LANE } from './register.ts'
import { nextDigest } from './schedule.ts'
import { mailSite } from './testing.ts'

/** Tables that grow with use. */
const LARGE =
  /\bSCAN (account|subscription|project_watch|account_language|team_member|change_log|translation_change|translation|unit|mail|notice|job)\b(?! USING (COVERING )?INDEX)/

test('notification queries use indexes on growing tables', async () => {
  const store = await temporaryStore('sqlite')
  const { seen, plugin } = queryRecorder()
  const site = await mailSite({
    ...store,
    read: store.read.withPlugin(plugin),
    transaction: work => store.transaction(tx => work(tx.withPlugin(plugin))),
  })
  const boss = await site.person('Boss', { superuser: true })
  const anna = await site.person('Anna', { languages: ['cs'], watched: [] })
  for (const access of [ACCESS.public, ACCESS.private]) {
    const home = await testCatalogue(site.api.services, { slug: `p${access}`, access })
    for (const [i, kind] of [
      'ChangedStringNotificaton',
      'NewCommentNotificaton',
      'MentionCommentNotificaton',
    ].entries())
      for (const scope of [0, 10, 20])
        if (access === ACCESS.public) await site.subscribe(anna, kind, scope, { frequency: i === 0 ? 1 : 2 })
    await site.runDue(NOTIFY_LANE)
    await site.send(boss, 'PATCH', `/api/units/${home.units[0]!.id}/`, { target: ['Ahoj\n'], state: 20 })
    await site.send(boss, 'POST', `/api/units/${home.units[0]!.id}/comments/`, { comment: 'Hello @Anna' })
  }
  seen.length = 0
  await site.runDue(NOTIFY_LANE)
  site.clock.advance(nextDigest('daily', seconds(site.clock)) - seconds(site.clock))
  await site.runDue(NOTIFY_LANE)
  await site.runDue(MAIL_LANE)
  assert.equal(site.server.take().length, 2)
  assert.ok(seen.length > 50)
  assert.deepEqual(await stepsOfPlans(store, [...seen], LARGE), [])
})
