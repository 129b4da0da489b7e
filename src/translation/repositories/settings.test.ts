// Repository settings: conflict winner, commit messages, removed languages, background work.
import assert from 'node:assert/strict'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Store } from '#store/store.ts'
import { onEachEngine, temporaryStore } from '#store/testing.ts'
import { testApi } from '../api/testing.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { editUnit } from '../catalogue/edit-units.ts'
import { lockUnit } from '../catalogue/rows.ts'
import { work } from '../catalogue/work.ts'
import { checkRepoweb, sourcePlaces } from './repoweb.ts'
import { drainRepositories, po, RepositorySite, temporaryFolder, Upstream } from './testing.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))

let sites = 0
const CZECH = { Apple: 'Jablko', Pear: '', Plum: '' }

const siteOver = async (store: Store): Promise<RepositorySite> => {
  const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
  return RepositorySite.open(await testApi(store, { data: path.join(data, String(++sites)), ...rules }))
}
const begun = (): Upstream => {
  const upstream = new Upstream()
  upstream.publish('Begin', { 'po/cs.po': po('cs', CZECH), 'po/de.po': po('de', { ...CZECH, Apple: 'Apfel' }) })
  return upstream
}

onEachEngine('repository settings', open => {
  let site: RepositorySite
  let upstream: Upstream

  before(async () => {
    site = await siteOver(await open())
  })
  beforeEach(() => {
    upstream = begun()
  })
  const languages = async () =>
    (await site.send('GET', `${site.at}translations/`)).results
      .map((each: { language_code: string }) => each.language_code)
      .toSorted()
  const files = () => upstream.git('-C', upstream.bare, 'ls-tree', '-r', '--name-only', 'main').split('\n')

  for (const merge_style of ['rebase', 'merge'])
    test(`our text wins a conflict if configured: ${merge_style}`, async () => {
      await site.component(upstream.url, { clash_style: 'ours', push_on_commit: false, merge_style })
      await site.translate('cs', 'Apple', 'Jablíčko')
      await site.operate('commit')
      await site.translate('cs', 'Pear', 'Hruška')
      upstream.publish('Theirs', { 'po/cs.po': po('cs', { Apple: 'Jabko', Pear: 'Hruštička', Plum: 'Slíva' }) })
      const { detail } = await site.operate('pull')
      assert.equal(
        detail,
        '2 strings were changed both here and in the repository; the repository versions are kept as suggestions.',
      )
      assert.deepEqual(await site.texts('cs'), { Apple: 'Jablíčko', Pear: 'Hruška', Plum: 'Slíva' })
      assert.deepEqual(await site.suggestions('cs', 'Apple'), [['Jabko', null]])
      assert.deepEqual(await site.suggestions('cs', 'Pear'), [['Hruštička', null]])
      assert.match((await site.status()).merge_failure, /Our versions were kept/)
      assert.deepEqual(await site.operate('push'), { result: true })
      for (const text of ['Jablíčko', 'Hruška', 'Slíva']) assert.ok(upstream.file('po/cs.po').includes(`"${text}"`))
      await site.sound()
    })

  for (const merge_style of ['rebase', 'merge'])
    test(`a removed language is deleted from the repository with its own message: ${merge_style}`, async () => {
      const message = 'No {{ language_name }} ({{ language_code }}) in {{ filename }} any more, says {{ author }}'
      await site.component(upstream.url, { push_on_commit: false, merge_style, delete_message: message })
      await site.send('DELETE', site.translation('de'))
      assert.equal((await site.status()).needs_commit, true)
      assert.deepEqual(await site.operate('pull'), { result: true })
      assert.deepEqual(await languages(), ['cs', 'en'], 'it does not come back with a pull')
      await site.operate('commit')
      assert.deepEqual([(await site.status()).needs_commit, (await site.status()).outgoing_commits], [false, 1])
      upstream.publish('Meanwhile', { 'po/cs.po': po('cs', { ...CZECH, Plum: 'Slíva' }) })
      assert.deepEqual(await site.operate('push'), { result: true })
      assert.deepEqual(files(), ['po/cs.po'])
      assert.ok(
        upstream.log('%an: %s').some(line => /^Boss: No German \(de\) in po\/de\.po any more, says Boss </.test(line)),
      )
      assert.deepEqual(await site.operate('commit'), { result: true })
      const left = await site.api.services.store.read.selectFrom('component_removed_file').selectAll().execute()
      assert.deepEqual(left, [])
      await site.sound()
    })

  test('a removed language comes back when upstream changes it or after a reset', async () => {
    await site.component(upstream.url, { push_on_commit: false })
    await site.send('DELETE', site.translation('de'))
    await site.operate('commit')
    await site.operate('reset')
    assert.deepEqual(await languages(), ['cs', 'de', 'en'])
    await site.send('DELETE', site.translation('de'))
    upstream.publish('German goes on', { 'po/de.po': po('de', { ...CZECH, Apple: 'Apfel', Pear: 'Birne' }) })
    assert.deepEqual(await site.operate('push'), { result: true })
    assert.deepEqual(await languages(), ['cs', 'de', 'en'])
    assert.deepEqual(files(), ['po/cs.po', 'po/de.po'])
    await site.sound()
  })

  test('a file deleted upstream comes back with pending changes', async () => {
    await site.component(upstream.url, { push_on_commit: false })
    await site.translate('de', 'Pear', 'Birne')
    rmSync(upstream.at('po/de.po'))
    upstream.publish('No German')
    await site.operate('pull')
    assert.equal((await site.texts('de')).Pear, 'Birne')
    assert.deepEqual(await site.operate('push'), { result: true })
    assert.match(upstream.file('po/de.po'), /Apfel[\s\S]*Birne/)
    await site.sound()
  })
})

