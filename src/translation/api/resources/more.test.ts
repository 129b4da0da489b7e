import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { onEachEngine } from '#store/testing.ts'
import { faults, testCatalogue } from '../../catalogue/testing.ts'
import { multipart, SITE, type TestApi, testApi } from '../testing.ts'
import { rest } from './index.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

onEachEngine('the rest of the REST API', open => {
  let api: TestApi
  let boss: string
  let anna: string
  const get = async (path: string, key = boss) => (await api.send('GET', path, { key })).json
  const send = (method: string, path: string, body: unknown, key = boss) => api.send(method, path, { key, body })
  const unitOf = async (project: string, q: string) =>
    (await get(`/api/translations/${project}/main/cs/units/?q=${q}`)).results[0]

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = (await api.user('Anna')).key
    await testCatalogue(api.services)
    await testCatalogue(api.services, { slug: 'second' })
    await testCatalogue(api.services, { slug: 'hidden', access: 100 })
  })

  test('every list responds for everyone and appears in the API root', async () => {
    const root = await get('/api/')
    assert.ok(Object.keys(root).length >= 14)
    for (const address of Object.values(root) as string[])
      for (const key of [boss, anna, '']) {
        const { status } = await api.send('GET', address.slice(SITE.length), { key })
        const denied = address.endsWith('/webhooks/') ? [anna, ''] : /\/(memory|reports)\/$/.test(address) ? [''] : []
        const expected = denied.includes(key) ? (key === '' ? 401 : 403) : 200
        assert.equal(status, expected, `${address} as ${key || 'nobody'}`)
      }
  })

  test('every resource supports OPTIONS and returns 404 for unknown objects', async () => {
    for (const resource of rest) {
      const path = `/api${resource.path.replace(/:\w+(\([^/]*\))?/g, (_, pattern) => (pattern ? '999999' : 'nothing'))}`
      for (const key of [boss, anna, '']) {
        for (const method of ['OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const answer = await api.send(method, path, {
            key,
            ...(method !== 'GET' && method !== 'OPTIONS' && { body: {} }),
          })
          assert.ok(answer.status < 500, `${method} ${path}: ${answer.text}`)
        }
      }
    }
  })

  test('stores translations in the memory, finds them and fills them in elsewhere', async () => {
    const unit = await unitOf('hello', 'source:Thank')
    await send('PATCH', `/api/units/${unit.id}/`, { target: ['Děkujeme.'], state: 20 })
    assert.equal((await get('/api/memory/?target_language=cs')).count, 1)
    const lookup = { strings: ['Thank you for using Weblate.', 'Thank you for using Webplate.', 'Goodbye'] }
    const languages = '/api/memory/lookup/?source_language=en&target_language=cs'
    const answers = (await send('POST', languages, lookup, anna)).json
    assert.deepEqual(
      answers.map((each: { match: { quality: number } | null }) => each.match?.quality ?? null),
      [100, 96, null],
    )
    const best = async (more: string) =>
      (await send('POST', `${languages}${more}`, lookup, anna)).json.map(
        (each: { match: { exact: boolean } | null }) => each.match?.exact ?? null,
      )
    assert.deepEqual(await best('&exact=true'), [true, null, null])
    assert.deepEqual(await best('&project=second'), [true, false, null], 'shared by the first project')
    const nowhere = await send('POST', `${languages}&project=hidden`, lookup, anna)
    assert.equal(nowhere.json.errors[0].attr, 'project')
    const unsaid = await send('POST', '/api/memory/lookup/', { ...lookup, source_language: 'en' }, anna)
    assert.deepEqual(
      unsaid.json.errors.map((each: { attr: string }) => each.attr),
      ['source_language', 'target_language'],
    )
    const auto = await send('POST', '/api/translations/second/main/cs/autotranslate/', {
      mode: 'translate',
      auto_source: 'mt',
    })
    assert.equal(auto.json.details, 'Automatic translation completed, 1 strings were updated.')
    assert.equal((await unitOf('second', 'source:Thank')).automatically_translated, true)
    const others = await send('POST', '/api/translations/hidden/main/cs/autotranslate/', {
      mode: 'suggest',
      auto_source: 'others',
    })
    assert.match(others.json.details, /1 strings/)
    assert.equal((await unitOf('hidden', 'source:Thank')).has_suggestion, true)
    assert.equal(
      (
        await send('POST', '/api/translations/second/main/cs/autotranslate/', {
          mode: 'translate',
          auto_source: 'mt',
          engines: ['deepl'],
        })
      ).status,
      400,
    )
    assert.equal(
      (
        await send(
          'POST',
          '/api/translations/second/main/cs/autotranslate/',
          { mode: 'translate', auto_source: 'mt' },
          anna,
        )
      ).status,
      403,
    )
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('propagates an edit to the same string in other components', async () => {
    const made = await send('POST', '/api/projects/hello/components/', {
      name: 'Twin',
      slug: 'twin',
      file_format: 'po',
      manage_units: true,
    })
    assert.equal(made.status, 201, made.text)
    await send('POST', '/api/components/hello/twin/translations/', { language_code: 'cs' })
    await send('POST', '/api/translations/hello/twin/cs/units/', { source: ['Hello, world!\n'] })
    const unit = await unitOf('hello', 'source:Hello')
    await send('PATCH', `/api/units/${unit.id}/`, { target: ['Ahoj!\n'], state: 20 })
    const twin = (await get('/api/translations/hello/twin/cs/units/')).results[0]
    assert.deepEqual(twin.target, ['Ahoj!\n'])
    const { results } = await get('/api/translations/hello/twin/cs/changes/?action=77')
    assert.equal(results[0].action_name, 'Propagated change')
  })

  test('uploads and downloads files and archives', async () => {
    const po =
      'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Thank you for using Weblate."\nmsgstr "Díky."\n\n#, fuzzy\nmsgid "Try Weblate at <https://demo.weblate.org/>!\\n"\nmsgstr "Zkuste!\\n"\n\nmsgid "Strange"\nmsgstr "Divné"\n'
    const file = { name: 'file', filename: 'cs.po', content: Buffer.from(po) }
    const post = (fields: Record<string, string>, key = boss) =>
      api.send('POST', '/api/translations/hello/main/cs/file/', { key, ...multipart(fields, file) })
    assert.deepEqual((await post({})).json, {
      not_found: 1,
      skipped: 1,
      accepted: 0,
      total: 3,
      result: false,
      count: 3,
    })
    assert.equal((await post({ conflicts: 'replace-translated', fuzzy: 'process' })).json.accepted, 2)
    assert.equal((await post({ method: 'approve' }, anna)).status, 403)
    assert.equal((await post({ method: 'fly' })).json.errors[0].attr, 'method')
    const broken = await api.send('POST', '/api/translations/hello/main/cs/file/', {
      key: boss,
      ...multipart({}, { ...file, content: Buffer.from('msgid "x') }),
    })
    assert.equal(broken.status, 400, broken.text)
    const download = await api.send('GET', '/api/translations/hello/main/cs/file/', { key: anna })
    assert.match(download.text, /msgstr "Díky\."/)
    assert.match(download.headers['content-disposition']!, /^attachment/)
    assert.match(
      (await api.send('GET', '/api/translations/hello/main/cs/file/?format=xliff&q=source:Thank', { key: anna })).text,
      /<target[^>]*>Díky\.<\/target>/,
    )
    assert.equal((await api.send('GET', '/api/translations/hello/main/cs/file/?format=doc', { key: anna })).status, 400)
    const archive = await api.send('GET', '/api/projects/hello/file/', { key: anna })
    assert.equal(archive.headers['content-type'], 'application/zip')
    assert.deepEqual(await faults(api.services.store), [])
    const statusOf = async (path: string) => (await api.send('GET', path, { key: boss })).status
    assert.equal(await statusOf('/api/translations/hello/main/cs/file.csv'), 200)
    assert.equal(await statusOf('/api/translations/hello/main/cs/file.strange'), 404)
    assert.equal(await statusOf('/api/projects/hello/languages/cs/file.zip'), 200)
    assert.equal(await statusOf('/api/projects/hello/languages/cs/file.json?format=zip'), 404)
  })

  test('reports that files can be written but there is no remote', async () => {
    const at = '/api/components/hello/main/repository/'
    assert.equal((await get(at)).needs_commit, true)
    assert.deepEqual((await send('POST', at, { operation: 'commit' })).json, { result: true })
    assert.equal((await get(at)).needs_commit, false)
    assert.equal((await send('POST', at, { operation: 'push' })).json.result, false)
    assert.equal((await send('POST', at, { operation: 'commit' }, anna)).status, 403)
    assert.equal((await get('/api/projects/hello/repository/')).needs_push, false)
  })

  test('accepts only valid screenshots and links strings to them', async () => {
    const fields = { name: 'Start', project_slug: 'hello', component_slug: 'main', language_code: 'en' }
    const made = await api.send('POST', '/api/screenshots/', {
      key: boss,
      ...multipart(fields, { name: 'image', filename: 'a.png', content: PNG }),
    })
    assert.equal(made.status, 201, made.text)
    const svg = await api.send('POST', '/api/screenshots/', {
      key: boss,
      ...multipart(fields, { name: 'image', filename: 'a.png', content: Buffer.from('<svg onload="x"/>') }),
    })
    assert.equal(svg.json.errors[0].code, 'invalid_image')
    // A file with only the signature of an image, and an image that would exhaust the viewer's memory.
    const huge = Buffer.from(PNG)
    for (const at of [16, 20]) huge.writeUInt32BE(60_000, at)
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29)
    for (const content of [Buffer.from('GIF89a<script>alert(1)</script>'), huge]) {
      const sent = multipart(fields, { name: 'image', filename: 'a.gif', content })
      assert.equal((await api.send('POST', '/api/screenshots/', { key: boss, ...sent })).status, 400)
      const file = multipart({}, { name: 'image', filename: 'a.gif', content })
      const at = `${made.json.url.slice(SITE.length)}file/`
      assert.equal((await api.send('POST', at, { key: boss, ...file })).status, 400)
    }
    const unit = await unitOf('hello', 'source:Hello')
    const with_unit = await send('POST', `${made.json.url.slice(SITE.length)}units/`, { unit_id: unit.id })
    assert.deepEqual(with_unit.json.units, [unit.source_unit])
    const source = Number(/(\d+)\/$/.exec(unit.source_unit)![1])
    const linked = `${made.json.url.slice(SITE.length)}units/${source}/`
    assert.equal((await api.send('DELETE', linked, { key: boss })).status, 204)
    assert.equal((await api.send('DELETE', linked, { key: boss })).status, 404)
    const changes = (await get('/api/components/hello/main/changes/?action=57&action=85')).results
    assert.deepEqual(
      changes.map((each: { action: number; unit: string | null }) => [each.action, each.unit]),
      [
        [85, unit.source_unit],
        [57, unit.source_unit],
        [57, null],
      ],
    )
    const picture = await api.send('GET', made.json.file_url.slice(SITE.length), { key: anna })
    assert.equal(picture.headers['content-type'], 'image/png')
    assert.equal((await get('/api/components/hello/main/screenshots/')).count, 1)
    assert.equal((await api.send('DELETE', made.json.url.slice(SITE.length), { key: boss })).status, 204)
  })

  test('handles component lists, links and announcements', async () => {
    const made = await send('POST', '/api/component-lists/', { name: 'Core', slug: 'core' })
    assert.equal(made.status, 201, made.text)
    const { id, url } = await get('/api/components/hello/main/')
    assert.deepEqual(
      (await send('POST', '/api/component-lists/core/components/', { component_id: id })).json.components,
      [url],
    )
    assert.equal((await get('/api/component-lists/core/components/')).count, 1)
    assert.equal((await send('POST', '/api/component-lists/', { name: 'x', slug: 'x' }, anna)).status, 403)
    await send('POST', '/api/component-lists/', { name: 'Empty', slug: 'empty' })
    const shown = await api.send('GET', '/api/component-lists/', { key: anna })
    assert.deepEqual(
      shown.json.results.map((each: { slug: string }) => each.slug),
      ['core'],
      'an empty list is hidden',
    )
    assert.equal((await api.send('GET', '/api/component-lists/empty/', { key: anna })).status, 404)
    assert.equal((await get('/api/component-lists/')).count, 2)
    const before = (await get('/api/projects/second/statistics/')).total
    assert.equal((await send('POST', '/api/components/hello/main/links/', { project_slug: 'second' })).status, 201)
    assert.equal(
      (await get('/api/projects/second/statistics/')).total,
      before * 2,
      'a shared component counts in both projects',
    )
    assert.equal((await api.send('DELETE', '/api/components/hello/main/links/second/', { key: boss })).status, 204)
    const news = await send('POST', '/api/projects/hello/announcements/', {
      message: 'Release on Friday',
      severity: 'warning',
    })
    assert.equal(news.status, 201, news.text)
    assert.equal((await get('/api/projects/hello/announcements/', anna)).results[0].message, 'Release on Friday')
  })

  test('handles search and metrics', async () => {
    assert.deepEqual(
      (await get('/api/search/?q=project%20h', anna)).map((each: { name: string }) => each.name),
      ['Project hello'],
    )
    assert.equal((await get('/api/search/?q=czech')).at(-1).url, '/languages/cs/')
    await api.services.jobs.queueFound(api.services.store)
    const metrics = await get('/api/metrics/', anna)
    assert.equal(metrics.projects, 2, 'one of three is private')
    const { text } = await api.send('GET', '/api/metrics/?format=openmetrics', { key: anna })
    assert.match(text, /\nprojects 2\n[\s\S]*# EOF\n$/)
    assert.ok(text.includes(`# TYPE weblate_info gauge\nweblate_info{version="${metrics.version}"} 1\n`), text)
    for (const [queue, waiting] of Object.entries(metrics.celery_queues))
      assert.ok(text.includes(`\ncelery_queues{queue="${queue}"} ${waiting}\n`), text)
    assert.ok(metrics.celery_queues['translation-lookup-checks'] > 0)
    assert.equal((await api.send('GET', '/api/metrics/')).status, 401)
  })

  test('makes the creator of a project its manager', async () => {
    const teams = (await get('/api/groups/')).results as { id: number; name: string }[]
    await send('POST', '/api/users/Anna/groups/', {
      group_id: teams.find(team => team.name === 'Project creators')!.id,
    })
    assert.equal((await send('POST', '/api/projects/', { name: 'Mine', slug: 'mine' }, anna)).status, 201)
    assert.equal((await send('PATCH', '/api/projects/mine/', { web: 'https://mine.example/' }, anna)).status, 200)
    assert.equal((await send('PATCH', '/api/projects/hello/', { web: 'https://mine.example/' }, anna)).status, 403)
    assert.equal((await api.send('DELETE', '/api/projects/mine/', { key: anna })).status, 204)
  })
})
