// A real git server over HTTP: with a password, unreachable, redirecting; and its push webhooks.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { drainRepositories, po, temporaryFolder, Upstream } from './testing.ts'
import { listening, serveOverHttp } from './testing-servers.ts'

describe('a git server over HTTP', () => {
  const data = temporaryFolder()
  const upstream = new Upstream(data)
  const server = serveOverHttp(data, 'me:sesame')
  let api: TestApi
  let key: string
  let host: string
  const at = '/api/components/p/c/'

  before(async () => {
    upstream.git('-C', upstream.bare, 'config', 'http.receivepack', 'true')
    upstream.publish('Begin', { 'po/cs.po': po('cs', { Apple: 'Jablko', Plum: '' }) })
    host = await listening(server)
    const rules = { repositoryProtocols: ['http'], repositoryNetwork: 'any', hookSecret: 'shh' } as const
    api = await testApi(await temporaryStore('sqlite'), { data: path.join(data, 'site'), ...rules })
    key = (await api.user('Boss', { superuser: true })).key
    await send('POST', '/api/projects/', { name: 'P', slug: 'p', web: 'https://example.org/' })
  })
  after(() => {
    server.closeAllConnections()
    server.close()
    rmSync(data, { recursive: true, force: true })
  })

  const send = async (method: string, to: string, body?: unknown) =>
    (await api.send(method, to, { key, ...(body !== undefined && { body }) })).json
  const make = async (slug: string, repo: string, branch = 'main') => {
    const body = { branch, name: slug, slug, file_format: 'po', vcs: 'git', filemask: 'po/*.po', repo, push: repo }
    const made = await send('POST', '/api/projects/p/components/', body)
    await drainRepositories(api.services)
    return (await send('GET', new URL(made.task_url).pathname)).result
  }
  const units = async () => (await send('GET', '/api/translations/p/c/cs/units/')).results

  test('can be pulled and pushed with a hidden password', async () => {
    assert.deepEqual(await make('c', `http://me:sesame@${host}/remote.git`, ''), { result: true })
    assert.equal((await send('GET', at)).branch, 'main')
    const plum = (await units()).find((unit: { source: string[] }) => unit.source[0] === 'Plum')
    await send('PATCH', `/api/units/${plum.id}/`, { target: ['Švestka'], state: 20 })
    assert.deepEqual(await send('POST', `${at}repository/`, { operation: 'push' }), { result: true })
    assert.match(upstream.file('po/cs.po'), /Švestka/)
  })

  test('rejects a wrong password; redirects are not followed', async () => {
    const denied = await make('denied', `http://me:wrong@${host}/remote.git`)
    assert.match(denied.error, /denied access/)
    const elsewhere = await make('elsewhere', `http://me:sesame@${host}/elsewhere.git`)
    assert.equal(typeof elsewhere.error, 'string')
    assert.ok(!JSON.stringify([denied, elsewhere]).includes('sesame'))
    assert.match((await make('none', `http://me:sesame@${host}/none.git`)).error, /no repository at this address/)
    assert.match((await make('away', 'http://127.0.0.1:1/a.git')).error, /cannot be reached/)
  })

  test('triggers a background pull by a webhook', async () => {
    upstream.update()
    upstream.publish('News', { 'po/cs.po': po('cs', { Apple: 'Jablíčko', Plum: 'Švestka' }) })
    const notice = JSON.stringify({ ref: 'refs/heads/main', repository: { clone_url: `http://${host}/remote.git` } })
    const signature = (secret: string) => `sha256=${createHmac('sha256', secret).update(notice).digest('hex')}`
    const post = (headers: Record<string, string>, body = notice, service = 'github') =>
      api.send('POST', `/hooks/${service}/`, { body, headers: { 'content-type': 'application/json', ...headers } })
    assert.equal((await post({})).status, 403)
    assert.equal((await post({ 'x-hub-signature-256': signature('guess') })).status, 403)
    const other = notice.replace('heads/main', 'heads/other')
    const otherSignature = createHmac('sha256', 'shh').update(other).digest('hex')
    assert.equal((await post({ 'x-gitea-signature': otherSignature }, other, 'gitea')).status, 202)
    assert.equal((await post({ 'x-hub-signature-256': signature('shh') })).status, 200)
    await drainRepositories(api.services)
    assert.deepEqual(
      (await units()).map((unit: { target: string[] }) => unit.target[0]),
      ['Jablíčko', 'Švestka'],
    )
    const update = await api.send('POST', '/hooks/update/p/c/', { headers: { 'x-gitlab-token': 'shh' } })
    assert.equal(update.status, 200)
    assert.equal(
      (await api.send('POST', '/hooks/update/p/nosuch/', { headers: { 'x-gitlab-token': 'shh' } })).status,
      404,
    )
  })
})
