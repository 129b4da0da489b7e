import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { multipart, SITE, type TestApi, testApi } from '../api/testing.ts'
import { faults, testCatalogue } from '../catalogue/testing.ts'

const po = (entries: readonly [string, string][]) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${entries.map(([a, b]) => `\nmsgid "${a}"\nmsgstr "${b}"\n`).join('')}`

const upload = (content: string, method: string) =>
  multipart({ method }, { name: 'file', filename: 'cs.po', content: Buffer.from(content) })

const PSEUDO = 'weblate.generate.pseudolocale'

onEachEngine('add-ons', open => {
  let api: TestApi
  let boss: string
  let anna: string
  const get = async (path: string, key = boss) => (await api.send('GET', path, { key })).json
  const send = (method: string, path: string, body: unknown, key = boss) => api.send(method, path, { key, body })
  const drain = () =>
    new JobRunner({
      store: api.services.store,
      jobs: api.services.jobs,
      log: api.services.log,
      leaseClock: api.clock,
    }).drain()
  const install = async (path: string, name: string, configuration: unknown = {}) => {
    const answer = await send('POST', `/api/${path}/addons/`, { name, configuration })
    assert.equal(answer.status, 201, answer.text)
    return answer.json as { id: number; url: string }
  }

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = (await api.user('Anna')).key
    await testCatalogue(api.services)
    await testCatalogue(api.services, { slug: 'other' })
    await testCatalogue(api.services, { slug: 'hidden', access: 100 })
  })

  test('are installed, shown, changed and removed by project managers', async () => {
    const path = '/api/components/hello/main/addons/'
    assert.equal((await send('POST', path, { name: 'weblate.removal.comments' }, anna)).status, 403)
    const missing = await send('POST', path, { name: 'weblate.removal.comments' })
    assert.deepEqual(missing.json.errors, [
      { code: 'required', detail: 'This add-on needs settings: age.', attr: 'configuration' },
    ])
    const unknown = await send('POST', path, { name: 'weblate.gettext.mo' })
    assert.equal(unknown.json.errors[0].attr, 'name')
    const options = await api.send('OPTIONS', path, { key: boss })
    assert.ok(
      options.json.actions.POST.name.choices.some((each: { value: string }) => each.value === 'weblate.flags.bulk'),
    )
    const odd = await send('POST', path, { name: 'weblate.removal.comments', configuration: { age: 3, x: 1 } })
    assert.deepEqual(odd.json.errors, [
      { code: 'invalid', detail: 'Unknown setting. Available settings: age.', attr: 'configuration.x' },
    ])
    const search = await send('POST', path, { name: 'weblate.flags.bulk', configuration: { q: 'wrong:field' } })
    assert.match(search.json.errors[0].detail, /Unknown search field "wrong:"/)

    const made = await install('components/hello/main', 'weblate.removal.comments', { age: 3 })
    assert.deepEqual(await get('/api/addons/'), {
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          component: `${SITE}/api/components/hello/main/`,
          project: null,
          name: 'weblate.removal.comments',
          id: made.id,
          configuration: { age: 3 },
          url: `${SITE}/api/addons/${made.id}/`,
        },
      ],
    })
    const again = await send('POST', path, { name: 'weblate.removal.comments', configuration: { age: 9 } })
    assert.equal(again.json.errors[0].code, 'unique')
    const at = made.url.slice(SITE.length)
    assert.equal((await send('PATCH', at, { configuration: { age: 'x' } })).status, 400)
    assert.equal((await send('PATCH', at, { configuration: { age: '30' } })).json.configuration.age, 30)
    assert.equal((await send('DELETE', at, {}, anna)).status, 404, 'as if it did not exist')
    assert.equal((await send('DELETE', at, {})).status, 204)
    assert.equal((await get('/api/addons/')).count, 0)
    const names = (await get('/api/components/hello/main/changes/')).results.map(
      (each: { action: number }) => each.action,
    )
    assert.deepEqual(names.slice(0, 3), [62, 61, 60])
  })

  test('of a private project are hidden', async () => {
    const made = await install('projects/hidden', 'weblate.removal.suggestions', { age: 5 })
    assert.equal((await get('/api/addons/', anna)).count, 0)
    assert.equal((await api.send('GET', made.url.slice(SITE.length), { key: anna })).status, 404)
    assert.equal((await send('DELETE', made.url.slice(SITE.length), {})).status, 204)
  })

  test('mark imported translations that equal the source, also when imported again', async () => {
    const made = await install('components/hello/main', 'weblate.flags.same_edit')
    const file = po([
      ['Fresh', 'Fresh'],
      ['Other', 'Jiné'],
    ])
    for (const round of [1, 2]) {
      const answer = await api.send('POST', '/api/translations/hello/main/cs/file/', {
        key: boss,
        ...upload(file, 'replace'),
      })
      assert.equal(answer.status, 200, `${round}: ${answer.text}`)
      const units = (await get('/api/translations/hello/main/cs/units/')).results
      assert.deepEqual(
        units.map((each: { source: string[]; state: number }) => [each.source[0], each.state]),
        [
          ['Fresh', 10],
          ['Other', 20],
        ],
        `round ${round}`,
      )
    }
    await send('DELETE', made.url.slice(SITE.length), {})
  })

  test('mark new source strings until someone saves them', async () => {
    const refused = await send('POST', '/api/components/hello/main/addons/', { name: 'weblate.flags.source_edit' })
    assert.match(refused.text, /Source strings of this component cannot be edited/)
    const values = { name: 'Web', slug: 'web', file_format: 'json', filemask: 'web/*.json', template: 'web/en.json' }
    assert.equal((await send('POST', '/api/projects/hello/components/', values)).status, 201)
    const write = async (content: unknown) => {
      const file = { name: 'file', filename: 'en.json', content: Buffer.from(JSON.stringify(content)) }
      const form = multipart({ method: 'replace' }, file)
      const answer = await api.send('POST', '/api/translations/hello/web/en/file/', { key: boss, ...form })
      assert.equal(answer.status, 200, answer.text)
    }
    const units = async () => (await get('/api/translations/hello/web/en/units/')).results
    const states = async () => (await units()).map((each: { context: string; state: number }) => each.state)
    await write({ a: 'Apple' })
    await install('components/hello/web', 'weblate.flags.source_edit')
    await write({ a: 'Apple', b: 'Pear', c: 'Plum' })
    assert.deepEqual(await states(), [20, 10, 10])
    await write({ a: 'Apple', b: 'Pear', c: 'Plum' })
    const [, b, c] = await units()
    const save = (id: number, text: string) => send('PATCH', `/api/units/${id}/`, { target: [text], state: 20 })
    assert.equal((await save(b.id, 'Pear')).status, 200)
    assert.deepEqual(await states(), [20, 20, 10])
    assert.equal((await save(c.id, 'Plums')).status, 200)
    assert.deepEqual(await states(), [20, 20, 20])
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('mark translations that change in the files', async () => {
    const made = await install('components/hello/main', 'weblate.flags.target_repo_update')
    const units = async () => {
      const { results } = await get('/api/translations/hello/main/cs/units/')
      return results.map((each: { target: string[]; state: number }) => [each.target[0], each.state])
    }
    const file = po([
      ['Fresh', 'Svěží'],
      ['Other', 'Jiné'],
    ])
    for (const _ of [1, 2]) {
      await api.send('POST', '/api/translations/hello/main/cs/file/', { key: boss, ...upload(file, 'replace') })
      assert.deepEqual(await units(), [
        ['Svěží', 10],
        ['Jiné', 20],
      ])
    }
    await send('DELETE', made.url.slice(SITE.length), {})
  })

  test('fill read-only strings with their source', async () => {
    const { results } = await get('/api/translations/hello/main/cs/units/')
    const source = results[1].source_unit.slice(SITE.length)
    const flags = (extra_flags: string) => send('PATCH', source, { explanation: '', extra_flags })
    await flags('read-only')
    const made = await install('components/hello/main', 'weblate.generate.fill_read_only')
    await drain()
    const unit = () => get(`/api/units/${results[1].id}/`)
    assert.deepEqual([(await unit()).target, (await unit()).state], [['Other'], 100])
    assert.deepEqual((await get(`/api/units/${results[0].id}/`)).target, ['Svěží'])
    await send('DELETE', made.url.slice(SITE.length), {})
    await flags('')
    assert.deepEqual([(await unit()).target, (await unit()).state], [['Other'], 20])
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('generate a pseudolocale', async () => {
    await send('POST', '/api/components/hello/main/translations/', { language_code: 'de' })
    const settings = { source: 'en', target: 'de', prefix: '[', suffix: ']', var_suffix: '·', var_multiplier: '0.5' }
    assert.equal(
      (await send('POST', '/api/projects/hello/addons/', { name: PSEUDO, configuration: settings })).status,
      400,
    )
    const wrong = { name: PSEUDO, configuration: { ...settings, var_multiplier: '-1' } }
    const refused = await send('POST', '/api/components/hello/main/addons/', wrong)
    assert.equal(refused.json.errors[0].attr, 'configuration.var_multiplier')
    const made = await install('components/hello/main', PSEUDO, settings)
    await drain()
    const texts = async () =>
      (await get('/api/translations/hello/main/de/units/')).results.map((each: { target: string[] }) => each.target[0])
    assert.deepEqual((await texts()).slice(-2), ['[Fresh··]', '[Other··]'])
    await send('DELETE', made.url.slice(SITE.length), {})
    await send('DELETE', '/api/translations/hello/main/de/', {})
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('add missing languages to every component of the project', async () => {
    const more = {
      name: 'More',
      slug: 'more',
      file_format: 'po',
      filemask: 'more/*.po',
      source_language: { code: 'en' },
    }
    assert.equal((await send('POST', '/api/projects/other/components/', more)).status, 201)
    await install('projects/other', 'weblate.consistency.languages')
    await drain()
    assert.deepEqual(
      (await get('/api/components/other/more/translations/')).results.map(
        (each: { language_code: string }) => each.language_code,
      ),
      ['en', 'cs'],
    )
    assert.equal((await send('POST', '/api/components/other/more/translations/', { language_code: 'de' })).status, 201)
    await drain()
    assert.equal((await api.send('GET', '/api/translations/other/main/de/', { key: boss })).status, 200)
  })

  test('fill in translations from other components and report the task', async () => {
    const unit = (await get('/api/translations/other/main/cs/units/?q=source:Thank')).results[0]
    await send('PATCH', `/api/units/${unit.id}/`, { target: ['Děkujeme.'], state: 20 })
    const wish = { mode: 'translate', auto_source: 'others', filter_type: 'todo' }
    const made = await install('components/hidden/main', 'weblate.autotranslate.autotranslate', wish)
    await drain()
    const filled = (await get('/api/translations/hidden/main/cs/units/?q=source:Thank')).results[0]
    assert.deepEqual(filled.target, ['Děkujeme.'])
    assert.equal(filled.automatically_translated, true)

    await send('PATCH', `/api/units/${filled.id}/`, { target: [''], state: 0 })
    const begun = await send('POST', `${made.url.slice(SITE.length)}trigger/`, {})
    assert.equal(begun.status, 202)
    const address = begun.json.task_url.slice(SITE.length)
    assert.deepEqual(await get(address), { completed: false, progress: 0, result: null, log: '' })
    assert.equal((await api.send('GET', address, { key: anna })).status, 404)
    assert.equal((await api.send('GET', address)).status, 404)
    await drain()
    assert.deepEqual(await get(address), { completed: true, progress: 100, result: { changed: 1 }, log: '' })
    assert.equal((await send('DELETE', address, {})).status, 204)
    assert.equal((await api.send('GET', address, { key: boss })).status, 404)

    const cancelled = await send('POST', `${made.url.slice(SITE.length)}trigger/`, {})
    assert.equal((await send('DELETE', cancelled.json.task_url.slice(SITE.length), {})).status, 204)
    assert.equal(await drain(), 0)
  })

  test('remove old comments and suggestions daily, keeping recent ones', async () => {
    await install('projects/hello', 'weblate.removal.comments', { age: 7 })
    await install('projects/hello', 'weblate.removal.suggestions', { age: 7 })
    const [old, young] = (await get('/api/translations/hello/main/cs/units/')).results
    const say = async (unit: { id: number }) => {
      assert.equal(
        (await send('POST', `/api/units/${unit.id}/comments/`, { scope: 'translation', comment: 'Hm' })).status,
        201,
      )
      assert.equal((await send('POST', `/api/units/${unit.id}/suggestions/`, { target: ['Hm'] })).status, 201)
    }
    const counts = async () => {
      const { comments, suggestions } = await get('/api/translations/hello/main/cs/statistics/')
      return { comments, suggestions }
    }
    await say(old)
    api.clock.advance(5 * 86_400)
    await say(young)
    await drain()
    assert.deepEqual(await counts(), { comments: 2, suggestions: 2 })
    api.clock.advance(3 * 86_400)
    await drain()
    assert.deepEqual(await counts(), { comments: 1, suggestions: 1 })
  })

  test('bulk edit states, flags and labels, and prefill empty strings', async () => {
    assert.equal((await send('POST', '/api/projects/hello/labels/', { name: 'New', color: 'green' })).status, 201)
    const wish = { q: 'source:Other', state: 10, add_flags: 'max-length:3', add_labels: ['New'] }
    await install('components/hello/main', 'weblate.flags.bulk', wish)
    await install('components/hello/main', 'weblate.generate.prefill')
    await drain()
    const unit = (await get('/api/translations/hello/main/cs/units/?q=source:Other')).results[0]
    assert.equal(unit.state, 10)
    const source = await get(unit.source_unit.slice(SITE.length))
    assert.equal(source.extra_flags, 'max-length:3')
    assert.deepEqual(
      source.labels.map((each: { name: string }) => each.name),
      ['New'],
    )
    assert.equal(unit.has_failing_check, true)
    assert.equal((await get('/api/translations/hello/main/cs/units/?q=state:empty')).count, 0)
  })

  test('keep the counters correct', async () => assert.deepEqual(await faults(api.services.store), []))
})
