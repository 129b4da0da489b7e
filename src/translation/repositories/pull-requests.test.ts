// Pull and merge requests on local servers that speak each host's API over real repositories.
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { asOften, temporaryStore } from '#store/testing.ts'
import { testApi } from '../api/testing.ts'
import { BOT, TOKEN } from './hosts/testing-dialects.ts'
import { TestHost } from './hosts/testing-host.ts'
import { po, RepositorySite, temporaryFolder, Upstream } from './testing.ts'

const WORDS = ['Apple', 'Plum', 'Pear', 'Cherry', 'Quince', 'Fig', 'Grape', 'Lemon']

/** Strings far enough apart for git to merge changes of two of them. */
const file = (targets: Record<string, string> = {}) =>
  po(
    'cs',
    Object.fromEntries(
      WORDS.flatMap(word => [word, `${word} tree`, `${word} juice`]).map(id => [id, targets[id] ?? '']),
    ),
  )

const KINDS = ['github', 'gitlab', 'gitea', 'bitbucketcloud', 'bitbucketserver', 'azure_devops'] as const

// The unit tests take one host, the integration tests all.
for (const kind of KINDS.slice(0, asOften(1, KINDS.length)))
  describe(`requests on ${kind}`, () => {
    const data = temporaryFolder()
    const upstream = new Upstream(data)
    const host = new TestHost(kind, path.join(data, 'host'))
    let site: RepositorySite

    before(async () => {
      upstream.publish('Begin', { 'po/cs.po': file({ Apple: 'Jablko' }) })
      host.publish(upstream.bare)
      await host.start()
      const rules = { repositoryProtocols: ['http'], repositoryNetwork: 'any' } as const
      const codeHosts = { [host.host]: { token: TOKEN, username: BOT } }
      site = await RepositorySite.open(
        await testApi(await temporaryStore('sqlite'), { data: path.join(data, 'site'), codeHosts, ...rules }),
      )
      const pull_message = 'Translate {{ component_name }}\n\nFrom {{ project_name }}'
      await site.component(host.url(), { vcs: kind, push: '', push_branch: 'l10n', pull_message })
    })
    after(() => {
      host.stop()
      upstream.remove()
    })

    const push = async () => assert.deepEqual(await site.operate('push'), { result: true })
    const main = () => host.file('po/cs.po')
    const requests = async (): Promise<[string, string][]> =>
      (await site.status()).pull_requests.map((each: { number: string; state: string }) => [each.number, each.state])
    const alerts = async (): Promise<string[]> =>
      (await site.send('GET', `${site.at}alerts/`)).results.map((each: { name: string }) => each.name)
    const isSettled = async () => {
      await site.sound()
      const { needs_push, needs_merge, merge_failure } = await site.status()
      assert.deepEqual([needs_push, needs_merge, merge_failure], [false, false, null])
    }

    test('a push opens one request and updates it', async () => {
      await site.translate('cs', 'Plum', 'Švestka')
      await push()
      assert.equal(host.requests.length, 1)
      const { title, description, source, target } = host.newest
      assert.deepEqual([title, description, source, target], ['Translate c1', 'From Garden', 'l10n', 'main'])
      assert.match(host.file('po/cs.po', 'l10n'), /Švestka/)
      assert.doesNotMatch(main(), /Švestka/)
      await site.translate('cs', 'Pear', 'Hruška')
      await push()
      assert.equal(host.requests.length, 1)
      assert.match(host.file('po/cs.po', 'l10n'), /Hruška/)
      const [request] = (await site.status()).pull_requests
      assert.deepEqual([request.number, request.state], ['1', 'open'])
      assert.match(request.url, /^http:\/\/127\.0\.0\.1:\d+\/.*1$/)
      await site.send('PATCH', site.at, { pull_message: 'New words' })
      await push()
      assert.equal(host.newest.title, 'New words')
    })

    test('follows a main branch that moved on, without a stuck branch', async () => {
      host.commit({ 'po/cs.po': text => text.replace('msgid "Lemon"\nmsgstr ""', 'msgid "Lemon"\nmsgstr "Citron"') })
      await push()
      assert.match(host.file('po/cs.po', 'l10n'), /Citron/)
      assert.equal(host.requests.length, 1)
      await isSettled()
    })

    test('after a squash merge, newer texts stay and old ones do not return', async () => {
      await site.translate('cs', 'Plum', 'Slíva')
      assert.equal(host.merge('squash'), true)
      host.commit({ 'po/cs.po': text => text.replace('Hruška', 'Hruštička') })
      await push()
      const texts = await site.texts('cs')
      assert.deepEqual([texts.Plum, texts.Pear, texts.Lemon], ['Slíva', 'Hruštička', 'Citron'])
      assert.deepEqual(await site.suggestions('cs', 'Plum'), [])
      assert.deepEqual(await requests(), [
        ['2', 'open'],
        ['1', 'merged'],
      ])
      assert.match(host.file('po/cs.po', 'l10n'), /Hruštička/)
      assert.match(host.file('po/cs.po', 'l10n'), /Slíva/)
      await isSettled()
    })

    test('a merged request leaves nothing to push', async () => {
      assert.equal(host.merge('merge', { removes: true }), true)
      await push()
      assert.equal(host.requests.length, 2)
      assert.deepEqual((await requests())[0], ['2', 'merged'])
      assert.match(main(), /Slíva/)
      await site.translate('cs', 'Fig', 'Fík')
      await push()
      assert.equal(host.requests.length, 3)
      assert.equal(host.merge('rebase'), true)
      host.commit({ README: () => 'x' })
      await push()
      assert.equal(host.requests.length, 3)
      assert.match(main(), /Fík/)
      await isSettled()
    })

    test('a closed request is an alert, and the next translation opens another', async () => {
      await site.translate('cs', 'Grape', 'Hrozen')
      await push()
      host.newest.state = 'closed'
      assert.match((await site.operate('push')).detail!, /^Request 4 was closed/)
      assert.ok((await alerts()).includes('PullRequestClosed'))
      assert.equal((await site.texts('cs')).Grape, 'Hrozen')
      assert.equal(host.requests.length, 4)
      await site.translate('cs', 'Quince', 'Kdoule')
      await push()
      assert.equal(host.requests.length, 5)
      assert.match(host.file('po/cs.po', 'l10n'), /Hrozen/)
      assert.ok(!(await alerts()).includes('PullRequestClosed'))
    })

    test('a reopened request is used again', async () => {
      host.newest.state = 'closed'
      await site.operate('pull')
      assert.ok((await alerts()).includes('PullRequestClosed'))
      host.newest.state = 'open'
      await push()
      assert.ok(!(await alerts()).includes('PullRequestClosed'))
      assert.equal(host.requests.length, 5)
    })

    test('commits of reviewers on the branch are kept', async () => {
      host.commit({ 'po/cs.po': text => text.replace('Kdoule', 'Kdoulička') }, 'l10n')
      await site.translate('cs', 'Cherry', 'Třešeň')
      await push()
      assert.equal((await site.texts('cs')).Quince, 'Kdoulička')
      assert.match(host.file('po/cs.po', 'l10n'), /Kdoulička/)
      assert.equal(host.merge('squash'), true)
      await push()
      assert.match(main(), /Třešeň/)
      assert.match(main(), /Kdoulička/)
      assert.equal(host.requests.length, 5)
      await isSettled()
    })

    test('a token is never shown, and failures name the host', async () => {
      await site.translate('cs', 'Apple juice', 'Mošt')
      host.failing = 403
      const { result, detail } = await site.operate('push')
      host.failing = 0
      assert.equal(result, false)
      assert.match(detail!, /^127\.0\.0\.1:\d+ denied access to pull requests\. Check the token\./)
      const shown = JSON.stringify([detail, await site.status(), await site.send('GET', site.at), await alerts()])
      assert.ok(!shown.includes(TOKEN))
      assert.ok((await alerts()).includes('PushFailure'))
      await push()
      assert.ok(!(await alerts()).includes('PushFailure'))
      assert.equal(host.merge('merge'), true)
    })

    test('without a push branch, a fork is used', async () => {
      await site.send('PATCH', site.at, { push_branch: '' })
      await site.translate('cs', 'Plum juice', 'Šťáva')
      const outcome = await site.operate('push')
      if (kind === 'azure_devops') return assert.match(outcome.detail!, /^Forks are not supported on Azure DevOps/)
      assert.deepEqual(outcome, { result: true })
      assert.deepEqual([host.newest.from, host.newest.source], [`${BOT}/app`, 'parlance-garden-c1'])
      await site.translate('cs', 'Pear juice', 'Mošt')
      await push()
      assert.equal(host.merge('squash'), true)
      await push()
      assert.match(main(), /Šťáva/)
      await isSettled()
    })
  })
