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

  test('copy settings and add-ons, and share the repository', async () => {
    await site.send('PATCH', '/api/components/garden/plain/', { license: 'MIT', merge_style: 'merge' })
    await site.send('POST', '/api/components/garden/plain/addons/', { name: 'weblate.gettext.authors' })
    const from_component = `${SITE}/api/components/garden/plain/`
    const made = await create('garden', { name: 'Twin', slug: 'twin', from_component, license: 'GPL-3.0' })
    assert.equal(made.status, 201, made.text)
    const { license, merge_style, filemask, repo, linked_component } = made.json
    assert.deepEqual(
      { license, merge_style, filemask, repo, linked_component },
      {
        license: 'GPL-3.0',
        merge_style: 'merge',
        filemask: 'po/*.po',
        repo: 'weblate://garden/plain',
        linked_component: from_component,
      },
    )
    await site.task(made.json.task_url)
    site.at = '/api/components/garden/twin/'
    assert.equal((await site.texts('cs')).Apple, 'Jablko')
    const names = (await site.send('GET', '/api/addons/')).results.map((each: { component: string }) => each.component)
    assert.ok(names.includes(`${SITE}/api/components/garden/twin/`))
    const wrong = await create('garden', { name: 'X', slug: 'x', from_component, repo: upstream.url, branch: 'main' })
    assert.deepEqual(
      wrong.json.errors.map((each: { attr: string }) => each.attr),
      ['repo', 'branch'],
    )
    const missing = await create('garden', { name: 'X', slug: 'x', from_component: 'garden/nothing' })
    assert.deepEqual([missing.status, missing.json.errors[0].attr], [400, 'from_component'])
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
