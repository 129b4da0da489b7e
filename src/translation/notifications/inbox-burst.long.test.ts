import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followInbox, registerInbox } from '#core/follow-inbox.ts'
import { onEachEngine } from '#store/testing.ts'
import { ACCESS } from '../catalogue/permissions.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { translationInbox } from './inbox.ts'
import { mailSite } from './testing.ts'

const PEOPLE = 1000
const ANNOUNCEMENTS = 10

onEachEngine('a burst of notifications', open => {
  test('10,000 for 1,000 people arrive once each, and nothing about a private project', async () => {
    const site = await mailSite(await open())
    const { services } = site.api
    if (services.inbox.sources.length === 0) services.inbox.sources.push(translationInbox(services))
    await registerInbox(services)
    await testCatalogue(services)
    await testCatalogue(services, { slug: 'secret' })
    const boss = await site.person('Boss', { superuser: true })
    const watched = ['hello', 'secret']
    const people = new Set<number>()
    const projects = await services.store.read.selectFrom('project').select('id').where('slug', 'in', watched).execute()
    for (let i = 0; i < PEOPLE; i++) people.add((await services.accounts.register({ name: `Person ${i}` })).id)
    await services.store.transaction(async tx => {
      for (const account_id of people)
        await tx
          .insertInto('project_watch')
          .values(projects.map(({ id }) => ({ account_id, project_id: id })))
          .execute()
    })
    // They go on watching a project that has become private.
    await services.store.transaction(tx =>
      tx.updateTable('project').set({ access_control: ACCESS.private }).where('slug', '=', 'secret').execute(),
    )
    for (let i = 0; i < ANNOUNCEMENTS; i++)
      for (const project of watched)
        await site.send(boss, 'POST', `/api/projects/${project}/announcements/`, { message: `${project} ${i}` })
    // Several servers follow the log.
    await Promise.all([followInbox(services), followInbox(services), followInbox(services)])
    await followInbox(services)
    const rows = await services.store.read.selectFrom('inbox').select(['account_id', 'text']).execute()
    const ofPeople = rows.filter(row => people.has(row.account_id))
    assert.equal(ofPeople.length, PEOPLE * ANNOUNCEMENTS)
    assert.equal(new Set(ofPeople.map(row => `${row.account_id} ${row.text}`)).size, PEOPLE * ANNOUNCEMENTS)
    assert.deepEqual(
      ofPeople.filter(row => row.text.startsWith('secret')),
      [],
    )
  })
})
