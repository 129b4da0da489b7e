// Components that start, stop or change sharing a repository after they were created.
import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testApi } from '../api/testing.ts'
import { Person } from '../manage/testing.ts'
import { po, RepositorySite, temporaryFolder, Upstream } from './testing.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))

let sites = 0
const at = (slug: string) => `/api/components/garden/${slug}/`

onEachEngine('components that get another repository', open => {
  let site: RepositorySite
  let folder: string
  let own: Upstream
  let shared: Upstream
  let other: Upstream

  beforeEach(async () => {
    folder = path.join(data, String(++sites))
    const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
    site = await RepositorySite.open(await testApi(await open(), { data: folder, ...rules }))
    own = new Upstream()
    own.publish('Own', { 'app/cs.po': po('cs', { Apple: 'Jablko', Pear: '', Plum: '', Fig: '' }) })
    shared = new Upstream()
    shared.publish('Shared', { 'po/cs.po': po('cs', { Web: '' }) })
    other = new Upstream()
    other.publish('Other', { 'x/cs.po': po('cs', { Other: '' }) })
  })
  const create = async (slug: string, upstream: Upstream, filemask: string, more = {}) => {
    const body = { name: slug, slug, file_format: 'po', vcs: 'git', repo: upstream.url, push: upstream.url, filemask }
    const made = await site.send('POST', '/api/projects/garden/components/', { ...body, ...more })
    assert.deepEqual((await site.task(made.task_url)).result, { result: true })
  }
  const update = async (slug: string) => assert.equal((await operate(slug, 'pull')).result, true)
  const switchTo = async (slug: string, change: Record<string, unknown>) => {
    site.at = at(slug)
    const answer = await site.send('PATCH', at(slug), change)
    const { result } = await site.task(answer.task_url)
    return { answer, result }
  }
  const operate = async (slug: string, operation: string) => {
    site.at = at(slug)
    return site.operate(operation)
  }

  test('an own repository is left for a shared one: nothing is lost, and files are where they belong', async () => {
    await create('owner', shared, 'po/*.po')
    await create('app', own, 'app/*.po', { push_on_commit: false })
    site.at = at('app')
    await site.translate('cs', 'Pear', 'Hruška')
    await site.operate('commit')
    await site.translate('cs', 'Plum', 'Švestka')
    await site.send('POST', `${at('app')}translations/`, { language_code: 'de' })
    await site.translate('de', 'Apple', 'Apfel')
    // The shared repository has an older file of this component, with another translation of one string.
    shared.publish('Older file', { 'app/cs.po': po('cs', { Apple: 'Jabko', Pear: '', Plum: '', Fig: 'Fík' }) })
    const { answer, result } = await switchTo('app', { repo: 'weblate://garden/owner' })
    assert.deepEqual([answer.repo, answer.push, answer.branch], ['weblate://garden/owner', '', ''])
    assert.match(answer.linked_component, /garden\/owner\/$/)
    assert.equal(result.result, true)
    assert.deepEqual(await site.texts('cs'), { Apple: 'Jabko', Pear: 'Hruška', Plum: 'Švestka', Fig: 'Fík' })
    assert.deepEqual(
      (await site.suggestions('cs', 'Apple')).map(([text]) => text),
      ['Jablko'],
    )
    for (const text of ['Jabko', 'Hruška', 'Švestka', 'Fík']) assert.match(shared.file('app/cs.po'), RegExp(text))
    assert.match(shared.file('app/de.po'), /Apfel/)
    assert.equal((await site.status()).needs_commit, false)
    // What follows goes to the shared repository only, in both directions.
    const before = own.log().length
    await site.translate('cs', 'Fig', 'Fíček')
    await site.operate('push')
    assert.match(shared.file('app/cs.po'), /Fíček/)
    shared.update()
    shared.publish('Upstream', { 'app/cs.po': shared.file('app/cs.po').replace('Hruška', 'Hruštička') })
    await operate('owner', 'pull')
    site.at = at('app')
    assert.equal((await site.texts('cs')).Pear, 'Hruštička')
    assert.equal(own.log().length, before)
    await site.sound()
  })

  test('a shared repository is left for one of its own', async () => {
    await create('owner', shared, 'po/*.po', { push_on_commit: false, commit_pending_age: 5 })
    shared.publish('App', { 'app/cs.po': po('cs', { Apple: '', Pear: '' }) })
    await update('owner')
    await create('app', shared, 'app/*.po', { repo: 'weblate://garden/owner', push: '' })
    site.at = at('app')
    await site.translate('cs', 'Apple', 'Jablko')
    await site.operate('commit')
    await site.translate('cs', 'Pear', 'Hruška')
    const { answer, result } = await switchTo('app', { repo: own.url, push: own.url })
    assert.deepEqual([result.result, answer.repo, answer.linked_component], [true, own.url, null])
    assert.deepEqual([answer.push_on_commit, answer.commit_pending_age], [false, 5])
    assert.deepEqual(await site.texts('cs'), { Apple: 'Jablko', Pear: 'Hruška', Plum: '', Fig: '' })
    assert.deepEqual(await site.operate('push'), { result: true })
    for (const text of ['Jablko', 'Hruška']) assert.match(own.file('app/cs.po'), RegExp(text))
    // The former owner still has what was committed there, and works on.
    assert.deepEqual(await operate('owner', 'push'), { result: true })
    assert.match(shared.file('app/cs.po'), /Jablko/)
    assert.doesNotMatch(shared.file('app/cs.po'), /Hruška/)
    // A push of the new repository updates the component.
    own.update()
    own.publish('Fig', {
      'app/cs.po': own.file('app/cs.po').replace('msgid "Fig"\nmsgstr ""', 'msgid "Fig"\nmsgstr "Fík"'),
    })
    const hook = {
      repository: { html_url: own.url, clone_url: own.url, url: own.url, name: 'r', owner: { name: 'o' } },
    }
    const sent = await site.api.send('POST', '/hooks/github/', {
      body: { ...hook, ref: 'refs/heads/main' },
      headers: { 'x-github-event': 'push' },
    })
    assert.equal(sent.status, 202, sent.text)
    await site.task(answer.task_url)
    site.at = at('app')
    assert.equal((await site.texts('cs')).Fig, 'Fík')
    await site.sound()
  })

  test('from one shared repository to another, with another file mask', async () => {
    await create('one', shared, 'po/*.po')
    await create('two', other, 'x/*.po')
    shared.publish('App', {
      'app/cs.po': po('cs', { Apple: 'Jablko', Pear: '' }),
      'app/de.po': po('de', { Apple: 'Apfel', Pear: '' }),
    })
    await update('one')
    await create('app', shared, 'app/*.po', { repo: 'weblate://garden/one', push: '' })
    await site.translate.call(Object.assign(site, { at: at('app') }), 'cs', 'Pear', 'Hruška')
    other.publish('App', { 'locale/cs.po': po('cs', { Apple: 'Jablko', Pear: '' }) })
    const { result } = await switchTo('app', { repo: 'weblate://garden/two', filemask: 'locale/*.po' })
    assert.equal(result.result, true)
    assert.deepEqual(await site.texts('cs'), { Apple: 'Jablko', Pear: 'Hruška' })
    assert.deepEqual(await site.texts('de'), { Apple: 'Apfel', Pear: '' })
    assert.match(other.file('locale/cs.po'), /Hruška/)
    assert.match(other.file('locale/de.po'), /Apfel/)
    assert.doesNotMatch(shared.file('app/cs.po'), /Hruška/)
    assert.ok(!existsSync(path.join(folder, 'x')))
    await site.sound()
  })

  test('a renamed owner is shown with its present name, and stays linked', async () => {
    await create('owner', shared, 'po/*.po')
    await create('app', shared, 'po/*.po', { repo: 'weblate://garden/owner', push: '' })
    await site.send('PATCH', at('owner'), { slug: 'renamed' })
    const { repo } = await site.send('GET', at('app'))
    assert.equal(repo, 'weblate://garden/renamed')
    const sent = await site.send('PATCH', at('app'), { repo, priority: 80 })
    assert.match(sent.linked_component, /garden\/renamed\/$/)
  })

  test('refuse what cannot work', async () => {
    await create('owner', shared, 'po/*.po')
    await create('member', shared, 'po/*.po', { repo: 'weblate://garden/owner', push: '' })
    await create('app', own, 'app/*.po')
    const refused = async (slug: string, body: unknown, attr: string, what: RegExp) => {
      const answer = await site.api.send('PATCH', at(slug), { key: site.boss, body })
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.json.errors[0].attr, attr)
      assert.match(answer.json.errors[0].detail, what)
    }
    await refused('owner', { repo: 'weblate://garden/app' }, 'repo', /Other components share the repository/)
    await refused('app', { repo: 'weblate://garden/member' }, 'repo', /does not have its own repository/)
    await refused('app', { repo: 'weblate://garden/app' }, 'repo', /does not have its own repository/)
    await refused('app', { repo: 'weblate://garden/none' }, 'repo', /does not exist/)
    await refused('app', { repo: 'weblate://garden/owner', push: 'file:///x' }, 'push', /Set this in the component/)
    await refused('member', { push_on_commit: false }, 'push_on_commit', /Set this in the component/)
    await refused('member', { repo: '' }, 'repo', /needs a repository URL/)
  })

  test('alerts and locks of the previous repository end', async () => {
    await create('owner', shared, 'po/*.po')
    await create('app', own, 'app/*.po', { auto_lock_error: true })
    own.remove()
    site.at = at('app')
    await site.api.send('POST', `${at('app')}repository/`, { key: site.boss, body: { operation: 'pull' } })
    const alerts = async () =>
      (await site.send('GET', `${at('app')}alerts/`)).results
        .filter((each: { category: string; component: unknown }) => each.category === 'vcs' && each.component)
        .map((each: { name: string }) => each.name)
    assert.deepEqual(await alerts(), ['UpdateFailure'])
    assert.equal((await site.send('GET', at('app'))).locked, true)
    const { result } = await switchTo('app', { repo: 'weblate://garden/owner' })
    assert.equal(result.result, true)
    assert.deepEqual(await alerts(), [])
    assert.equal((await site.send('GET', at('app'))).locked, false)
    assert.match(shared.file('app/cs.po'), /Jablko/)
  })

  test('on the settings page', async () => {
    await create('owner', shared, 'po/*.po')
    await create('app', own, 'app/*.po')
    const boss = await Person.named(site.api, 'Gardener', { superuser: true })
    const page = '/manage/settings/garden/app/'
    const fields = { vcs: 'git', push: own.url, branch: 'main', push_branch: '', merge_style: 'rebase' }
    const sent = { ...fields, push_on_commit: 'true', commit_pending_age: '24', clash_style: 'theirs' }
    const joined = await boss.fill(page, 'vcs', { ...sent, repo: 'weblate://garden/owner' })
    assert.equal(joined.status, 303, joined.text)
    assert.equal((await site.send('GET', at('app'))).repo, 'weblate://garden/owner')
    assert.match((await boss.open(page)).text, /name="repo"[^>]*value="weblate:\/\/garden\/owner"/)
    const left = await boss.fill(page, 'vcs', { repo: own.url, repoweb: '', screenshot_filemask: '' })
    assert.equal(left.status, 303, left.text)
    const now = await site.send('GET', at('app'))
    assert.deepEqual([now.repo, now.linked_component], [own.url, null])
  })
})
