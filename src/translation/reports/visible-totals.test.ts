// Statistics never reveal hidden work: on pages, in the REST API and in live updates.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { moveComponent, shareComponent } from '../catalogue/move-component.ts'
import { changeComponent } from '../catalogue/settings.ts'
import { type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { type Work, work } from '../catalogue/work.ts'

/** Each component has four strings in two languages. */
const STRINGS = 4

onEachEngine('visible totals', open => {
  let store: Store
  let api: TestApi
  let keys: Record<'boss' | 'plain' | 'insider', string>
  let category: number
  const made: Record<string, TestCatalogue> = {}

  before(async () => {
    store = await open()
    api = await testApi(store)
    const context = { store, clock: api.clock }
    const write = <T>(task: (piece: Work) => Promise<T>) => work(context, null, task)
    for (const [slug, access] of Object.entries({ open: 0, half: 0, guest: 0, closed: 100 })) {
      made[slug] = await testCatalogue(context, { slug, access })
      api.clock.advance(1000)
    }
    const { half, guest, open: whole } = made
    const boss = await api.user('Boss', { superuser: true })
    const plain = await api.user('Plain')
    const insider = await api.user('Insider')
    keys = { boss: boss.key, plain: plain.key, insider: insider.key }
    const found = await write(({ tx }) =>
      tx
        .insertInto('project_category')
        .values({ project_id: whole!.project.id, parent_id: null, name: 'Drinks', slug: 'drinks', path: 'drinks' })
        .returning(['id', 'path'])
        .executeTakeFirstOrThrow(),
    )
    category = found.id
    // `half` has one restricted component, which is shared with `guest` and was changed last.
    await write(piece => shareComponent(piece, half!.component, guest!.project))
    api.clock.advance(60_000)
    await write(piece => changeComponent(piece, half!.component, { restricted: 1 }))
    await write(piece => moveComponent(piece, whole!.component, found))
    await store.transaction(async tx => {
      const team = await tx
        .insertInto('team')
        .values({ name: 'Insiders', project_selection: 0, language_selection: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('team_member').values({ team_id: team.id, account_id: insider.account.id }).execute()
      await tx.insertInto('team_component').values({ team_id: team.id, component_id: half!.component.id }).execute()
    })
  })

  const numbers = async (path: string, key?: string) =>
    (await api.send('GET', `/api/${path}`, key === undefined ? {} : { key })).json

  test('a project does not count restricted components, owned or shared', async () => {
    const total = async (slug: string, key?: string) => (await numbers(`projects/${slug}/statistics/`, key)).total
    assert.deepEqual([await total('half', keys.boss), await total('half')], [2 * STRINGS, 0])
    assert.deepEqual([await total('guest', keys.boss), await total('guest')], [4 * STRINGS, 2 * STRINGS])
    assert.equal(await total('guest', keys.insider), 4 * STRINGS)
    assert.deepEqual(await numbers('projects/half/languages/'), [])
    assert.equal((await numbers('projects/half/languages/', keys.boss)).length, 2)
  })

  test('a category does not count restricted components, in the API and on project pages', async () => {
    const shown = async () => {
      const page = await api.app.inject({ url: '/projects/open/', headers: { accept: 'text/html' } })
      return page.payload.includes('id="categories"')
    }
    assert.equal((await numbers(`categories/${category}/statistics/`)).total, 2 * STRINGS)
    assert.equal(await shown(), true)
    await store.transaction(tx =>
      tx.updateTable('component').set({ restricted: 1 }).where('id', '=', made.open!.component.id).execute(),
    )
    assert.equal((await numbers(`categories/${category}/statistics/`)).total, 0)
    assert.equal((await numbers(`categories/${category}/statistics/`, keys.boss)).total, 2 * STRINGS)
    assert.equal(await shown(), false)
    await store.transaction(tx =>
      tx.updateTable('component').set({ restricted: 0 }).where('id', '=', made.open!.component.id).execute(),
    )
  })

  test('the last change is one that the reader may see', async () => {
    const last = async (key?: string) => (await numbers('projects/guest/statistics/', key)).last_change
    await store.transaction(async tx => {
      const newest = api.clock.now() * 1000
      const { component } = made.half!
      await tx
        .updateTable('translation')
        .set({ last_change: newest })
        .where('component_id', '=', component.id)
        .execute()
      await tx.updateTable('translation_total').set({ last_change: newest }).where('kind', '=', 'project').execute()
    })
    assert.notEqual(await last(), await last(keys.boss))
  })

  test('site totals count only visible content', async () => {
    const { units, projects, components, translations } = await numbers('metrics/', keys.plain)
    assert.deepEqual(
      { units, projects, components, translations },
      { units: 16, projects: 3, components: 2, translations: 4 },
    )
    const all = await numbers('metrics/', keys.boss)
    assert.deepEqual([all.units, all.projects, all.components, all.translations], [32, 4, 4, 8])
    const { changes } = await numbers('metrics/', keys.plain)
    assert.ok(changes < all.changes, `${changes} of ${all.changes} changes`)
  })

  test('live updates start with visible totals', async () => {
    const [source] = api.services.live
    const caller = { account: null } as never
    const following = await source!.follow(caller, new URLSearchParams({ project: 'guest' }))
    const [first] = await following!.begin()
    const data = first!.data as Record<string, { total: number }>
    assert.equal(data['project:guest']!.total, 2 * STRINGS)
  })
})
