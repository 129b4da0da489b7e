// Components created from others, addresses without `vcs`, and signed commits.
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { SITE, type TestApi, testApi } from '../api/testing.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { po, RepositorySite, temporaryFolder, Upstream } from './testing.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))

let sites = 0

onEachEngine('copied components and signed commits', open => {
  let api: TestApi
  let site: RepositorySite
  let upstream: Upstream

  before(async () => {
    const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any', commitSigning: 'ssh' } as const
    api = await testApi(await open(), { data: path.join(data, String(++sites), 'site'), ...rules })
    site = await RepositorySite.open(api)
    await testCatalogue(api.services)
    upstream = new Upstream()
    upstream.publish('Begin', { 'po/cs.po': po('cs', { Apple: 'Jablko', Plum: '' }) })
  })

  const create = (project: string, body: unknown, key = site.boss) =>
    api.send('POST', `/api/projects/${project}/components/`, { key, body })

  test('sign commits with the key that the API shows', async () => {
    await site.component(upstream.url)
    await site.translate('cs', 'Plum', 'Švestka')
    await site.operate('commit')
    const { public_key } = await site.send('GET', '/api/ssh/')
    const signers = path.join(upstream.folder, 'signers')
    writeFileSync(signers, `* ${public_key}\n`)
    const config = ['-c', 'gpg.format=ssh', '-c', `gpg.ssh.allowedSignersFile=${signers}`]
    upstream.git('-C', upstream.bare, ...config, 'verify-commit', 'main')
    assert.equal(upstream.git('-C', upstream.bare, ...config, 'log', '-1', '--format=%G?', 'main'), 'G')
  })

  test('use git for an address without vcs', async () => {
    const body = { name: 'Plain', slug: 'plain', file_format: 'po', filemask: 'po/*.po', repo: upstream.url }
    const made = await create('garden', body)
    assert.equal(made.status, 201, made.text)
    assert.equal(made.json.vcs, 'git')
    assert.equal((await site.task(made.json.task_url)).result.result, true)
    assert.equal(
      (await create('garden', { name: 'None', slug: 'none', filemask: 'x/*.po' })).json.errors[0].code,
      'required',
    )
  })

  test('a linked component has some settings of the component whose repository it uses', async () => {
    const owner = '/api/components/garden/plain/'
    await site.send('PATCH', owner, { push_on_commit: false, commit_pending_age: 12, auto_lock_error: true })
    const linked = { name: 'Linked', slug: 'linked', file_format: 'po', filemask: 'l/*.po' }
    const made = await create('garden', { ...linked, repo: 'weblate://garden/plain', vcs: 'git' })
    assert.equal(made.status, 201, made.text)
    const at = '/api/components/garden/linked/'
    const shown = async () => {
      const { push_on_commit, commit_pending_age, auto_lock_error } = await site.send('GET', at)
      return [push_on_commit, commit_pending_age, auto_lock_error]
    }
    assert.deepEqual(await shown(), [false, 12, true])
    const sent = { push_on_commit: true, commit_pending_age: 1, auto_lock_error: false }
    const rejected = await api.send('PATCH', at, { key: site.boss, body: sent })
    const fields = rejected.json.errors.map((each: { attr: string }) => each.attr)
    assert.deepEqual([rejected.status, fields], [400, Object.keys(sent)])
    await site.send('PATCH', at, { name: 'Link', push_on_commit: false, commit_pending_age: 12 })
    assert.deepEqual(await shown(), [false, 12, true])
    await site.send('PATCH', owner, { push_on_commit: true, commit_pending_age: 24, auto_lock_error: false })
    await api.send('DELETE', at, { key: site.boss })
  })

  test('copy settings, add-ons and the present translations of a component with a repository', async () => {
    await site.send('PATCH', '/api/components/garden/plain/', { license: 'MIT', merge_style: 'merge' })
    await site.send('POST', '/api/components/garden/plain/addons/', { name: 'weblate.gettext.authors' })
    site.at = '/api/components/garden/plain/'
    await site.translate('cs', 'Apple', 'Jablíčko')
    const from_component = `${SITE}/api/components/garden/plain/`
    const made = await create('garden', { name: 'Twin', slug: 'twin', from_component, license: 'GPL-3.0' })
    assert.equal(made.status, 201, made.text)
    const { license, merge_style, filemask, vcs, repo, linked_component } = made.json
    assert.deepEqual(
      { license, merge_style, filemask, vcs, repo, linked_component },
      {
        license: 'GPL-3.0',
        merge_style: 'merge',
        filemask: 'po/*.po',
        vcs: 'local',
        repo: 'local:',
        linked_component: null,
      },
    )
    site.at = '/api/components/garden/twin/'
    assert.equal((await site.texts('cs')).Apple, 'Jablíčko')
    const names = (await site.send('GET', '/api/addons/')).results.map((each: { component: string }) => each.component)
    assert.ok(names.includes(`${SITE}/api/components/garden/twin/`))
    const wrong = await create('garden', {
      ...{ name: 'X', slug: 'x', from_component, repo: upstream.url, branch: 'main' },
      filemask: 'x/*.po',
    })
    assert.deepEqual(
      wrong.json.errors.map((each: { attr: string }) => each.attr),
      ['branch', 'repo', 'filemask'],
    )
    const missing = await create('garden', { name: 'X', slug: 'x', from_component: 'garden/nothing' })
    assert.deepEqual([missing.status, missing.json.errors[0].attr], [400, 'from_component'])
  })

  test('a new translation gets those of the same strings in other components', async () => {
    const add = (to: string, body: object) =>
      api.send('POST', `/api/components/${to}/translations/`, { key: site.boss, body })
    const texts = async (at: string) =>
      (await site.send('GET', `/api/translations/${at}/de/units/`)).results.map(
        ({ source, target }: { source: string[]; target: string[] }) => [source[0], target[0]],
      )
    for (const slug of ['first', 'second']) {
      const own = { name: slug, slug, allow_translation_propagation: false }
      const made = await create('hello', { ...own, from_component: 'hello/main' })
      assert.equal(made.status, 201, made.text)
      assert.equal((await add(`hello/${slug}`, { language_code: 'de' })).status, 201)
    }
    const translate = async (slug: string, source: string, target: string) => {
      const { results } = await site.send('GET', `/api/translations/hello/${slug}/de/units/`)
      const unit = results.find((each: { source: string[] }) => each.source[0] === source)
      await site.send('PATCH', `/api/units/${unit.id}/`, { target: [target], state: 20 })
    }
    const [thanks, hello] = ['Thank you for using Weblate.', 'Hello, world!\n']
    await translate('first', thanks, 'Danke.')
    await translate('second', thanks, 'Vielen Dank.')
    await translate('second', hello, 'Hallo!\n')
    const body = { language_code: 'de', from_component: ['hello/first', 'hello/second', 'hello/first'] }
    assert.equal((await add('hello/main', body)).status, 201)
    const copied = Object.fromEntries(await texts('hello/main'))
    assert.deepEqual([copied[thanks], copied[hello]], ['Danke.', 'Hallo!\n'])

    await site.send('PATCH', '/api/projects/hello/', { contribute_shared_tm: false })
    await create('garden', { name: 'Copy', slug: 'copy', from_component: 'hello/main' })
    const hidden = await add('garden/copy', { language_code: 'fr', from_component: ['hello/first'] })
    assert.deepEqual([hidden.status, hidden.json.errors[0].attr], [400, 'from_component'])
    const codes = (await site.send('GET', '/api/components/garden/copy/translations/')).results
    assert.ok(!codes.some((each: { language_code: string }) => each.language_code === 'fr'))
    for (const at of ['garden/copy', 'hello/first', 'hello/second']) await site.send('DELETE', `/api/components/${at}/`)
  })

  test('copy the files of a component without a repository', async () => {
    const before = await api.send('GET', '/api/translations/hello/main/cs/units/', { key: site.boss })
    const made = await create('garden', { name: 'Local', slug: 'local', from_component: 'hello/main' })
    assert.equal(made.status, 201, made.text)
    const after = await api.send('GET', '/api/translations/garden/local/cs/units/', { key: site.boss })
    const texts = (answer: { json: { results: { source: string[]; target: string[] }[] } }) =>
      answer.json.results.map(({ source, target }) => [source, target])
    assert.deepEqual(texts(after), texts(before))
    const other = (await api.user('Otto')).key
    assert.equal((await create('garden', { name: 'No', slug: 'no', from_component: 'hello/main' }, other)).status, 403)
    await site.sound()
  })
})