describe('commits and background work', () => {
  let site: RepositorySite
  let upstream: Upstream

  before(async () => {
    site = await siteOver(await temporaryStore('sqlite'))
  })
  beforeEach(() => {
    upstream = begun()
  })

  test('automatic changes have their own commit message', async () => {
    const words = { addon_message: '{{ addon_name }} in {{ language_name }} on {{ site_title }}' }
    await site.component(upstream.url, { push_on_commit: false, ...words })
    await site.translate('cs', 'Plum', 'Švestka')
    const { services } = site.api
    const pear = await site.unit('cs', 'Pear')
    await work(services, null, async piece => {
      const unit = await lockUnit(piece, pear.id)
      const translation = await piece.tx
        .selectFrom('translation')
        .selectAll()
        .where('id', '=', unit.translation_id)
        .executeTakeFirstOrThrow()
      await editUnit(piece, translation, unit, {
        target: ['Hruška'],
        state: 20,
        automatic: true,
        action: ACTION.automatic,
      })
    })
    await site.operate('push')
    assert.deepEqual(
      upstream.log('%an: %s').slice(0, 2).toSorted(),
      ['Boss: Translate c8 into Czech', 'Parlance: Automatic translation in Czech on Parlance'].map(line =>
        line.replace('c8', site.at.split('/').at(-2)!),
      ),
    )
  })

  test('changed settings import the files again in a background task', async () => {
    await site.component(upstream.url, { push_on_commit: false })
    await site.translate('cs', 'Plum', 'Švestka')
    upstream.publish('Other place', { 'l10n/fr.po': po('fr', { Apple: 'Pomme', Pear: '', Plum: '' }) })
    assert.equal((await site.send('PATCH', site.at, { name: 'Another' })).task_url, null)
    const changed = await site.send('PATCH', site.at, { filemask: 'l10n/*.po' })
    assert.deepEqual((await site.task(changed.task_url)).result, { result: true })
    assert.deepEqual(await site.texts('fr'), { Apple: 'Pomme', Pear: '', Plum: '' })
    assert.equal((await site.texts('cs')).Plum, 'Švestka', 'what was translated stays')
    const elsewhere = new Upstream()
    elsewhere.publish('Begin', { 'l10n/fr.po': po('fr', { Apple: 'Une pomme', Pear: '', Plum: '' }) })
    const moved = await site.send('PATCH', site.at, { repo: elsewhere.url, push: elsewhere.url })
    assert.equal((await site.task(moved.task_url)).result.result, true)
    assert.equal((await site.texts('fr')).Apple, 'Une pomme')
    const asked = await site.send('POST', `${site.at}repository/`, { operation: 'push', background: true })
    assert.equal(asked.result, true)
    assert.deepEqual((await site.task(asked.task_url)).result, { result: true })
    await site.sound()
  })

  test('commits are pushed immediately or later, as configured', async () => {
    await site.component(upstream.url, { push_on_commit: true, commit_pending_age: 5 })
    await site.translate('cs', 'Plum', 'Švestka')
    const hours = async (count: number) => {
      for (let hour = 0; hour < count; hour++) {
        site.api.clock.advance(3600)
        await drainRepositories(site.api.services)
      }
    }
    await hours(3)
    assert.equal(upstream.log().length, 1, 'it is not old enough')
    await hours(4)
    assert.equal(upstream.log().length, 2)
    await site.send('PATCH', site.at, { push_on_commit: false })
    await site.translate('cs', 'Pear', 'Hruška')
    await hours(7)
    assert.equal(upstream.log().length, 2)
    const { needs_push, outgoing_commits } = await site.status()
    assert.deepEqual([needs_push, outgoing_commits], [true, 1])
  })

  test('requests merge requests with the configured message, where supported', async () => {
    const options = path.join(upstream.folder, 'options')
    const hook = path.join(upstream.bare, 'hooks', 'post-receive')
    writeFileSync(hook, `#!/bin/sh\nenv | grep ^GIT_PUSH_OPTION_ | sort > ${options}\n`)
    chmodSync(hook, 0o755)
    const pull_message = 'Translations of {{ component_slug }}\n\nFrom {{ site_url }}'
    await site.component(upstream.url, { push_branch: 'l10n', pull_message })
    const slug = site.at.split('/').at(-2)
    await site.translate('cs', 'Plum', 'Švestka')
    assert.deepEqual(await site.operate('push'), { result: true })
    assert.match(upstream.file('po/cs.po', 'l10n'), /Švestka/)
    assert.equal(readFileSync(options, 'utf8').includes('merge_request'), false)
    upstream.git('-C', upstream.bare, 'config', 'receive.advertisePushOptions', 'true')
    await site.translate('cs', 'Pear', 'Hruška')
    assert.deepEqual(await site.operate('push'), { result: true })
    const said = readFileSync(options, 'utf8')
      .split('\n')
      .map(line => line.replace(/^\w+=/, ''))
    for (const wish of [
      'create',
      'target=main',
      `title=Translations of ${slug}`,
      'description=From https://translate.example.org',
    ])
      assert.ok(said.includes(`merge_request.${wish}`), said.join('\n'))
  })
})

