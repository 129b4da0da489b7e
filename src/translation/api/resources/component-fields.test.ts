import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { faults, testCatalogue } from '../../catalogue/testing.ts'
import { multipart, SITE, type TestApi, testApi } from '../testing.ts'

onEachEngine('keys, variants and secondary languages of components', open => {
  let api: TestApi
  let key: string
  const send = (method: string, path: string, body?: unknown, by = key) => api.send(method, path, { key: by, body })
  const file = async (path: string): Promise<string> =>
    (await api.app.inject({ url: path, headers: { authorization: `Token ${key}` } })).body
  const settle = () => {
    const { store, jobs, log, clock } = api.services
    return new JobRunner({ store, jobs, log, leaseClock: clock }).drain()
  }

  before(async () => {
    api = await testApi(await open())
    key = (await api.user('Boss', { superuser: true })).key
    await testCatalogue(api.services)
  })

  async function component(slug: string, settings: object, files: Record<string, object>): Promise<string> {
    const body = { name: slug, slug, file_format: 'json', filemask: `${slug}/*.json`, ...settings }
    const made = await send('POST', '/api/projects/hello/components/', body)
    assert.equal(made.status, 201, made.text)
    for (const [code, content] of Object.entries(files)) {
      if (code !== 'en') await send('POST', `/api/components/hello/${slug}/translations/`, { language_code: code })
      const upload = multipart(
        { method: 'replace' },
        { name: 'file', filename: 'a.json', content: Buffer.from(JSON.stringify(content, null, 2)) },
      )
      const path = `/api/translations/hello/${slug}/${code}/file/`
      assert.equal((await api.send('POST', path, { key, ...upload })).status, 200)
    }
    return `/api/components/hello/${slug}/`
  }

  const unitsOf = async (slug: string, code: string, q = '') =>
    (await send('GET', `/api/translations/hello/${slug}/${code}/units/?q=${encodeURIComponent(q)}`)).json.results as {
      id: number
      context: string
      target: string[]
      state: number
      source_unit: string
    }[]
  const keysOf = async (slug: string, code: string, q = '') => (await unitsOf(slug, code, q)).map(each => each.context)

  test('a key filter leaves strings out, and their texts stay in the files', async () => {
    const texts = {
      en: { 'app.title': 'Library', 'web.title': 'Library on the web', 'app.exit': 'Exit' },
      cs: { 'app.title': 'Knihovna', 'web.title': 'Knihovna na webu' },
    }
    const at = await component('keys', { key_filter: 'app\\.' }, texts)
    assert.deepEqual(await keysOf('keys', 'cs'), ['app.title', 'app.exit'])
    const [title] = await unitsOf('keys', 'cs')
    await send('PATCH', `/api/units/${title!.id}/`, { target: ['Knihovnička'], state: 20 })
    const [source] = await unitsOf('keys', 'en')
    await send('PATCH', `/api/units/${source!.id}/`, { target: ['My library'], state: 20 })
    assert.deepEqual(JSON.parse(await file('/api/translations/hello/keys/cs/file/')), {
      'app.title': 'Knihovnička',
      'web.title': 'Knihovna na webu',
    })
    assert.deepEqual(JSON.parse(await file('/api/translations/hello/keys/en/file/')), {
      ...texts.en,
      'app.title': 'My library',
    })
    const added = await send('POST', '/api/translations/hello/keys/en/units/', { key: 'web.new', value: ['New'] })
    assert.deepEqual([added.status, added.json.errors[0].attr], [400, 'key'])
    const elsewhere = { key: 'app.new', value: ['Nové'] }
    assert.equal((await send('POST', '/api/translations/hello/keys/cs/units/', elsewhere)).status, 403)
    assert.deepEqual(await keysOf('keys', 'cs'), ['app.title', 'app.exit'])
    await send('PATCH', `/api/units/${title!.id}/`, { target: ['Knihovnička'], state: 10 })
    // Without the filter, everything is there, with the texts of the files and those from here.
    assert.equal((await send('PATCH', at, { key_filter: '' })).json.key_filter, '')
    const all = await unitsOf('keys', 'cs')
    assert.deepEqual(
      all.map(each => [each.context, each.target[0], each.state]),
      [
        ['app.title', 'Knihovnička', 10],
        ['web.title', 'Knihovna na webu', 20],
        ['app.exit', '', 0],
      ],
    )
    await send('PATCH', at, { key_filter: 'web' })
    assert.deepEqual(await keysOf('keys', 'cs'), ['web.title'])
    assert.match(await file('/api/translations/hello/keys/cs/file/'), /Knihovnička/)
    await settle()
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('a key filter needs keys and a pattern in linear time', async () => {
    const wrong = await send('PATCH', '/api/components/hello/main/', { key_filter: 'app' })
    assert.deepEqual([wrong.status, wrong.json.errors[0].attr], [400, 'key_filter'])
    const at = await component('patterns', {}, {})
    for (const body of [{ key_filter: '(' }, { variant_regex: '(a)\\1' }])
      assert.equal((await send('PATCH', at, body)).json.errors[0].attr, Object.keys(body)[0])
  })

  test('strings whose keys differ only in the pattern are variants of each other', async () => {
    const texts = { save: 'Save', save_short: 'Save!', save_long: 'Save this page', exit: 'Exit' }
    const at = await component('variants', { variant_regex: '_(short|long)$' }, { en: texts, cs: { save: 'Uložit' } })
    await settle()
    const found = ['save_short', 'save_long']
    assert.deepEqual(await keysOf('variants', 'cs', 'has:variant'), found)
    assert.deepEqual(await keysOf('variants', 'cs', 'NOT has:variant'), ['save', 'exit'])
    const variantsOf = async (context: string, code = 'cs') => {
      const unit = (await unitsOf('variants', code)).find(each => each.context === context)!
      const work = await send('GET', `/api/units/${unit.id}/everything/?parts=variants`)
      return (work.json.variants as { context: string }[]).map(each => each.context)
    }
    assert.deepEqual(await variantsOf('save'), found)
    assert.deepEqual(await variantsOf('save_long'), ['save', 'save_short'])
    assert.deepEqual(await variantsOf('exit'), [])
    assert.deepEqual(await variantsOf('save', 'en'), found)
    // A flag groups strings by a source text.
    const [exit] = await unitsOf('variants', 'en', 'key:exit')
    await send('PATCH', `/api/units/${exit!.id}/`, { extra_flags: 'variant:Save' })
    await settle()
    assert.deepEqual(await variantsOf('exit'), ['save'])
    assert.deepEqual(await keysOf('variants', 'cs', 'has:variant'), [...found, 'exit'])
    await send('PATCH', `/api/units/${exit!.id}/`, { extra_flags: '' })
    await send('PATCH', at, { variant_regex: '' })
    await settle()
    assert.deepEqual(await keysOf('variants', 'cs', 'has:variant'), [])
    await send('PATCH', at, { variant_regex: '_short$' })
    await settle()
    assert.deepEqual(await keysOf('variants', 'cs', 'has:variant'), ['save_short'])
    const copy = await send('POST', '/api/projects/hello/components/', {
      name: 'Copy',
      slug: 'copy',
      from_component: 'hello/variants',
      auto_lock_error: true,
    })
    assert.deepEqual([copy.json.variant_regex, copy.json.auto_lock_error], ['_short$', true])
    await settle()
    assert.deepEqual(await keysOf('copy', 'cs', 'has:variant'), ['save_short'])
    assert.deepEqual(await faults(api.services.store), [])
    for (const slug of ['variants', 'copy']) await send('DELETE', `/api/components/hello/${slug}/`)
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('the secondary language is inherited, and comes first in the editor', async () => {
    await component('seconds', {}, { en: { a: 'Apple' }, cs: { a: 'Jablko' }, de: { a: 'Apfel' }, fr: {} })
    const at = '/api/components/hello/seconds/'
    const seconds = async () => {
      const [unit] = await unitsOf('seconds', 'fr')
      const work = await send('GET', `/api/units/${unit!.id}/everything/?parts=other_languages`)
      return (work.json.other_languages as { language: { code: string }; secondary: boolean }[]).map(each => [
        each.language.code,
        each.secondary,
      ])
    }
    assert.equal((await send('GET', at)).json.effective_secondary_language, null)
    assert.deepEqual(await seconds(), [
      ['cs', false],
      ['de', false],
    ])
    const project = await send('PATCH', '/api/projects/hello/', { secondary_language: 'de' })
    assert.deepEqual([project.json.secondary_language, project.json.inherit_secondary_language], ['de', false])
    const inherited = (await send('GET', at)).json
    assert.deepEqual([inherited.secondary_language, inherited.effective_secondary_language], [null, 'de'])
    assert.deepEqual(await seconds(), [
      ['de', true],
      ['cs', false],
    ])
    // A language can also be named by its ID or URL.
    const { id } = (await send('GET', '/api/languages/cs/')).json
    assert.equal((await send('PATCH', at, { secondary_language: id })).json.effective_secondary_language, 'cs')
    const byUrl = { secondary_language: `${SITE}/api/languages/de/` }
    assert.equal((await send('PATCH', at, byUrl)).json.effective_secondary_language, 'de')
    assert.equal((await send('PATCH', at, { secondary_language: null })).json.effective_secondary_language, null)
    const wrong = await send('PATCH', at, { secondary_language: 'xx-none' })
    assert.deepEqual([wrong.status, wrong.json.errors[0].attr], [400, 'secondary_language'])
    // Those of the reader come first, too.
    await send('PATCH', '/api/users/Boss/', { profile: { secondary_languages: ['cs'] } })
    assert.deepEqual(await seconds(), [
      ['cs', true],
      ['de', false],
    ])
  })

  test('the colour of a glossary marks its terms', async () => {
    const settings = { is_glossary: true, glossary_color: 'teal', file_format: 'csv', filemask: 'terms/*.csv' }
    const made = await send('POST', '/api/projects/hello/components/', { name: 'Terms', slug: 'terms', ...settings })
    assert.equal(made.json.glossary_color, 'teal')
    await send('POST', '/api/components/hello/terms/translations/', { language_code: 'fr' })
    await send('PATCH', '/api/components/hello/terms/', { manage_units: true })
    const term = { source: ['Apple'], target: ['Pomme'] }
    assert.equal((await send('POST', '/api/translations/hello/terms/fr/units/', term)).status, 200)
    const [unit] = await unitsOf('seconds', 'fr')
    const work = await send('GET', `/api/units/${unit!.id}/everything/?parts=glossary`)
    assert.equal(work.json.glossary[0].color, 'teal')
    assert.equal((await send('PATCH', '/api/components/hello/terms/', { glossary_color: 'pink' })).status, 400)
  })

  test('the profile decides on nearby strings and special characters in the editor', async () => {
    await component('near', {}, { en: { a: 'A', b: 'B', c: 'C', d: 'D', e: 'E' }, cs: {} })
    const work = async () => {
      const unit = (await unitsOf('near', 'cs')).find(each => each.context === 'c')!
      return (await send('GET', `/api/units/${unit.id}/everything/?parts=nearby`)).json
    }
    assert.deepEqual([(await work()).nearby.length, (await work()).characters], [4, []])
    const profile = { nearby_strings: 1, special_chars: '→→ é' }
    const user = await send('PATCH', '/api/users/Boss/', { profile })
    assert.deepEqual([user.json.profile.nearby_strings, user.json.profile.special_chars], [1, '→→ é'])
    const after = await work()
    assert.deepEqual(
      after.nearby.map((each: { source: string[] }) => each.source[0]),
      ['B', 'D'],
    )
    assert.deepEqual(after.characters, ['→', 'é'])
    const wrong = await send('PATCH', '/api/users/Boss/', { profile: { nearby_strings: 0 } })
    assert.equal(wrong.status, 400)
  })

  test('a new translation can start with translations of other components', async () => {
    await component('first', {}, { en: { a: 'Pear', b: 'Plum' }, cs: { a: 'Hruška' } })
    await component('second', {}, { en: { a: 'Pear', b: 'Plum' }, cs: { a: 'Hruška 2', b: 'Švestka' } })
    const at = await component('third', {}, { en: { a: 'Pear', b: 'Plum', c: 'Quince' } })
    const add = (from_component: unknown, language_code = 'cs', by = key) =>
      send('POST', `${at}translations/`, { language_code, from_component }, by)
    for (const wrong of [['hello/none'], [{}]]) {
      const answer = await add(wrong)
      assert.deepEqual([answer.status, answer.json.errors[0].attr], [400, 'from_component'])
    }
    const { key: translator } = await api.user('Copier')
    const refused = await add(['hello/first'], 'cs', translator)
    assert.deepEqual([refused.status, refused.json.errors?.[0]?.attr], [400, 'from_component'])
    const made = await add(['hello/first', `${SITE}/api/components/hello/second/`])
    assert.equal(made.status, 201, made.text)
    assert.equal(made.json.data.translated, 2)
    assert.deepEqual(
      (await unitsOf('third', 'cs')).map(each => each.target[0]),
      ['Hruška', 'Švestka', ''],
    )
    assert.equal((await add([], 'fr')).status, 201)
  })

  test('a component can be shared with a category of another project', async () => {
    await component('shared', {}, { en: { a: 'One two', b: 'Three' }, cs: { a: 'Jedna dvě' } })
    await send('POST', '/api/projects/', { name: 'Guest', slug: 'guest', web: 'https://example.org/' })
    const category = async (name: string, parent: string | null) => {
      const body = { name, slug: name.toLowerCase(), project: 'guest', category: parent }
      return (await send('POST', '/api/categories/', body)).json as { id: number; url: string; statistics_url: string }
    }
    const outer = await category('Outer', null)
    const inner = await category('Inner', outer.url)
    const links = '/api/components/hello/shared/links/'
    const elsewhere = (await send('POST', '/api/categories/', { name: 'X', slug: 'x', project: 'hello' })).json
    const wrong = await send('POST', links, { project_slug: 'guest', category_id: elsewhere.id })
    assert.deepEqual([wrong.status, wrong.json.errors[0].attr], [400, 'category_id'])
    assert.equal((await send('POST', links, { project_slug: 'guest', category_id: inner.id })).status, 201)
    const counts = async (each: { statistics_url: string }) => {
      const { total, translated } = (await send('GET', each.statistics_url.slice(SITE.length))).json
      return [total, translated]
    }
    assert.deepEqual(
      [await counts(outer), await counts(inner)],
      [
        [4, 3],
        [4, 3],
      ],
    )
    const metrics = await send('GET', '/api/projects/guest/metrics/')
    assert.deepEqual(Object.keys(metrics.json), ['outer/inner/shared'])
    const scraped = await api.send('GET', '/api/projects/guest/metrics/?format=openmetrics', { key })
    assert.match(
      scraped.text,
      /\nweblate_last_update_timestamp\{component="outer\/inner\/shared",language="cs"\} \d+(\.\d+)?\n/,
    )
    const [unit] = await unitsOf('shared', 'cs', 'key:b')
    await send('PATCH', `/api/units/${unit!.id}/`, { target: ['Tři'], state: 20 })
    assert.deepEqual(await counts(outer), [4, 4])
    assert.deepEqual(await faults(api.services.store), [])
    const at = `/api/categories/${inner.id}/`
    assert.equal((await send('DELETE', at)).status, 400, 'it is not empty')
    await send('PATCH', at, { category: null })
    assert.deepEqual(
      [await counts(outer), await counts(inner)],
      [
        [0, 0],
        [4, 4],
      ],
    )
    assert.deepEqual(await faults(api.services.store), [])
    await send('DELETE', `${links}guest/`)
    assert.deepEqual(await counts(inner), [0, 0])
    assert.equal((await send('DELETE', at)).status, 204)
    assert.deepEqual(await faults(api.services.store), [])
  })
})
