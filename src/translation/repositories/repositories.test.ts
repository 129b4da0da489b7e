// Components with a git repository, over the REST API and a real git.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { drainRepositories, po, RepositorySite, temporaryFolder, Upstream } from './testing.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))

let sites = 0

onEachEngine('repositories', open => {
  let api: TestApi
  let site: RepositorySite
  let anna: string
  let upstream: Upstream

  before(async () => {
    const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
    api = await testApi(await open(), { data: path.join(data, String(++sites), 'site'), ...rules })
    site = await RepositorySite.open(api)
    anna = (await api.user('Anna', { superuser: true })).key
  })
  beforeEach(() => {
    upstream = new Upstream()
    upstream.publish('Begin', {
      'po/cs.po': po('cs', { Apple: 'Jablko', Pear: 'Hruška', Plum: '', Cherry: '' }),
      'po/de.po': po('de', { Apple: 'Apfel', Pear: '', Plum: '', Cherry: '' }),
      README: 'A garden.\n',
    })
  })

  const component = (more: Record<string, unknown> = {}) => site.component(upstream.url, more)
  const send = (method: string, to: string, body?: unknown) => site.send(method, to, body)
  const operate = (operation: string) => site.operate(operation)
  const status = () => site.status()
  const units = (code: string) => site.units(code)
  const texts = (code: string) => site.texts(code)
  const translate = (code: string, source: string, target: string, key?: string) =>
    site.translate(code, source, target, key)
  const sound = () => site.sound()

  test('import files and receive commits per author', async () => {
    await component()
    assert.deepEqual(await texts('cs'), { Apple: 'Jablko', Pear: 'Hruška', Plum: '', Cherry: '' })
    assert.equal((await send('GET', site.at)).manage_units, false)
    const fresh = await status()
    assert.deepEqual(
      [fresh.needs_commit, fresh.needs_push, fresh.needs_merge, fresh.merge_failure],
      [false, false, false, null],
    )
    assert.equal(fresh.remote_commit.summary, 'Begin')
    await translate('cs', 'Plum', 'Švestka')
    await translate('cs', 'Cherry', 'Třešeň', anna)
    await translate('de', 'Pear', 'Birne', anna)
    assert.equal((await status()).needs_commit, true)
    await send('PATCH', site.at, { push_on_commit: false })
    assert.deepEqual(await operate('commit'), { result: true })
    const committed = await status()
    assert.deepEqual([committed.needs_commit, committed.needs_push, committed.outgoing_commits], [false, true, 3])
    assert.equal(upstream.log().length, 1)
    assert.deepEqual(await operate('push'), { result: true })
    assert.deepEqual((await status()).needs_push, false)
    assert.deepEqual(upstream.log('%an').toSorted(), ['Anna', 'Anna', 'Boss', 'Upstream'])
    assert.match(upstream.file('po/cs.po'), /msgid "Plum"\nmsgstr "Švestka"/)
    assert.match(upstream.file('po/de.po'), /msgid "Pear"\nmsgstr "Birne"/)
    assert.equal(upstream.file('README'), 'A garden.')
    await sound()
  })

  for (const merge_style of ['rebase', 'merge', 'merge_noff'])
    test(`lose nothing when both sides changed: ${merge_style}`, async () => {
      await component({ merge_style, push_on_commit: false })
      await translate('cs', 'Plum', 'Švestka')
      await translate('cs', 'Apple', 'Jablíčko', anna)
      await operate('commit')
      await translate('cs', 'Cherry', 'Třešeň')
      upstream.publish('Upstream works', {
        'po/cs.po': po('cs', { Apple: 'Jabko', Pear: 'Hruštička', Plum: '', Cherry: '', Quince: '' }),
        README: 'A large garden.\n',
      })
      const pulled = await operate('pull')
      assert.match(pulled.detail!, /^1 string was changed both here and in the repository/)
      assert.deepEqual(await texts('cs'), {
        Apple: 'Jabko',
        Pear: 'Hruštička',
        Plum: 'Švestka',
        Cherry: 'Třešeň',
        Quince: '',
      })
      assert.match((await status()).merge_failure, /po\/cs\.po: "Apple"/)
      assert.deepEqual(await site.suggestions('cs', 'Apple'), [['Jablíčko', 'Anna']])
      assert.deepEqual(await operate('push'), { result: true })
      const text = upstream.file('po/cs.po')
      for (const expected of ['Jabko', 'Hruštička', 'Švestka', 'Třešeň', 'Quince']) assert.ok(text.includes(expected))
      assert.equal(upstream.file('README'), 'A large garden.')
      const merges = upstream.git('-C', upstream.bare, 'rev-list', '--merges', '--count', 'main')
      assert.equal(merges === '0', merge_style === 'rebase')
      upstream.update()
      upstream.publish('Go on', { README: 'Enough.\n' })
      assert.deepEqual(await operate('pull'), { result: true })
      assert.equal((await status()).merge_failure, null)
      await sound()
    })

  test('keep translations when upstream is force-pushed', async () => {
    await component({ push_on_commit: false })
    await translate('cs', 'Plum', 'Švestka')
    await operate('push')
    await translate('cs', 'Cherry', 'Třešeň', anna)
    upstream.inside('checkout', '--quiet', '--orphan', 'anew')
    upstream.publish(
      'Another history',
      { 'po/cs.po': po('cs', { Apple: 'Jablko', Pear: 'Hruška', Plum: '', Cherry: '' }) },
      '--force',
    )
    await operate('pull')
    assert.equal((await texts('cs')).Cherry, 'Třešeň')
    await operate('push')
    assert.match(upstream.file('po/cs.po'), /Třešeň/)
    assert.match(upstream.file('po/cs.po'), /Švestka/, 'it was pushed before, and is no less theirs who wrote it')
    assert.deepEqual(upstream.log('%s').at(-1), 'Another history')
    await sound()
  })

  test('restore our texts after an upstream rollback, but not what others dropped', async () => {
    await component({ push_on_commit: false })
    await translate('cs', 'Plum', 'Švestka')
    await operate('push')
    upstream.update()
    const before = upstream.inside('rev-parse', 'HEAD~1')
    upstream.publish('A mistake', { 'po/cs.po': upstream.file('po/cs.po').replace('"Hruška"', '"Omyl"') })
    await operate('pull')
    assert.equal((await texts('cs')).Pear, 'Omyl')
    upstream.inside('push', '--quiet', '--force', 'origin', `${before}:main`)
    assert.deepEqual(await operate('pull'), { result: true })
    const { Plum, Pear } = await texts('cs')
    assert.deepEqual({ Plum, Pear }, { Plum: 'Švestka', Pear: 'Hruška' })
    assert.deepEqual(await operate('push'), { result: true })
    assert.match(upstream.file('po/cs.po'), /Švestka/)
    assert.doesNotMatch(upstream.file('po/cs.po'), /Omyl/)
    await sound()
  })

  test('fetch a lost copy again and recreate its commits', async () => {
    await component({ push_on_commit: false })
    await translate('cs', 'Plum', 'Švestka')
    await operate('commit')
    rmSync(path.join(api.services.config.data, 'repositories'), { recursive: true })
    assert.deepEqual(await operate('push'), { result: true })
    assert.match(upstream.file('po/cs.po'), /Švestka/)
    assert.equal(upstream.log('%an')[0], 'Boss')
  })

  test('reset discards pending changes; reset-keep keeps them', async () => {
    await component({ push_on_commit: false })
    await translate('cs', 'Plum', 'Švestka')
    await operate('commit')
    assert.deepEqual(await operate('reset-keep'), { result: true })
    assert.deepEqual([(await texts('cs')).Plum, (await status()).needs_commit], ['Švestka', true])
    assert.deepEqual(await operate('reset'), { result: true })
    const after = await status()
    assert.deepEqual([(await texts('cs')).Plum, after.needs_commit, after.needs_push], ['', false, false])
    for (const operation of ['cleanup', 'file-sync', 'file-scan'])
      assert.deepEqual(await operate(operation), { result: true }, operation)
    assert.equal(upstream.log().length, 1)
    await translate('cs', 'Plum', 'Slíva')
    await operate('commit')
    await translate('cs', 'Plum', 'Švestka')
    assert.deepEqual(await operate('file-scan'), { result: true })
    assert.deepEqual([(await texts('cs')).Plum, (await status()).needs_commit], ['Švestka', true])
    await sound()
  })

  test('import failed files once they can be parsed', async () => {
    upstream.publish('No template', { 'l/cs.json': '{"hi": "Ahoj"}\n' })
    const wish = { file_format: 'json', filemask: 'l/*.json', template: 'l/en.json', merge_style: 'merge' }
    await assert.rejects(component(wish), /l\/en\.json: it is not in the repository/)
    upstream.publish('Template', { 'l/en.json': '{"hi": "Hello"}\n' })
    assert.deepEqual(await operate('pull'), { result: true })
    assert.deepEqual(await texts('cs'), { Hello: 'Ahoj' })
    await sound()
  })

  test('report an unreachable server or missing branch and lose nothing', async () => {
    await component({ push_on_commit: false })
    await translate('cs', 'Plum', 'Švestka')
    upstream.git('-C', upstream.bare, 'update-ref', '-d', 'refs/heads/main')
    const gone = await operate('pull')
    assert.deepEqual(gone, { result: false, detail: 'The branch does not exist in the repository.' })
    assert.match((await status()).status, /^The branch does not exist in the repository\./)
    upstream.remove()
    const away = await operate('push')
    assert.equal(away.result, false)
    assert.match(away.detail!, /There is no repository at this address/)
    assert.equal((await texts('cs')).Plum, 'Švestka')
    await sound()
  })

  test('update only the languages of changed or deleted files', async () => {
    await component()
    const before = await units('de')
    upstream.publish('One file', {
      'po/cs.po': po('cs', { Apple: 'Jablko', Pear: 'Hruška', Plum: 'Slíva', Cherry: '' }),
    })
    await operate('pull')
    assert.equal((await texts('cs')).Plum, 'Slíva')
    assert.deepEqual(await units('de'), before)
    rmSync(upstream.at('po/de.po'))
    upstream.publish('No German')
    await operate('pull')
    const { results } = await send('GET', `${site.at}translations/`)
    assert.deepEqual(results.map((each: { language_code: string }) => each.language_code).toSorted(), ['cs', 'en'])
    await sound()
  })

  test('can be shared by components', async () => {
    upstream.publish('More', { 'doc/cs.po': po('cs', { Bee: '' }) })
    await component({ push_on_commit: false })
    const first = site.at
    await component({
      repo: first.replace('/api/components/', 'weblate://').replace(/\/$/, ''),
      filemask: 'doc/*.po',
      push: '',
    })
    assert.equal((await send('GET', site.at)).linked_component.endsWith(first), true)
    // A pull in the linked component changes the other one, so it needs permission in both.
    const petr = (await api.user('Petr')).key
    const role = await send('POST', '/api/roles/', { name: 'Pulling', permissions: ['vcs.update', 'vcs.view'] })
    const team = await send('POST', '/api/groups/', { name: 'Pulling' })
    await send('POST', `/api/groups/${team.id}/roles/`, { role_id: role.id })
    await send('POST', '/api/users/Petr/groups/', { group_id: team.id })
    const add = async (at: string) =>
      send('POST', `/api/groups/${team.id}/components/`, { component_id: (await send('GET', at)).id })
    const pull = async () => {
      const by = { key: petr, body: { operation: 'pull' } }
      return (await api.send('POST', `${site.at}repository/`, by)).status
    }
    await add(site.at)
    assert.deepEqual([await pull(), (await api.send('GET', `${site.at}repository/`, { key: petr })).status], [403, 403])
    await add(first)
    assert.deepEqual([await pull(), (await api.send('GET', `${site.at}repository/`, { key: petr })).status], [200, 200])
    await translate('cs', 'Bee', 'Včela')
    assert.deepEqual(await operate('push'), { result: true })
    assert.match(upstream.file('doc/cs.po'), /Včela/)
    site.at = first
    assert.equal((await status()).needs_push, false)
  })

  test('commit and push pending changes automatically', async () => {
    await component({
      commit_pending_age: 2,
      commit_message: '{{ author }} made {{ language_code }} of {{ filename }}',
    })
    await translate('cs', 'Plum', 'Švestka', anna)
    for (let hour = 0; hour < 4; hour++) {
      api.clock.advance(3600)
      await drainRepositories(api.services)
    }
    assert.match(upstream.log('%s')[0]!, /^Anna <.*> made cs of po\/cs\.po$/)
  })

  test('support monolingual files with a template', async () => {
    upstream.publish('JSON', { 'l/en.json': '{"hi": "Hello", "bye": "Bye"}\n', 'l/cs.json': '{"hi": "Ahoj"}\n' })
    await component({ file_format: 'json', filemask: 'l/*.json', template: 'l/en.json', push_on_commit: false })
    assert.equal((await send('GET', site.at)).manage_units, true)
    await translate('cs', 'Bye', 'Nashle')
    upstream.publish('New source', { 'l/en.json': '{"hi": "Hello!", "bye": "Bye", "yes": "Yes"}\n' })
    assert.deepEqual(await operate('push'), { result: true })
    assert.deepEqual(JSON.parse(upstream.file('l/cs.json')), { hi: 'Ahoj', bye: 'Nashle' })
    assert.equal((await texts('cs')).Yes, '')
    await sound()
  })
})
