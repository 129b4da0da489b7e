// Repository pages: creating a component step by step, status and operations.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { testApi } from '../api/testing.ts'
import { drainRepositories, po, RepositorySite, temporaryFolder, Upstream } from '../repositories/testing.ts'
import { Person, says } from './testing.ts'

describe('repository pages', () => {
  const data = temporaryFolder()
  const upstream = new Upstream(data)
  let site: RepositorySite
  let boss: Person
  const page = '/manage/repository/garden/app/'

  before(async () => {
    upstream.publish('Begin', {
      'po/cs.po': po('cs', { Apple: 'Jablko', Plum: '' }),
      'po/de.po': po('de', { Apple: 'Apfel', Plum: '' }),
      'web/l10n/en.json': '{"hi": "Hello"}\n',
      'web/l10n/cs.json': '{"hi": "Ahoj"}\n',
      README: 'A garden.\n',
    })
    const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
    const api = await testApi(await temporaryStore('sqlite'), { data: path.join(data, 'site'), ...rules })
    site = await RepositorySite.open(api)
    boss = await Person.named(api, 'Gardener', { superuser: true })
  })
  after(() => rmSync(data, { recursive: true, force: true }))

  const drain = () => drainRepositories(site.api.services)
  const start = { project: 'garden', name: 'App', slug: 'app', source: 'repository', push: '' }

  test('show address errors beside the field', async () => {
    const wrong = async (fields: Record<string, string>, what: RegExp) => {
      const answer = await boss.fill('/create/component/', 'start', { ...start, branch: '', ...fields })
      assert.equal(answer.status, 400)
      says(answer.text, what)
    }
    await wrong({ repo: '' }, /Enter the repository URL/)
    await wrong({ repo: 'ext::sh -c x' }, /must not contain spaces/)
    await wrong({ repo: 'https://example.org/x.git' }, /does not support &quot;https&quot; repositories/)
    await wrong({ repo: upstream.url, branch: '-x' }, /valid branch name/)
    const nowhere = await boss.fill('/create/component/', 'start', {
      ...start,
      repo: `file://${data}/nothing`,
      branch: '',
    })
    assert.equal(nowhere.status, 303, nowhere.text)
    await drain()
    says((await boss.open(nowhere.headers.location!)).text, /There is no repository at this address/)
  })

  test('create a component from a repository, step by step', async () => {
    const wish = { ...start, repo: upstream.url, branch: '', push: upstream.url }
    const looking = await boss.fill('/create/component/', 'start', wish)
    assert.equal(looking.status, 303, looking.text)
    says((await boss.open(looking.headers.location!)).text, /Scanning the repository/)
    await drain()
    const found = await boss.open(looking.headers.location!)
    assert.equal(found.status, 303)
    const files = found.headers.location!
    const step = await boss.open(files)
    says(step.text, /name="filemask" value="po\/\*\.po"/)
    says(step.text, /Files of 2 languages: cs, de/)
    // An address may contain a password, so neither the form nor a link contains it.
    assert.doesNotMatch(step.text, /name="(repo|push)"|[?;&]repo=/)
    says(step.text, /name="mask" value="web\/l10n\/\*\.json"/)
    const draft = new URL(files, 'http://x').searchParams.get('draft')!
    const own = { draft, project: 'garden', name: 'App', slug: 'app', source_language: 'en' }
    const other = await boss.fill(files, 'files', { ...own, mask: 'web/l10n/*.json' })
    says(other.text, /name="template" value="web\/l10n\/en\.json"/)
    const made = await boss.fill(files, 'files', { ...own, file_format: 'po', filemask: 'po/*.po' })
    assert.equal(made.status, 303, made.text)
    assert.equal(made.headers.location, `${page}?done=component_created`)
    says((await boss.open(page)).text, /has not been fetched yet/)
    await drain()
    site.at = '/api/components/garden/app/'
    assert.deepEqual(await site.texts('de'), { Apple: 'Apfel', Plum: '' })
    const { branch, push } = await site.send('GET', site.at)
    assert.deepEqual([branch, push], ['main', upstream.url])
  })

  test('show the status and run operations', async () => {
    await site.send('PATCH', site.at, { push_on_commit: false })
    says((await boss.open(page)).text, /Up to date with the repository/)
    await site.translate('cs', 'Plum', 'Švestka')
    says((await boss.open(page)).text, /There are uncommitted changes[\s\S]*1 string/)
    const press = async (operation: string) => {
      // The last request is identified by its time.
      site.api.clock.advance(1)
      const answer = await boss.fill(page, `do-${operation}`, { operation })
      assert.equal(answer.headers.location, `${page}?done=repository_started#content`, answer.text)
      await drain()
      return (await boss.open(page)).text
    }
    says(await press('commit'), /There are commits that have not been pushed yet[\s\S]*1 commit/)
    upstream.publish('They too', { 'po/cs.po': po('cs', { Apple: 'Jablíčko', Plum: 'Slíva' }) })
    says(await press('push'), /1 string was changed both here and in the repository[\s\S]*po\/cs\.po: &quot;Plum&quot;/)
    for (const operation of ['file-scan', 'file-sync', 'cleanup', 'reset-keep', 'pull']) await press(operation)
    upstream.git('-C', upstream.bare, 'update-ref', 'refs/heads/other', 'main')
    upstream.git('-C', upstream.bare, 'update-ref', '-d', 'refs/heads/main')
    says(await press('pull'), /The last attempt failed: The branch does not exist in the repository/)
    upstream.git('-C', upstream.bare, 'update-ref', 'refs/heads/main', 'other')
    assert.ok(!(await press('pull')).includes('The last attempt failed'))
  })

  test('list content set aside, and isolate paths and counts in alerts', async () => {
    upstream.update()
    upstream.inside('rm', '--quiet', 'po/de.po')
    upstream.publish('Drop German')
    await site.operate('pull')
    says(
      (await boss.open('/manage/alerts/garden/app/')).text,
      /<bdi>po\/de\.po<\/bdi>: <bdi>de<\/bdi>: <bdi>2 strings<\/bdi>/,
    )
    says((await boss.open('/manage/set-aside/garden/app/')).text, /<bdi>German<\/bdi><\/strong> · 2 strings/)
    const back = await boss.fill('/manage/set-aside/garden/app/', 'set-aside', { operation: 'restore', language: 'de' })
    assert.equal(back.status, 303, back.text)
    await site.operate('push')
    await drain()
  })

  test('offer only permitted operations', async () => {
    const made = (path: string, body: object) => site.send('POST', `/api/${path}`, body)
    const { id: role } = await made('roles/', { name: 'Commit', permissions: ['vcs.commit'] })
    const { id: team } = await made('groups/', { name: 'Committers' })
    await made(`groups/${team}/roles/`, { role_id: role })
    const { id: project } = await site.send('GET', '/api/projects/garden/')
    await made(`groups/${team}/projects/`, { project_id: project })
    const cleo = await Person.named(site.api, 'Cleo')
    await made('users/Cleo/groups/', { group_id: team })
    const forms = async (person: Person) =>
      [...(await person.open(page)).text.matchAll(/name="form" value="([^"]+)"/g)].map(([, form]) => form)
    assert.deepEqual(await forms(cleo), ['do-commit'])
    assert.ok((await forms(boss)).includes('reset'))
  })

  test('ask before a reset', async () => {
    await site.translate('de', 'Plum', 'Zwetschge')
    const unsure = await boss.fill(page, 'reset', { confirm: 'something' })
    assert.equal(unsure.status, 400)
    await drain()
    assert.equal((await site.texts('de')).Plum, 'Zwetschge')
    assert.equal((await boss.fill(page, 'reset', { confirm: 'app' })).status, 303)
    await drain()
    assert.equal((await site.texts('de')).Plum, '')
  })

  test('save repository settings on the settings page', async () => {
    const settings = '/manage/settings/garden/app/'
    const fields = { repo: upstream.url, branch: 'main', push: '', push_branch: '', push_on_commit: 'true' }
    const wish = { ...fields, commit_pending_age: '7', merge_style: 'merge', clash_style: 'ours', repoweb: '' }
    assert.equal((await boss.fill(settings, 'vcs', wish)).status, 303)
    const now = await site.send('GET', site.at)
    assert.deepEqual([now.commit_pending_age, now.merge_style, now.clash_style], [7, 'merge', 'ours'])
    const wrong = await boss.fill(settings, 'messages', { commit_message: '{{ nothing }}' })
    assert.equal(wrong.status, 400)
    says(wrong.text, /Unknown variable &quot;nothing&quot;/)
  })

  test('show the site key and remove known hosts', async () => {
    const { text } = await boss.open('/manage/ssh/')
    says(text, /ssh-ed25519 \S+ parlance/)
    says(text, /No known hosts yet/)
  })
})