describe('links to source code', () => {
  const template = 'https://example.org/blob/{{branch}}/{{ filename }}#L{{line}}'

  test('turn locations into addresses', () => {
    assert.deepEqual(sourcePlaces({ repoweb: template, branch: 'main' }, 'src/a b.c:12, ../x.c'), [
      { text: 'src/a', url: 'https://example.org/blob/main/src/a#L1' },
      { text: 'b.c:12', url: 'https://example.org/blob/main/b.c#L12' },
      { text: '../x.c', url: 'https://example.org/blob/main/../x.c#L1' },
    ])
    const parents = template.replace('filename', 'filename|parentdir')
    assert.equal(
      sourcePlaces({ repoweb: parents, branch: 'a/b' }, '../src/x.c:3')[0]!.url,
      'https://example.org/blob/a/b/src/x.c#L3',
    )
    assert.deepEqual(sourcePlaces({ repoweb: '', branch: 'main' }, 'x.c:1'), [{ text: 'x.c:1', url: null }])
  })

  test('reject templates that are not web addresses', () => {
    checkRepoweb(template)
    for (const bad of [
      'javascript:alert({{line}})',
      'x',
      'https://example.org/{{nothing}}',
      'https://e.org/{{filename|upper}}',
      'https://e.org/{% if %}',
      'https://e.org/ "x',
    ])
      assert.throws(() => checkRepoweb(bad), { name: 'Error' }, bad)
  })

  test('are included in the API of a string', async () => {
    const site = await siteOver(await temporaryStore('sqlite'))
    const upstream = new Upstream()
    upstream.publish('Begin', { 'po/cs.po': po('cs', CZECH).replace('msgid "Apple"', '#: src/a.c:7\nmsgid "Apple"') })
    await site.component(upstream.url, { repoweb: template })
    const { id } = await site.unit('cs', 'Apple')
    const { places } = await site.send('GET', `/api/units/${id}/everything/`)
    assert.deepEqual(places, [{ text: 'src/a.c:7', url: 'https://example.org/blob/main/src/a.c#L7' }])
  })
})
