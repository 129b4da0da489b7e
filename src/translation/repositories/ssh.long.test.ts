// A real ssh server: access by the site's key, trust on first use, and a changed host key.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { publicKey } from './ssh.ts'
import { drainRepositories, po, temporaryFolder, Upstream } from './testing.ts'
import { NO_SSHD, SshServer } from './testing-sshd.ts'

describe('a git server over ssh', { skip: NO_SSHD }, () => {
  const data = temporaryFolder()
  const site = path.join(data, 'site')
  const upstream = new Upstream(data)
  const server = new SshServer(path.join(data, 'sshd'))
  let api: TestApi
  let key: string

  before(async () => {
    upstream.publish('Begin', { 'po/cs.po': po('cs', { Apple: 'Jablko', Plum: '' }) })
    const rules = { repositoryProtocols: ['ssh'], repositoryNetwork: 'any' } as const
    api = await testApi(await temporaryStore('sqlite'), { data: site, ...rules })
    key = (await api.user('Boss', { superuser: true })).key
    await send('POST', '/api/projects/', { name: 'P', slug: 'p', web: 'https://example.org/' })
    await server.start()
  })
  after(async () => {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  })

  const send = async (method: string, to: string, body?: unknown) =>
    (await api.send(method, to, { key, ...(body !== undefined && { body }) })).json
  const make = async (slug: string) => {
    const repo = server.address(upstream.bare)
    const body = { name: slug, slug, file_format: 'po', vcs: 'git', filemask: 'po/*.po', repo, push: repo }
    const made = await send('POST', '/api/projects/p/components/', body)
    await drainRepositories(api.services)
    return (await send('GET', new URL(made.task_url).pathname)).result
  }
  const operate = (operation: string) => send('POST', '/api/components/p/c/repository/', { operation })

  test('creates one key under concurrency and shows its public part', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => publicKey(site)))
    assert.equal(new Set(keys).size, 1)
    const shown = await send('GET', '/api/ssh/')
    assert.equal(shown.public_key, keys[0])
    assert.match(shown.public_key, /^ssh-ed25519 \S+ parlance$/)
    const listed = execFileSync('ssh-keygen', ['-l', '-f', path.join(site, 'ssh/id_ed25519.pub')], { encoding: 'utf8' })
    assert.equal(shown.fingerprint, listed.split(' ')[1])
    assert.deepEqual(shown.known_hosts, [])
    assert.equal(statSync(path.join(site, 'ssh/id_ed25519')).mode & 0o777, 0o600)
  })

  test('is denied access before its key is registered', async () => {
    server.allow('')
    assert.match((await make('early')).error, /denied access\. Check the username and the password or key/)
  })

  test('pulls and pushes afterwards and stores the host key', async () => {
    server.allow((await send('GET', '/api/ssh/')).public_key)
    assert.deepEqual(await make('c'), { result: true })
    const units = (await send('GET', '/api/translations/p/c/cs/units/')).results
    const plum = units.find((unit: { source: string[] }) => unit.source[0] === 'Plum')
    await send('PATCH', `/api/units/${plum.id}/`, { target: ['Švestka'], state: 20 })
    assert.deepEqual(await operate('push'), { result: true })
    assert.match(upstream.file('po/cs.po'), /Švestka/)
    const { known_hosts } = await send('GET', '/api/ssh/')
    const listed = execFileSync('ssh-keygen', ['-l', '-f', path.join(server.folder, 'host.pub')], { encoding: 'utf8' })
    assert.equal(known_hosts.length, 1)
    const [{ host, type, fingerprint }] = known_hosts
    assert.deepEqual([host, type, fingerprint], [`[127.0.0.1]:${server.port}`, 'ssh-ed25519', listed.split(' ')[1]])
  })

  test('rejects a changed host key until the old one is removed', async () => {
    await server.stop()
    server.makeKey()
    await server.start()
    const refused = await operate('pull')
    assert.equal(refused.result, false)
    assert.match(
      refused.detail,
      /^The server "\[127\.0\.0\.1\]:\d+" presented the key SHA256:\S+ instead of its known key/,
    )
    assert.match((await send('GET', '/api/components/p/c/repository/')).status, /instead of its known key/)
    const [{ url }] = (await send('GET', '/api/ssh/')).known_hosts
    assert.equal((await api.send('DELETE', new URL(url).pathname, { key })).status, 204)
    assert.equal((await api.send('DELETE', new URL(url).pathname, { key })).status, 404)
    assert.deepEqual(await operate('pull'), { result: true })
    assert.equal((await send('GET', '/api/ssh/')).known_hosts.length, 1)
  })

  test('reports an unreachable server', async () => {
    await server.stop()
    assert.deepEqual(await operate('pull'), {
      result: false,
      detail: 'The repository server cannot be reached.',
    })
  })
})
