import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { SITE, type TestApi, testApi } from '../testing.ts'

const path = '/api/users/Anna/notifications/'
const wish = { notification: 'NewStringNotificaton', scope: 10, frequency: 2 }

onEachEngine('notification subscriptions', open => {
  let api: TestApi
  let anna: string
  let boss: string
  let other: string
  before(async () => {
    api = await testApi(await open())
    anna = (await api.user('Anna')).key
    other = (await api.user('Other')).key
    boss = (await api.user('Boss', { superuser: true })).key
    await testCatalogue(api.services)
    await testCatalogue(api.services, { slug: 'hidden', access: 100 })
  })

  test('adds, reads, changes and deletes a subscription', async () => {
    const made = await api.send('POST', path, { key: anna, body: wish })
    assert.equal(made.status, 201)
    assert.deepEqual(made.json, { ...wish, id: made.json.id, project: null, component: null })
    assert.equal(made.headers.location, undefined)
    const own = `${path}${made.json.id}/`
    assert.deepEqual((await api.send('GET', own, { key: anna })).json, made.json)
    const patched = await api.send('PATCH', own, { key: anna, body: { frequency: '4' } })
    assert.equal(patched.json.frequency, 4)
    const put = await api.send('PUT', own, { key: anna, body: { frequency: 1 } })
    assert.deepEqual(
      put.json.errors.map((error: { attr: string; code: string }) => `${error.attr} ${error.code}`),
      ['notification required', 'scope required'],
    )
    assert.equal((await api.send('PUT', own, { key: anna, body: { ...wish, frequency: 3 } })).json.frequency, 3)
    const gone = await api.send('DELETE', own, { key: anna })
    assert.equal(gone.status, 204)
    assert.equal(gone.text, '')
    assert.equal((await api.send('GET', own, { key: anna })).status, 404)
  })

  test('reports all invalid values together', async () => {
    const answer = await api.send('POST', path, {
      key: anna,
      body: { notification: 'Nope', scope: 5, frequency: null },
    })
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.json, {
      type: 'validation_error',
      errors: [
        { code: 'invalid_choice', detail: '"Nope" is not a valid choice.', attr: 'notification' },
        { code: 'invalid_choice', detail: '"5" is not a valid choice.', attr: 'scope' },
        { code: 'null', detail: 'This field may not be null.', attr: 'frequency' },
      ],
    })
  })

  test('accepts forms and ignores unknown members', async () => {
    const form = await api.send('POST', path, {
      key: anna,
      body: 'notification=LockNotification&scope=0&frequency=1&user=9&id=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(form.status, 201)
    const boundary = 'X'
    const parts = Object.entries({ notification: 'LicenseNotification', scope: '20', frequency: '1' })
      .map(([name, value]) => `--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')
    const multipart = await api.send('POST', path, {
      key: anna,
      body: `${parts}--X--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    assert.equal(multipart.status, 201, multipart.text)
    assert.equal(multipart.json.scope, 20)
  })

  test('rejects duplicate subscriptions', async () => {
    const body = { notification: 'MentionCommentNotificaton', scope: 0, frequency: 3 }
    const twice = await api.send('POST', path, { key: anna, body })
    assert.equal(twice.status, 400)
    assert.equal(twice.json.errors[0].code, 'unique')
    const list = (await api.send('GET', path, { key: anna })).json.results
    const rival = list.find(
      (row: { notification: string; scope: number }) =>
        row.notification === 'MentionCommentNotificaton' && row.scope === 10,
    )
    const moved = await api.send('PATCH', `${path}${rival.id}/`, { key: anna, body: { scope: 0 } })
    assert.equal(moved.status, 400)
    assert.equal(moved.json.errors[0].code, 'unique')
  })

  test('uses project and component only with scopes 30 and 40', async () => {
    const body = { notification: 'ChangedStringNotificaton', scope: 30, frequency: 1, project: 'hello' }
    const made = await api.send('POST', path, { key: anna, body })
    assert.equal(made.json.project.slug, 'hello')
    assert.equal(made.json.project.url, `${SITE}/api/projects/hello/`)
    const component = await api.send('POST', path, { key: anna, body: { ...body, scope: 40, component: 'hello/main' } })
    assert.equal(component.json.component.slug, 'main')
    assert.equal(component.json.component.project.slug, 'hello')
    for (const [scope, attr] of [
      [30, 'project'],
      [40, 'component'],
    ]) {
      const idle = await api.send('POST', path, {
        key: anna,
        body: { notification: 'LockNotification', scope, frequency: 1 },
      })
      assert.deepEqual([idle.status, idle.json.errors[0].attr], [400, attr])
    }
    const changed = await api.send('PATCH', `${path}${made.json.id}/`, { key: anna, body: { frequency: 2 } })
    assert.deepEqual([changed.status, changed.json.project.slug], [200, 'hello'])
    const ignored = await api.send('POST', path, { key: anna, body: { ...body, scope: 10 } })
    assert.equal(ignored.json.project, null)
    for (const project of ['nowhere', 'hidden']) {
      const answer = await api.send('POST', path, { key: anna, body: { ...body, project } })
      assert.equal(answer.json.errors[0].code, 'does_not_exist', 'a private project does not show that it exists')
    }
  })

  test('checks who can view subscriptions', async () => {
    assert.equal((await api.send('GET', path)).status, 404)
    assert.equal((await api.send('POST', path, { body: wish })).status, 401)
    const denied = await api.send('GET', path, { key: other })
    assert.equal(denied.status, 403)
    assert.deepEqual(denied.json, {
      type: 'client_error',
      errors: [{ code: 'permission_denied', detail: 'Can not manage Users', attr: null }],
      detail: 'Can not manage Users',
    })
    assert.equal((await api.send('POST', path, { key: other, body: wish })).status, 403)
    assert.equal((await api.send('GET', `${path}999999/`, { key: other })).status, 404)
    assert.equal((await api.send('GET', `${path}abc/`, { key: anna })).status, 404)
    const { id } = (await api.send('GET', path, { key: anna })).json.results[0]
    assert.equal((await api.send('DELETE', `${path}${id}/`, { key: other })).status, 403)
    assert.equal((await api.send('GET', `/api/users/Other/notifications/${id}/`, { key: other })).status, 404)
    assert.equal((await api.send('GET', path, { key: boss })).status, 200)
    assert.equal((await api.send('POST', path, { key: boss, body: wish })).status, 201)
    assert.equal((await api.send('GET', '/api/users/Nobody/notifications/', { key: boss })).status, 404)
    assert.equal((await api.send('GET', '/api/users/a%2Fb/notifications/', { key: boss })).status, 404)
  })

  test('OPTIONS lists the fields for users who can send them', async () => {
    const own = await api.send('OPTIONS', path, { key: anna })
    const { notification, id, scope } = own.json.actions.POST
    assert.equal(notification.type, 'choice')
    assert.equal(notification.required, true)
    assert.equal(notification.choices.length, 23)
    assert.equal(id.read_only, true)
    assert.deepEqual(scope.choices[1], { value: 10, display_name: 'Watched projects' })
    assert.equal((await api.send('OPTIONS', path, { key: other })).json.actions, undefined)
  })
})
