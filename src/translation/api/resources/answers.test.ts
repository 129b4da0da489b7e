// Requests that Weblate clients send, and the responses they expect.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { faults, testCatalogue } from '../../catalogue/testing.ts'
import { multipart, SITE, type TestApi, testApi } from '../testing.ts'

onEachEngine('answers to clients of Weblate', open => {
  let api: TestApi
  let boss: string
  let anna: string
  const get = async (path: string, key = boss) => (await api.send('GET', path, { key })).json
  const send = (method: string, path: string, body: unknown, key = boss) => api.send(method, path, { key, body })
  const unitOf = async (q: string, language = 'cs') =>
    (await get(`/api/translations/hello/main/${language}/units/?q=${q}`)).results[0]

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = (await api.user('Anna')).key
    await testCatalogue(api.services)
    await testCatalogue(api.services, { slug: 'second' })
  })

  test('automatic fixes apply to user input but not to files', async () => {
    const unit = await unitOf('source:Hello')
    const edited = await send('PATCH', `/api/units/${unit.id}/`, { target: ['  Ahoj, světe!'], state: 20 }, anna)
    assert.deepEqual(edited.json.target, ['Ahoj, světe!\n'])
    assert.equal(edited.json.has_failing_check, false)
    const content = Buffer.from('msgid "Hello, world!\\n"\nmsgstr "Nazdar"\n')
    const file = { name: 'file', filename: 'cs.po', content }
    const path = '/api/translations/second/main/cs/file/'
    await api.send('POST', path, { key: boss, ...multipart({ method: 'translate' }, file) })
    const found = async () => (await get('/api/translations/second/main/cs/units/?q=source:Hello')).results[0].target
    assert.deepEqual(await found(), ['Nazdar\n'], 'an upload is the work of a person')
    await api.send('POST', path, { key: boss, ...multipart({ method: 'replace' }, file) })
    assert.deepEqual(await found(), ['Nazdar'], 'a whole file is taken as it is')
  })

  test('automatic fixes leave placeholders as they are', async () => {
    const values = { name: 'Pages', slug: 'pages', file_format: 'po', filemask: 'p/*.po', manage_units: true }
    const made = { ...values, check_flags: 'angularjs-format' }
    assert.equal((await send('POST', '/api/projects/hello/components/', made)).status, 201)
    const created = await send('POST', '/api/components/hello/pages/translations/', { language_code: 'fr' })
    assert.equal(created.status, 201, created.text)
    const text = '{{ok ? 1 : 2}} !'
    const unit = await send('POST', '/api/translations/hello/pages/fr/units/', { source: [text], target: [''] })
    assert.equal(unit.status, 200, unit.text)
    const edited = await send('PATCH', `/api/units/${unit.json.id}/`, { target: [text], state: 20 })
    assert.deepEqual(edited.json.target, ['{{ok ? 1 : 2}}\u202f!'])
  })

  test('a component can be read and written back unchanged', async () => {
    const path = '/api/components/hello/main/'
    const component = await get(path)
    const put = await send('PUT', path, { ...component, name: 'Renamed' })
    assert.equal(put.status, 200, put.text)
    assert.deepEqual({ ...put.json, name: component.name }, component)
    assert.equal((await send('PUT', path, component)).json.name, component.name)
  })

  test('rejects invalid regular expressions in searches', async () => {
    for (const q of ['source:r"(world"', 'r"["', "target:r'a{100000}'", 'NOT note:r"\\1"']) {
      const answer = await api.send('GET', `/api/units/?q=${encodeURIComponent(q)}`, { key: boss })
      assert.deepEqual([answer.status, answer.json.errors[0].attr], [400, 'q'], q)
      assert.match(answer.json.errors[0].detail, /The search takes/)
    }
    assert.equal((await get('/api/units/?q=source:result')).count, 0, 'a word may begin with r')
  })

  test('a search requires a conversion', async () => {
    const path = '/api/translations/hello/main/cs/file/?q=source:Hello'
    const alone = await api.send('GET', path, { key: boss })
    assert.deepEqual([alone.status, alone.json.errors[0].attr], [400, 'q'])
    assert.equal((await api.send('GET', `${path}&format=po`, { key: boss })).status, 200)
  })

  test('adds strings with keys or sources and the right number of forms', async () => {
    await send('PATCH', '/api/components/hello/main/', { manage_units: true })
    const path = '/api/translations/hello/main/cs/units/'
    const attempts: [unknown, string][] = [
      [{ source: ['a', 'b', 'c'] }, 'source'],
      [{ key: 'k', value: ['text'] }, 'source'],
      [{ source: ['New', 'News'], target: ['Nový', 'Nové'] }, 'target'],
    ]
    for (const [body, attr] of attempts) {
      const answer = await send('POST', path, body)
      assert.deepEqual([answer.status, answer.json.errors[0].attr], [400, attr], JSON.stringify(body))
    }
    assert.equal((await send('POST', path, { source: ['New', 'News'] })).status, 200)
  })

  test('records label changes in the history', async () => {
    const ids = []
    for (const name of ['Menu', 'Later'])
      ids.push((await send('POST', '/api/projects/hello/labels/', { name, color: 'navy' })).json.id)
    const { id } = await unitOf('source:Thank', 'en')
    const denied = await send('PATCH', `/api/units/${(await unitOf('source:Thank')).id}/`, { labels: ids }, anna)
    assert.equal(denied.status, 403)
    await send('PATCH', `/api/units/${id}/`, { labels: ids })
    await send('PATCH', `/api/units/${id}/`, { labels: [ids[1]] })
    const changes = await get('/api/translations/hello/main/en/changes/?action=86&action=87')
    assert.deepEqual(changes.results.map((each: { target: string }) => each.target).sort(), [
      'Added label Later',
      'Added label Menu',
      'Removed label Menu',
    ])
  })

  test('exports project and site metrics as OpenMetrics and CSV', async () => {
    const numbers = (await get('/api/projects/hello/metrics/')).main.cs
    assert.equal(numbers.name, 'Czech')
    for (const name of ['total', 'translated_words', 'failing_words', 'approved_chars_percent', 'suggestions'])
      assert.equal(typeof numbers[name], 'number', name)
    const scrape = { key: boss, headers: { accept: 'application/openmetrics-text; version=1.0.0' } }
    const text = await api.send('GET', '/api/projects/hello/metrics/', scrape)
    assert.equal(text.headers['content-type'], 'application/openmetrics-text; version=1.0.0; charset=utf-8')
    assert.match(text.text, /# TYPE weblate_total gauge\n/)
    assert.match(text.text, /weblate_translation_info\{component="main",language="cs",name="Czech"\} 1\n/)
    assert.match(text.text, /weblate_failing_words\{component="main",language="cs"\} \d+\n[\s\S]*\n# EOF\n$/)
    const csv = (await api.send('GET', '/api/projects/hello/metrics/?format=csv', { key: boss })).text.split('\r\n')
    assert.equal(csv[0], 'component,language,name,metric,value')
    assert.equal(csv[1], `main,cs,Czech,translated,${numbers.translated}`)
    await send('POST', '/api/projects/', { name: 'Empty', slug: 'empty', web: 'https://example.org/' })
    const emptied = (await get('/api/components/empty/glossary/')).url
    if (emptied) await api.send('DELETE', '/api/components/empty/glossary/', { key: boss })
    assert.equal((await api.send('GET', '/api/projects/empty/metrics/?format=csv', { key: boss })).text, '')
    const site = await api.send('GET', '/api/metrics/', scrape)
    assert.match(site.text, /# TYPE projects gauge\nprojects 3\n/)
    assert.equal((await api.send('GET', '/api/metrics/', { key: boss })).headers['content-type'], 'application/json')
    const refused = await api.send('GET', '/api/metrics/', { headers: scrape.headers })
    assert.deepEqual([refused.status, refused.json.errors[0].code], [401, 'not_authenticated'])
  })

  test('moving a category moves its components and statistics', async () => {
    const make = async (name: string, category?: string) =>
      (await send('POST', '/api/categories/', { name, slug: name, project: `${SITE}/api/projects/hello/`, category }))
        .json
    const outer = await make('outer')
    const inner = await make('inner', outer.url)
    await send('PATCH', '/api/components/hello/main/', { category: inner.url })
    assert.equal((await get(`/api/categories/${outer.id}/statistics/`)).total, 10)
    const moved = await send('PATCH', `/api/categories/${inner.id}/`, { category: null })
    assert.deepEqual([moved.status, moved.json.category], [200, null], moved.text)
    assert.equal((await get(`/api/categories/${outer.id}/statistics/`)).total, 0)
    assert.equal((await get('/api/components/hello/inner%252Fmain/')).slug, 'main')
    assert.equal((await send('PATCH', `/api/categories/${inner.id}/`, { name: 'Inner' })).json.category, null)
    const back = await send('PATCH', `/api/categories/${inner.id}/`, { category: outer.url })
    assert.equal(back.json.category, outer.url)
    const circle = await send('PATCH', `/api/categories/${outer.id}/`, { category: inner.url })
    assert.deepEqual([circle.status, circle.json.errors[0].attr], [400, 'category'])
    const put = await send('PUT', `/api/categories/${inner.id}/`, back.json)
    assert.deepEqual(put.json, back.json)
    assert.deepEqual(await faults(api.services.store), [])
    const home = await send('PATCH', '/api/components/hello/outer%252Finner%252Fmain/', { category: '' })
    assert.equal(home.status, 200, home.text)
  })

  test('finds users by any filter', async () => {
    await send('POST', '/api/users/', { username: 'Carl', full_name: 'C', email: 'Carl@Example.org' })
    const found = async (query: string) =>
      (await get(`/api/users/?${query}`)).results.map((each: { username: string }) => each.username)
    assert.deepEqual(await found('email=cARL%40example.ORG'), ['Carl'])
    assert.equal((await found('username=')).length, 4)
    assert.deepEqual(await found('username=anon'), ['anonymous'], 'the visitor')
    assert.equal((await get('/api/users/?page_size=1&page=2')).results.length, 1)
    assert.deepEqual(await found('is_active=true&username=anon'), [])
  })

  test('returns 404 for missing objects and explains rejected operations', async () => {
    const team = (await send('POST', '/api/groups/', { name: 'T', project_selection: 0, language_selection: 0 })).json
      .id
    for (const part of ['projects/100000', 'languages/nothing', 'roles/100000'])
      assert.equal((await api.send('DELETE', `/api/groups/${team}/${part}/`, { key: boss })).status, 404, part)
    const link = await send('POST', '/api/components/hello/main/links/', { project_slug: 'second', category_id: 1 })
    assert.deepEqual([link.status, link.json.errors[0].attr], [400, 'category_id'])
    const archive = await api.send('GET', '/api/projects/hello/languages/fr/file/?format=zip', { key: boss })
    assert.deepEqual([archive.status, archive.headers['content-type']], [200, 'application/zip'])
    const repository = await get('/api/projects/hello/repository/')
    assert.deepEqual(Object.keys(repository.pending_units), [
      'total',
      'errors_skipped',
      'commit_policy_skipped',
      'eligible_for_commit',
    ])
  })
})
