import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'

onEachEngine('push webhooks', open => {
  let api: TestApi
  before(async () => {
    api = await testApi(await open())
  })
  const post = (service: string, body: unknown, headers = {}) =>
    api.send('POST', `/hooks/${service}/`, { body, headers })

  test('are parsed for every service, without a matching repository', async () => {
    const notices: Record<string, object> = {
      github: { repository: { full_name: 'a/b' } },
      gitea: { repository: { clone_url: 'https://example.org/a/b.git' } },
      forgejo: { repository: { full_name: 'a/b' } },
      gitee: { repository: { path_with_namespace: 'a/b' } },
      gitlab: { project: { path_with_namespace: 'a/b' } },
      bitbucket: { repository: { full_name: 'a/b' } },
      pagure: { msg: { project_fullname: 'a' } },
      azure: { resource: { repository: { remoteUrl: 'https://example.org/a' } } },
    }
    for (const [service, notice] of Object.entries(notices)) {
      const answer = await post(service, notice)
      assert.equal(answer.status, 202, service)
      assert.deepEqual(answer.json, { status: 'success', message: 'Request accepted.' })
      assert.equal((await post(service, [])).status, 400, service)
    }
    const form = new URLSearchParams({ payload: JSON.stringify(notices.github) }).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await post('github', form, type)).status, 202)
    assert.deepEqual((await post('github', { zen: 'Keep it simple.' })).json, {
      status: 'success',
      message: 'Hook working',
    })
  })

  test('that cannot be parsed are rejected', async () => {
    const json = { 'content-type': 'application/json' }
    assert.equal((await post('github', '{', json)).status, 400)
    assert.equal((await post('github', {})).json.message, 'Invalid data in json payload!')
    assert.equal((await post('github', 'x'.repeat(2_000_000), json)).status, 413)
    assert.equal((await post('constructor', {})).status, 404)
    const read = await api.send('GET', '/hooks/github/')
    assert.equal(read.status, 405)
    assert.equal(read.headers.allow, 'POST')
  })
})
