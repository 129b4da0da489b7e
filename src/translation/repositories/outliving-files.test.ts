// Suggestions, comments and history belong to strings and survive changes to their files.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { purgeExpired } from '../catalogue/restore-set-aside.ts'
import { drainRepositories, po, RepositorySite, temporaryFolder, Upstream } from './testing.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))
let sites = 0

const many = (text: string, count = 60) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`S${i}`, text && `${text}${i}`]))

onEachEngine('contributions outlive files', open => {
  let api: TestApi
  let site: RepositorySite
  let upstream: Upstream

  before(async () => {
    const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
    api = await testApi(await open(), { data: path.join(data, String(++sites), 'site'), ...rules })
    site = await RepositorySite.open(api)
  })
  beforeEach(async () => {
    upstream = new Upstream()
    upstream.publish('Begin', {
      'po/cs.po': po('cs', { Apple: 'Jablko', Pear: 'Hruška', Plum: '' }),
      'po/de.po': po('de', { Apple: 'Apfel', Pear: '', Plum: '' }),
    })
    await site.component(upstream.url)
  })

  /** Adds a translation, a suggestion and a comment. */
  const work = async () => {
    await site.translate('cs', 'Plum', 'Švestka')
    const { id } = await site.unit('cs', 'Pear')
    await site.send('POST', `/api/units/${id}/suggestions/`, { target: ['Hruštička'] })
    await site.send('POST', `/api/units/${id}/comments/`, { scope: 'translation', comment: 'Which pear?' })
    await site.operate('push')
    upstream.update()
  }
  const written = async (code = 'cs') => {
    const found: Record<string, unknown> = {}
    for (const { id, source, target } of await site.units(code)) {
      const comments = await site.send('GET', `/api/units/${id}/comments/`)
      const suggestions = await site.suggestions(code, source[0]!)
      const changes = await api.services.store.read
        .selectFrom('translation_change')
        .select('action')
        .where('unit_id', '=', id)
        .orderBy('id')
        .execute()
      found[source[0]!] = { id, target, suggestions, comments: comments.results ?? comments, changes: changes.length }
    }
    return found
  }
  const alerts = async (): Promise<Record<string, { id: number; details: Record<string, unknown> }>> => {
    const { results } = await site.send('GET', `${site.at}alerts/`)
    return Object.fromEntries(results.map((each: { name: string }) => [each.name, each]))
  }
  const pull = async () => {
    await site.operate('pull')
    await site.sound()
  }

  test('a renamed folder changes nothing and its new file mask is offered', async () => {
    await work()
    const before = await written()
    upstream.inside('mv', 'po', 'locales')
    upstream.publish('Move', { 'locales/cs.po': upstream.file('po/cs.po').replace('Jablko', 'Jablíčko') })
    await pull()
    assert.deepEqual(await written(), before)
    const { NoMaskMatches } = await alerts()
    assert.deepEqual(NoMaskMatches?.details, { filemask: 'po/*.po', languages: 2, moved: { filemask: 'locales/*.po' } })
    await site.translate('de', 'Pear', 'Birne')
    await site.operate('commit')
    assert.equal((await site.status()).needs_push, false, 'nothing is written where the files were')
    await site.send('PATCH', site.at, NoMaskMatches?.details.moved)
    await drainRepositories(api.services)
    await site.sound()
    const now = (await written()) as Record<string, { target: string[]; changes: number }>
    assert.deepEqual(now.Apple?.target, ['Jablíčko'])
    assert.deepEqual([now.Pear, now.Plum], [before.Pear, before.Plum])
    assert.equal((await alerts()).NoMaskMatches, undefined)
    await site.operate('push')
    assert.match(upstream.file('locales/de.po'), /Birne/)
    assert.throws(() => upstream.file('po/de.po'))
  })

  test('a string removed from its file comes back complete', async () => {
    await work()
    const before = await written()
    const { suggestions } = await site.send('GET', '/api/metrics/')
    upstream.publish('Without pears', { 'po/cs.po': po('cs', { Apple: 'Jablko', Plum: 'Švestka' }) })
    await pull()
    assert.deepEqual(Object.keys(await site.texts('cs')), ['Apple', 'Plum'])
    assert.equal((await site.send('GET', '/api/metrics/')).suggestions, suggestions - 1)
    const list = await site.send('GET', `${site.at}set-aside/`)
    assert.deepEqual(
      list.map((each: { language_code: string; strings: number }) => [each.language_code, each.strings]),
      [['cs', 1]],
    )
    assert.ok((await alerts()).StringsSetAside)
    upstream.publish('With pears', { 'po/cs.po': po('cs', { Apple: 'Jablko', Pear: '', Plum: 'Švestka' }) })
    await pull()
    assert.deepEqual(await written(), before)
    assert.equal((await alerts()).StringsSetAside, undefined)
    await site.operate('push')
    assert.match(upstream.file('po/cs.po'), /Hruška/)
  })

  test('a language without its file comes back complete, with the file or on request', async () => {
    await work()
    const before = await written()
    for (const way of ['file', 'request']) {
      const file = upstream.file('po/cs.po')
      upstream.inside('rm', '--quiet', 'po/cs.po')
      upstream.publish('Without Czech')
      await pull()
      assert.equal((await api.send('GET', site.translation('cs'), { key: site.boss })).status, 404)
      const { LanguagesSetAside } = await alerts()
      assert.deepEqual(LanguagesSetAside?.details.occurrences, [
        { filename: 'po/cs.po', language_code: 'cs', strings: 3 },
      ])
      if (way === 'file') upstream.publish('With Czech', { 'po/cs.po': `${file}\n` })
      else {
        await site.send('POST', `${site.at}set-aside/`, { operation: 'restore', language: 'cs' })
        await site.operate('push')
        upstream.update()
      }
      await pull()
      assert.deepEqual(await written(), before, way)
      assert.match(upstream.file('po/cs.po'), /Švestka/)
      assert.equal((await alerts()).LanguagesSetAside, undefined)
    }
  })

  test('an empty or truncated file changes nothing until it is accepted', async () => {
    upstream.publish('Many', { 'po/cs.po': po('cs', many('Text')), 'po/de.po': po('de', many('')) })
    await pull()
    const before = await site.texts('cs')
    for (const broken of ['', '\n \n']) {
      upstream.publish('Empty', { 'po/cs.po': broken })
      await pull()
      assert.deepEqual(await site.texts('cs'), before)
      assert.match(JSON.stringify((await alerts()).ParseError?.details), /po\/cs\.po.*empty/)
    }
    upstream.publish('Cut', { 'po/cs.po': po('cs', many('Text', 10)) })
    await pull()
    assert.deepEqual(await site.texts('cs'), before)
    const details = { filename: 'po/cs.po', lost: 50, total: 60 }
    assert.deepEqual((await alerts()).SuspiciousFile?.details, { occurrences: [details] })
    // It can be read now, so only its missing strings are a problem.
    assert.equal((await alerts()).ParseError, undefined)
    upstream.publish('Whole again', { 'po/cs.po': po('cs', { ...many('Text'), S1: 'Other' }) })
    await pull()
    assert.deepEqual(await site.texts('cs'), { ...before, S1: 'Other' })
    assert.equal((await alerts()).SuspiciousFile, undefined)
    upstream.publish('Cut again', { 'po/cs.po': po('cs', many('Text', 10)) })
    await pull()
    await site.send('POST', `${site.at}accept-file/`, { filename: 'po/cs.po' })
    await drainRepositories(api.services)
    await site.sound()
    assert.equal(Object.keys(await site.texts('cs')).length, 10)
    assert.equal((await alerts()).SuspiciousFile, undefined)
    await site.send('POST', `${site.at}set-aside/`, { operation: 'restore' })
    await site.sound()
    assert.partialDeepStrictEqual(await site.texts('cs'), before)
  })

  test('a file that was broken while it moved is followed once it can be read', async () => {
    await work()
    const before = await site.texts('cs')
    upstream.publish('Broken', { 'po/cs.po': 'msgid "Apple\nmsgstr' })
    await pull()
    upstream.inside('mv', 'po', 'locale')
    upstream.publish('Moved', {})
    await pull()
    await site.send('PATCH', site.at, { filemask: 'locale/*.po' })
    await drainRepositories(api.services)
    await site.translate('cs', 'Apple', 'Jablíčko')
    await site.operate('push')
    upstream.update()
    upstream.publish('Mended', { 'locale/cs.po': po('cs', { ...before, Pear: 'Hruška' }) })
    await pull()
    assert.equal((await alerts()).DuplicateLanguage, undefined)
    assert.equal((await alerts()).ParseError, undefined)
    assert.deepEqual(await site.suggestions('cs', 'Pear'), [['Hruštička', 'Boss']])
    const { results } = await site.send('GET', `${site.at}translations/`)
    const { filename } = results.find((each: { language_code: string }) => each.language_code === 'cs')
    assert.equal(filename, 'locale/cs.po')
  })

  test('strings missing from every file count as removed on purpose', async () => {
    upstream.publish('Many', { 'po/cs.po': po('cs', many('Text')), 'po/de.po': po('de', many('Wort')) })
    await pull()
    upstream.publish('Few', { 'po/cs.po': po('cs', many('Text', 5)), 'po/de.po': po('de', many('Wort', 5)) })
    await pull()
    assert.equal(Object.keys(await site.texts('cs')).length, 5)
    assert.equal(Object.keys(await site.texts('de')).length, 5)
  })

  test('content set aside is deleted when it expires or on request', async () => {
    await work()
    upstream.publish('Without pears', { 'po/cs.po': po('cs', { Apple: 'Jablko', Plum: 'Švestka' }) })
    await pull()
    const aside = () => site.send('GET', `${site.at}set-aside/`)
    await purgeExpired(api.services)
    assert.equal((await aside()).length, 1)
    api.clock.advance(91 * 86_400)
    await purgeExpired(api.services)
    await site.sound()
    assert.deepEqual(await aside(), [])
    upstream.inside('rm', '--quiet', 'po/cs.po')
    upstream.publish('Without Czech')
    await pull()
    await site.send('POST', `${site.at}set-aside/`, { operation: 'delete', language: 'cs' })
    await site.sound()
    assert.deepEqual(await aside(), [])
  })
})
