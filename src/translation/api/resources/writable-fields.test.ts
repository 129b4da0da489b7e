// No field is silently ignored: every accepted value appears in the next response, or the request is rejected.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Field } from '#fields/field.ts'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { multipart, SITE, type TestApi, testApi } from '../testing.ts'
import { rest } from './index.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Sample {
  /** An object of the resource. */
  path: string
  /** Values for fields whose type does not imply a valid value. */
  values?: Record<string, unknown>
  /** Values that must be sent together with a field. */
  beside?: Record<string, Record<string, unknown>>
}

onEachEngine('what can be written', open => {
  let api: TestApi
  let key: string
  const samples: Record<string, Sample> = {}
  const get = async (path: string) => (await api.send('GET', path, { key })).json
  const post = async (path: string, body: unknown) => {
    const answer = await api.send('POST', path, { key, body })
    assert.ok(answer.status < 300, `${path}: ${answer.text}`)
    return answer.json
  }

  before(async () => {
    api = await testApi(await open())
    key = (await api.user('Boss', { superuser: true })).key
    await api.user('Anna')
    await testCatalogue(api.services)
    await testCatalogue(api.services, { slug: 'other' })
    // Not renamed, so that its alerts keep their URLs.
    const wrong = await testCatalogue(api.services, { slug: 'wrong' })
    const role = await post('/api/roles/', { name: 'Role', permissions: ['unit.edit'] })
    const group = await post('/api/groups/', { name: 'Team' })
    const outer = await post('/api/categories/', { name: 'Outer', slug: 'outer', project: 'hello' })
    const category = await post('/api/categories/', { name: 'Inner', slug: 'inner', project: 'hello' })
    const label = await post('/api/projects/hello/labels/', { name: 'Label' })
    const crew = await post('/api/projects/hello/teams/', { name: 'Crew' })
    const addon = await post('/api/projects/hello/addons/', {
      name: 'weblate.removal.comments',
      configuration: { age: 10 },
    })
    const webhook = await post('/api/webhooks/', { webhook_url: 'https://example.org/', events: ['revision-create'] })
    await post('/api/component-lists/', { name: 'List', slug: 'list' })
    const image = multipart(
      { name: 'Picture', project_slug: 'hello', component_slug: 'main', language_code: 'en' },
      { name: 'image', filename: 'a.png', content: PNG },
    )
    const picture = await api.send('POST', '/api/screenshots/', { key, ...image })
    const subscription = await post('/api/users/Boss/notifications/', {
      notification: 'LockNotification',
      scope: 0,
      frequency: 1,
    })
    const [source] = (await get('/api/translations/hello/main/en/units/')).results
    const alert = async (name: string, component_id: number | null) => {
      const row = { name, project_id: wrong.project.id, component_id, created_at: 1, updated_at: 1 }
      const made = api.services.store.transaction(tx =>
        tx.insertInto('alert').values(row).returning('id').executeTakeFirstOrThrow(),
      )
      return (await made).id
    }
    const ofProject = await alert('BrokenProjectURL', null)
    const ofComponent = await alert('DuplicateString', wrong.component.id)
    Object.assign(samples, {
      '/components/:project/:component/alerts/:alert(\\d+)/': {
        path: `/api/components/wrong/main/alerts/${ofComponent}/`,
      },
      '/projects/:project/alerts/:alert(\\d+)/': { path: `/api/projects/wrong/alerts/${ofProject}/` },
      '/languages/:code/': {
        path: '/api/languages/fr/',
        values: { plural: { number: 3, formula: 'n > 2 ? 2 : n' } },
      },
      '/languages/:code/workflow/': {
        path: '/api/languages/fr/workflow/',
        beside: { suggestion_autoaccept: { suggestion_voting: true } },
      },
      '/projects/:project/languages/:code/workflow/': {
        path: '/api/projects/hello/languages/cs/workflow/',
        beside: { suggestion_autoaccept: { suggestion_voting: true } },
      },
      '/users/:username/': {
        path: '/api/users/Anna/',
        values: {
          profile: { languages: ['cs'], secondary_languages: ['de'], watched: ['hello'] },
          email: 'new@example.org',
        },
      },
      '/users/:username/notifications/:id(\\d+)/': {
        path: `/api/users/Boss/notifications/${subscription.id}/`,
        values: { project: 'hello', component: 'hello/main' },
        // Weblate ignores them; here they apply to the matching scope.
        beside: { project: { scope: 30 }, component: { scope: 40 } },
      },
      '/groups/:group(\\d+)/': { path: `/api/groups/${group.id}/`, values: { defining_project: 'hello' } },
      '/roles/:role(\\d+)/': { path: `/api/roles/${role.id}/`, values: { permissions: ['unit.edit', 'unit.review'] } },
      '/projects/:project/': {
        path: '/api/projects/other/',
        values: { slug: 'another', check_flags: 'ignore-same' },
      },
      '/projects/:project/teams/:team(\\d+)/': {
        path: `/api/projects/hello/teams/${crew.id}/`,
        values: { roles: [role.id] },
      },
      '/projects/:project/machinery_settings/': {
        path: '/api/projects/hello/machinery_settings/',
        values: { service: 'weblate-translation-memory', configuration: null },
        beside: { configuration: { service: 'weblate-translation-memory' } },
      },
      '/machinery_settings/': {
        path: '/api/machinery_settings/',
        values: { service: 'weblate-translation-memory', configuration: null },
        beside: { configuration: { service: 'weblate-translation-memory' } },
      },
      '/webhooks/:webhook(\\d+)/': {
        path: `/api/webhooks/${webhook.id}/`,
        values: { webhook_url: 'https://example.org/other', events: ['page-create'], actions: [] },
      },
      '/categories/:category(\\d+)/': {
        path: category.url.slice(SITE.length),
        values: { slug: 'changed-category', category: outer.url, project: 'other' },
      },
      '/components/:project/:component/': {
        path: '/api/components/hello/main/',
        values: {
          file_format: 'csv',
          source_language: 'de',
          category: outer.url,
          check_flags: 'ignore-same',
          enforced_checks: ['end_stop'],
          language_regex: '^[a-z]+$',
          file_format_params: { po_line_wrap: -1 },
        },
      },
      '/units/:unit(\\d+)/': {
        path: `/api/units/${source.id}/`,
        values: { labels: [label.id], extra_flags: 'max-length:20', target: ['Ahoj'], state: 20 },
        beside: { target: { state: 20 }, state: { target: ['Ahoj'] } },
      },
      '/component-lists/:list/': { path: '/api/component-lists/list/' },
      '/screenshots/:screenshot(\\d+)/': { path: `/api/screenshots/${picture.json.id}/` },
      '/addons/:addon(\\d+)/': { path: `/api/addons/${addon.id}/`, values: { configuration: { age: 20 } } },
    } satisfies Record<string, Sample>)
  })

  /** A valid value that differs from the current one. */
  function another(name: string, field: Field, now: unknown, { values = {} }: Sample): unknown {
    if (name in values) return values[name]
    const choices = field.about?.choices as { value: unknown }[] | undefined
    if (choices) return choices.find(each => each.value !== now)!.value
    if (field.type === 'boolean') return now !== true
    if (field.type === 'integer') return 7
    if (field.type === 'slug') return 'changed'
    if (field.type === 'url') return 'https://changed.example.org/'
    if (field.type === 'datetime') return '2030-01-01T00:00:00Z'
    assert.equal(field.type, 'string', `${name} needs a sample value`)
    return name.includes('code') ? 'changed' : 'Changed'
  }

  /** Whether a response contains a value: as it is, as a URL, or as an object. */
  function shows(shown: unknown, sent: unknown): boolean {
    if (shown === sent) return true
    if (typeof shown === 'string' && typeof sent === 'string')
      return shown.endsWith(`/${sent}/`) || Date.parse(shown) === Date.parse(sent)
    if (typeof shown === 'object' && shown !== null && !Array.isArray(shown) && (typeof sent !== 'object' || !sent))
      return Object.entries(shown).some(([name, value]) => name === sent || shows(value, sent))
    if (Array.isArray(sent) && Array.isArray(shown))
      return sent.length === shown.length && sent.every((each, i) => shows(shown[i], each))
    if (typeof sent === 'object' && sent !== null && typeof shown === 'object' && shown !== null)
      return Object.entries(sent).every(([name, value]) => shows((shown as Record<string, unknown>)[name], value))
    return false
  }

  test('stores and returns every field of a request or rejects it', async () => {
    const changeable = rest.filter(
      // There is no wiki here; wiki email settings have their own tests.
      each => each.operations.GET && each.operations.PATCH?.body && !each.path.endsWith('/wiki-notifications/'),
    )
    for (const { path: pattern, operations } of changeable) {
      const sample = samples[pattern]
      assert.ok(sample, `${pattern} needs a sample object`)
      for (const [name, field] of Object.entries(operations.PATCH!.body!)) {
        const now: Record<string, unknown> = await get(sample.path)
        // Skipping events is an order, not a setting.
        if ((field.readOnly && !field.guard) || name === 'skip_missed') continue
        const value: unknown = field.guard ? 'something' : another(name, field, now[name], sample)
        const body = { ...sample.beside?.[name], [name]: value }
        const answer = await api.send('PATCH', sample.path, { key, body })
        const what = `${pattern} ${name}: ${JSON.stringify(value)} gives ${answer.status} ${answer.text}`
        if (field.guard || answer.status >= 400) {
          assert.ok([400, 403, 409].includes(answer.status), what)
          if (answer.status !== 403)
            assert.ok(
              answer.json.errors.some((each: { attr: string }) => each.attr === name),
              what,
            )
          continue
        }
        assert.equal(answer.status, 200, what)
        // The name may be part of the URL.
        const own = typeof answer.json.url === 'string' ? answer.json.url.slice(SITE.length) : sample.path
        if (own.split('/')[2] === sample.path.split('/')[2]) sample.path = own
        const after = await get(sample.path)
        assert.ok(shows(name in after ? after[name] : after, value), `${what}, and then ${JSON.stringify(after)}`)
      }
    }
  })

  test('rejects repository settings for files in the database', async () => {
    const create = (more: object) =>
      api.send('POST', '/api/projects/hello/components/', {
        key,
        body: { name: 'New', slug: 'new', file_format: 'po', filemask: '*.po', ...more },
      })
    for (const wish of [
      { repo: 'https://example.org/x.git', vcs: 'local' },
      { branch: 'dev' },
      { push: 'x' },
      { push_branch: 'x' },
    ]) {
      const refused = await create(wish)
      assert.deepEqual([refused.status, refused.json.errors[0].attr], [400, Object.keys(wish)[0]])
    }
    const absent = await create({ intermediate: 'en.json' })
    assert.deepEqual(
      absent.json.errors.map((each: { attr: string }) => each.attr),
      ['intermediate'],
    )
    for (const wish of [{ repoweb: 'x' }, { repoweb: 'https://example.org/{{x}}' }, { delete_message: '{{ x }}' }])
      assert.deepEqual((await create(wish)).json.errors[0].attr, Object.keys(wish)[0])
    assert.equal((await get('/api/projects/hello/components/')).count, 1)
    assert.equal((await create({ vcs: 'local', repo: 'local:', branch: 'main', push: '' })).status, 201)
  })

  test('rejects invalid nested members', async () => {
    const send = (profile: object) => api.send('PATCH', '/api/users/Anna/', { key, body: { profile } })
    const refused = await send({ languages: ['de'], zen_mode: 2 })
    assert.deepEqual([refused.status, refused.json.errors[0].attr], [400, 'profile.zen_mode'])
    const wide = await send({ wide_tables: true })
    assert.deepEqual([wide.status, wide.json.errors[0].attr], [400, 'profile.wide_tables'])
    assert.equal((await send({ languages: ['de'] })).status, 200)
  })

  test('moves a category and its statistics', async () => {
    const [outer, inner] = await Promise.all([
      post('/api/categories/', { name: 'O', slug: 'o', project: 'hello' }),
      post('/api/categories/', { name: 'I', slug: 'i', project: 'hello' }),
    ])
    const body = { name: 'Deep', slug: 'deep', file_format: 'po', filemask: 'deep/*.po', category: inner.url }
    await post('/api/projects/hello/components/', body)
    await post('/api/translations/hello/i%252Fdeep/en/units/', { source: ['One'] })
    const total = async () => (await get(`/api/categories/${outer.id}/statistics/`)).total
    const move = (id: number, category: unknown) =>
      api.send('PATCH', `/api/categories/${id}/`, { key, body: { category } })
    assert.equal(await total(), 0)
    assert.equal((await move(inner.id, outer.url)).json.category, outer.url)
    assert.equal(await total(), 1)
    assert.equal((await get('/api/components/hello/o%252Fi%252Fdeep/')).slug, 'deep')
    assert.equal((await move(outer.id, inner.url)).status, 400)
    assert.equal((await move(inner.id, null)).json.category, null)
    assert.equal(await total(), 0)
    assert.equal(
      (await api.send('PATCH', '/api/components/hello/i%252Fdeep/', { key, body: { category: null } })).status,
      200,
    )
    assert.equal((await get('/api/components/hello/deep/')).category, null)
  })

  test('sets translations that fail an enforced check to needs editing', async () => {
    await testCatalogue(api.services, { slug: 'strict' })
    const [unit] = (await get('/api/translations/strict/main/cs/units/?q=source:thank')).results
    const edit = (target: string) =>
      api.send('PATCH', `/api/units/${unit.id}/`, { key, body: { target: [target], state: 20 } })
    const component = (enforced_checks: string[]) =>
      api.send('PATCH', '/api/components/strict/main/', { key, body: { enforced_checks } })
    assert.equal((await edit('Bez tečky')).json.state, 20)
    assert.equal((await component(['no_such_check'])).status, 400)
    assert.deepEqual((await component(['end_stop'])).json.enforced_checks, ['end_stop'])
    assert.equal((await get(`/api/units/${unit.id}/`)).state, 10)
    assert.equal((await edit('Zase bez tečky')).json.state, 10)
    assert.equal((await edit('S tečkou.')).json.state, 20)
    const [change] = (await get('/api/changes/?action=76')).results
    assert.equal(change.unit, unit.url)
  })

  test('keeps time and author of imported comments if permitted', async () => {
    await api.services.accounts.register({ name: 'Writer', email: 'writer@example.org' })
    const visitor = (await api.user('Visitor')).key
    const { units } = await testCatalogue(api.services, { slug: 'talk' })
    const path = `/api/units/${units[0]!.id}/`
    const send = (more: object, by = key) =>
      api.send('POST', `${path}comments/`, { key: by, body: { scope: 'global', comment: 'Old', ...more } })
    for (const more of [{ user_email: 1 }, { timestamp: 1 }, { user_email: 'nobody@example.org' }])
      assert.deepEqual((await send(more)).json.errors[0].attr, Object.keys(more)[0])
    const whole = { user_email: 'writer@example.org', timestamp: '2024-01-01T12:00:00Z' }
    assert.equal((await send(whole, visitor)).status, 403)
    const made = await send(whole)
    assert.equal(made.status, 201, made.text)
    assert.equal(made.json.user, `${SITE}/api/users/Writer/`)
    assert.equal(Date.parse(made.json.timestamp), Date.parse(whole.timestamp))
  })
})
