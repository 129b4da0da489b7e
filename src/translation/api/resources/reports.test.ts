import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { SITE, type TestApi, testApi } from '../testing.ts'

onEachEngine('credits and reports', open => {
  let api: TestApi
  let boss: string
  let anna: string
  const get = (path: string, key = boss) => api.send('GET', path, { key })
  const send = (method: string, path: string, body: unknown, key = boss) => api.send(method, path, { key, body })
  const drain = () => {
    const { store, jobs, log } = api.services
    return new JobRunner({ store, jobs, log, leaseClock: api.clock }).drain()
  }
  const range = 'start=2026-11-01&end=2026-12-01'

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = (await api.user('Anna')).key
    await send('PATCH', '/api/users/Boss/', { full_name: 'The <Boss>', email: 'boss@example.org' })
    await testCatalogue(api.services)
    const [first, , , last] = (await get('/api/translations/hello/main/cs/units/')).json.results
    await send('PATCH', `/api/units/${first.id}/`, { target: ['Ahoj světe!\n'], state: 20 })
    await send('PATCH', `/api/units/${last.id}/`, { target: ['Děkujeme.'], state: 20 })
    await send('PATCH', `/api/units/${last.id}/`, { target: ['Díky.'], state: 20 }, anna)
  })

  test('credits list everyone if the caller can view reports, otherwise only the caller', async () => {
    const all = [
      {
        Czech: [
          { email: 'boss@example.org', full_name: 'The <Boss>', change_count: 2 },
          { email: '', full_name: 'Anna', change_count: 1 },
        ],
      },
    ]
    for (const place of ['projects/hello', 'components/hello/main']) {
      const path = `/api/${place}/credits/?${range}`
      assert.deepEqual((await get(path)).json, all)
      assert.deepEqual((await get(path, anna)).json, [{ Czech: [{ email: '', full_name: 'Anna', change_count: 1 }] }])
      assert.equal((await api.send('GET', path)).status, 401)
    }
    assert.deepEqual((await get('/api/projects/hello/credits/?start=2020-01-01&end=2020-02-01')).json, [])
    assert.deepEqual((await get(`/api/projects/hello/credits/?${range}&lang=de`)).json, [])
    const missing = (await get('/api/projects/hello/credits/')).json.errors
    assert.deepEqual(
      missing.map((each: { attr: string }) => each.attr),
      ['start', 'end'],
    )
    assert.equal((await get(`/api/projects/hello/credits/?${range}&lang=xx`)).json.errors[0].attr, 'lang')
  })

  test('generates a report in the background as JSON, HTML and reStructuredText', async () => {
    const wish = { kind: 'counts', start: '2026-11-01T00:00:00Z', language: 'cs' }
    assert.equal((await send('POST', '/api/projects/hello/reports/', { ...wish, kind: 'x' })).status, 400)
    assert.equal(
      (await send('POST', '/api/projects/hello/reports/', { ...wish, end: '2020-01-01' })).json.errors[0].attr,
      'end',
    )
    const begun = await send('POST', '/api/projects/hello/reports/', wish)
    assert.equal(begun.status, 202)
    const [report] = (await get('/api/projects/hello/reports/')).json.results
    assert.equal(report.completed, false)
    const at = (url: string) => url.slice(SITE.length)
    assert.equal((await get(at(report.json_url))).json.errors[0].code, 'not_ready')
    await drain()
    assert.deepEqual((await get(at(begun.json.task_url))).json.result, { report: report.id })
    assert.equal((await get(at(report.url))).json.completed, true)
    assert.deepEqual((await get(at(report.json_url))).json, [
      {
        email: 'boss@example.org',
        full_name: 'The <Boss>',
        change_count: 2,
        words: 7,
        chars: 42,
        added: 2,
        approved: 0,
      },
      { email: '', full_name: 'Anna', change_count: 1, words: 5, chars: 28, added: 0, approved: 0 },
    ])
    const page = await get(at(report.html_url))
    assert.match(page.headers['content-type']!, /^text\/html/)
    assert.match(page.text, /<td>The &lt;Boss&gt;<\/td><td>boss@example\.org<\/td><td>2<\/td>/)
    assert.match((await get(at(report.rst_url))).text, /\* - The <Boss>\n {5}- boss@example\.org\n {5}- 2\n/)
    for (const url of [report.url, report.json_url]) assert.equal((await get(at(url), anna)).status, 404)
    assert.equal((await send('DELETE', at(report.url), {})).status, 204)
    assert.equal((await get('/api/reports/')).json.count, 0)
  })

  test('a site-wide report covers only the caller’s own work', async () => {
    await send('POST', '/api/reports/', { kind: 'credits', start: '2026-11-01' }, anna)
    await drain()
    const [report] = (await get('/api/reports/', anna)).json.results
    const [{ Czech: people }] = (await get(report.json_url.slice(SITE.length), anna)).json
    assert.deepEqual(
      people.map(({ date_joined: _, ...person }: Record<string, unknown>) => person),
      [{ email: '', username: 'Anna', full_name: 'Anna', change_count: 1 }],
    )
    assert.deepEqual([report.creator, report.scope, report.parameters.own_data], ['Anna', null, true])
    assert.match((await get(report.rst_url.slice(SITE.length), anna)).text, /^\* Czech\n\n {4}\* Anna <> - 1\n/)
  })

  /** Requests a report and returns it with its contents. */
  async function made(path: string, wish: object, key = boss) {
    const begun = await send('POST', path, wish, key)
    assert.equal(begun.status, 202, begun.text)
    await drain()
    const { report } = (await get(begun.json.task_url.slice(SITE.length), key)).json.result
    return (await get(`/api/reports/${report}/`, key)).json
  }

  test('detailed statistics count new, approved and edited strings', async () => {
    const wish = { kind: 'contributor_stats', start: '2026-11-01', project: 'hello' }
    const { data, scope, parameters, version } = await made('/api/reports/', wish)
    assert.deepEqual([version, scope.name, parameters.counting_mode], [1, 'Project hello', 'unique'])
    const [first, second] = data
    assert.deepEqual([first.name, first.count, first.count_new, first.count_edit], ['The <Boss>', 2, 2, 0])
    assert.deepEqual([first.words, first.t_words, first.t_chars], [7, 3, 21])
    assert.deepEqual([second.name, second.count_edit, second.edits_edit, second.edits], ['Anna', 1, 6, 6])
    const ascending = await made('/api/reports/', { ...wish, sort_order: 'ascending', counting_mode: 'all' })
    assert.deepEqual(
      ascending.data.map((each: { name: string }) => each.name),
      ['Anna', 'The <Boss>'],
    )
    assert.match((await get(ascending.html_url.slice(SITE.length))).text, /<th>Edits approved<\/th>/)
  })

  test('a cost estimate weighs the words of strings by the work that is left', async () => {
    await send('POST', '/api/projects/hello/components/', {
      name: 'Costs',
      slug: 'costs',
      file_format: 'po',
      filemask: 'costs/*.po',
      manage_units: true,
    })
    await send('POST', '/api/components/hello/costs/translations/', { language_code: 'cs' })
    for (const [i, source] of ['Hello, world!\n', 'A new sentence here', 'Almost finished'].entries())
      await send('POST', '/api/translations/hello/costs/cs/units/', { source: [source], context: String(i) })
    const { results } = (await get('/api/translations/hello/costs/cs/units/')).json
    await send('PATCH', `/api/units/${results[2].id}/`, { target: ['Skoro'], state: 10 })
    const wish = { kind: 'cost_estimate', component: 'hello/costs', base_rate: '0.1', rate_tm_100: 20 }
    const report = await made('/api/reports/', wish)
    assert.deepEqual([report.start, report.scope.name, report.parameters.base_rate], [null, 'Costs', '0.1'])
    const costs = report.data.buckets.map((each: Record<string, unknown>) => [
      each.slug,
      each.count,
      each.words,
      each.cost,
    ])
    assert.deepEqual(costs, [
      ['repetition', 0, 0, '0'],
      ['tm_100', 1, 2, '0.04'],
      ['tm_fuzzy', 0, 0, '0'],
      ['needs_editing', 1, 2, '0.1'],
      ['new', 1, 4, '0.4'],
    ])
    assert.deepEqual(report.data.total, { count: 3, words: 8, chars: 48, cost: '0.54' })
    assert.match((await get(report.rst_url.slice(SITE.length))).text, /\* - New strings\n {5}- 1\n {5}- 4\n/)
    const whole = await made('/api/projects/hello/reports/', { kind: 'cost_estimate', q: 'state:needs-editing' })
    assert.equal(whole.data.total.count, 1)
    const listed = (await get('/api/reports/?kind=cost_estimate&component=hello/costs')).json
    assert.deepEqual([listed.count, 'data' in listed.results[0]], [1, false])
    for (const [wrong, attr] of [
      [{ q: 'has:nothing' }, 'q'],
      [{ base_rate: '-1' }, 'base_rate'],
      [{ tm_threshold: 50 }, 'tm_threshold'],
      [{ project: 'hello' }, 'component'],
      [{ component: 'hello/none' }, 'component'],
    ] as const) {
      const answer = await send('POST', '/api/reports/', { ...wish, ...wrong })
      assert.deepEqual([answer.status, answer.json.errors[0].attr], [400, attr])
    }
    assert.equal((await send('POST', '/api/projects/hello/reports/', { kind: 'cost_estimate' }, anna)).status, 403)
    assert.equal((await send('POST', '/api/projects/hello/reports/', { kind: 'counts' })).json.errors[0].attr, 'start')
  })
})
