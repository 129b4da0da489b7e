// Repository operations interrupted at any step: no translation is lost, and the next attempt completes them.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { faults } from '../catalogue/testing.ts'
import { operateOn } from './operations.ts'
import { drainRepositories, po, temporaryFolder, Upstream } from './testing.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))

let place = 0

/** A database that fails from its nth transaction on. */
function dyingStore(store: Store, steps: number): { store: Store; isDead: () => boolean } {
  let left = steps
  const transaction: Store['transaction'] = task =>
    left-- > 0 ? store.transaction(task) : Promise.reject(new Error('The server died.'))
  return { store: Object.assign(Object.create(store) as Store, { transaction }), isDead: () => left < 0 }
}

onEachEngine('interrupted repository operations', open => {
  let api: TestApi
  let key: string

  before(async () => {
    const rules = { repositoryProtocols: ['file'] }
    api = await testApi(await open(), { data: path.join(data, String(++place)), ...rules })
    key = (await api.user('Boss', { superuser: true })).key
    await api.send('POST', '/api/projects/', { key, body: { name: 'P', slug: 'p', web: 'https://example.org/' } })
  })

  for (const merge_style of ['rebase', 'merge'])
    test(`recover: ${merge_style}`, async () => {
      const upstream = new Upstream(path.join(data, `upstream-${place}-${merge_style}`))
      const theirs = { Apple: 'a', Pear: '', Plum: '' }
      upstream.publish('Begin', { 'po/cs.po': po('cs', theirs) })
      const repository = { vcs: 'git', repo: upstream.url, push: upstream.url, push_on_commit: false, merge_style }
      const body = { name: merge_style, slug: merge_style, file_format: 'po', filemask: 'po/*.po', ...repository }
      await api.send('POST', '/api/projects/p/components/', { key, body })
      await drainRepositories(api.services)
      const { services } = api
      const component = await services.store.read
        .selectFrom('component')
        .selectAll()
        .where('slug', '=', merge_style)
        .executeTakeFirstOrThrow()
      const { results } = (await api.send('GET', `/api/translations/p/${merge_style}/cs/units/`, { key })).json
      const idOf = (source: string) => results.find((unit: { source: string[] }) => unit.source[0] === source).id
      const translate = async (source: string, target: string) => {
        api.clock.advance(1)
        const sent = { key, body: { target: [target], state: 20 } }
        assert.equal((await api.send('PATCH', `/api/units/${idOf(source)}/`, sent)).status, 200)
      }
      for (let steps = 0, isDone = false; !isDone; steps++) {
        assert.ok(steps < 60, 'it has an end')
        await translate('Pear', `pear ${steps}`)
        await operateOn(services, component, 'commit', { account: null })
        await translate('Plum', `plum ${steps}`)
        upstream.update()
        upstream.publish(`Apple ${steps}`, {
          'po/cs.po': upstream.file('po/cs.po').replace(/msgstr "a.*"/, `msgstr "a${steps}"`),
        })
        const dying = dyingStore(services.store, steps)
        await operateOn({ ...services, store: dying.store }, component, 'push', { account: null }).catch(() => {})
        isDone = !dying.isDead()
        assert.deepEqual(await operateOn(services, component, 'push', { account: null }), { result: true })
        const file = upstream.file('po/cs.po')
        for (const text of [`pear ${steps}`, `plum ${steps}`, `a${steps}`])
          assert.ok(file.includes(`"${text}"`), `${steps}: ${file}`)
        const failure = await services.store.read.selectFrom('component_repository').select('merge_failure').execute()
        assert.ok(failure.every(row => row.merge_failure === null))
      }
      assert.deepEqual(await faults(services.store), [])
    })
})
