// A real localized project (869 strings per language) behind a git daemon, smart HTTP and ssh: from a new component to
// pushes, push webhooks, and a pull with five of 800 strings changed on both sides.
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer } from 'node:net'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { multipart, testApi } from '../api/testing.ts'
import { drainRepositories, RepositorySite, temporaryFolder, Upstream } from './testing.ts'
import { gitDaemon, listening, serveOverHttp } from './testing-servers.ts'
import { NO_SSHD, SshServer } from './testing-sshd.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../../shared')
const folder = path.join(shared, 'data/po')
const skip = existsSync(path.join(folder, 'expected.csv')) ? false : 'the real PO files (shared data/po) are not here'

const LANGUAGES = ['ar', 'bg', 'fr']
const fileOf = (code: string): string => `${code}/LC_MESSAGES/sphinx.po`

/** A PO file with changed texts for some of its strings, none of them plural. */
function withTexts(file: string, texts: ReadonlyMap<string, string>): string {
  return file
    .split('\n\n')
    .map(entry => {
      const [, quoted] = /^msgid ((?:".*"\n)+)msgstr "/m.exec(`${entry}\n`) ?? []
      if (quoted === undefined) return entry
      const source = quoted
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as string)
        .join('')
      const text = texts.get(source)
      return text === undefined ? entry : entry.replace(/^msgstr [\s\S]*$/m, `msgstr ${JSON.stringify(text)}`)
    })
    .join('\n\n')
}

describe('a real project behind real servers', { skip }, () => {
  const data = temporaryFolder()
  const upstream = new Upstream(data)
  const ssh = new SshServer(path.join(data, 'sshd'))
  let http: Server
  let daemon: ChildProcess
  let site: RepositorySite
  const addresses: Record<string, string> = {}

  before(async () => {
    upstream.publish(
      'A real project',
      Object.fromEntries(LANGUAGES.map(code => [fileOf(code), readFileSync(path.join(folder, fileOf(code)), 'utf8')])),
    )
    upstream.git('-C', upstream.bare, 'config', 'http.receivepack', 'true')
    const free = createServer()
    const port = await new Promise<number>(resolve =>
      free.listen(0, '127.0.0.1', () => {
        const address = free.address() as { port: number }
        free.close(() => resolve(address.port))
      }),
    )
    daemon = await gitDaemon(data, port)
    http = serveOverHttp(data, 'me:sesame')
    addresses['git daemon'] = `git://127.0.0.1:${port}/remote.git`
    addresses['smart HTTP'] = `http://me:sesame@${await listening(http)}/remote.git`
    const rules = { repositoryProtocols: ['git', 'http', 'ssh'], repositoryNetwork: 'any' } as const
    site = await RepositorySite.open(
      await testApi(await temporaryStore('sqlite'), { data: path.join(data, 'site'), ...rules }),
    )
    if (NO_SSHD) return
    await ssh.start()
    ssh.allow((await site.send('GET', '/api/ssh/')).public_key)
    addresses.ssh = ssh.address(upstream.bare)
  })
  after(async () => {
    daemon?.kill()
    http?.closeAllConnections()
    http?.close()
    await ssh.stop()
    rmSync(data, { recursive: true, force: true })
  })

  const wish = { filemask: '*/LC_MESSAGES/sphinx.po', push_on_commit: false }
  const allUnits = async (code: string) => {
    const units: { id: number; source: string[]; target: string[] }[] = []
    for (let page = 1; units.length < 869; page++)
      units.push(...(await site.send('GET', `${site.translation(code)}units/?page_size=1000&page=${page}`)).results)
    return units
  }
  /** No plurals, and no surrounding spaces, which translations get automatically. */
  const plain = async (code: string) =>
    (await allUnits(code)).filter(({ source }) => source.length === 1 && source[0] === source[0]!.trim())

  for (const server of ['git daemon', 'smart HTTP', 'ssh'])
    test(`over ${server}: translate, push, change upstream, webhook, pull`, {
      skip: server === 'ssh' && NO_SSHD,
    }, async () => {
      const repo = addresses[server]!
      await site.component(repo, wish)
      const units = await plain('bg')
      assert.equal((await allUnits('bg')).length, 869)
      const [one, two] = units.filter(({ target }) => target[0] === '')
      await site.send('PATCH', `/api/units/${one!.id}/`, { target: [`Едно ${server}`], state: 20 })
      assert.deepEqual(await site.operate('push'), { result: true })
      upstream.update()
      assert.ok(upstream.file(fileOf('bg')).includes(`Едно ${server}`))
      const theirs = withTexts(upstream.file(fileOf('bg')), new Map([[two!.source[0]!, `Две ${server}`]]))
      upstream.publish('Upstream', { [fileOf('bg')]: `${theirs}\n` })
      const told = { ref: 'refs/heads/main', repository: { clone_url: repo.replace('me:sesame@', '') } }
      const notice = await site.api.send('POST', '/hooks/github/', { body: told })
      assert.equal(notice.status, 202, notice.text)
      await drainRepositories(site.api.services)
      const now = await allUnits('bg')
      assert.equal(now.find(({ id }) => id === two!.id)!.target[0], `Две ${server}`)
      assert.equal(now.find(({ id }) => id === one!.id)!.target[0], `Едно ${server}`)
      await site.sound()
    })

  test('five of 800 strings changed on both sides: reports those five and loses nothing', async t => {
    await site.component(addresses['git daemon']!, wish)
    const units = (await plain('ar')).slice(0, 800)
    assert.equal(units.length, 800)
    const ours = new Map(units.map(({ source }, i) => [source[0]!, `نص ${i}`]))
    const form = multipart(
      { method: 'translate', conflicts: 'replace-approved', fuzzy: 'process' },
      { name: 'file', filename: 'sphinx.po', content: Buffer.from(withTexts(upstream.file(fileOf('ar')), ours)) },
    )
    const sent = await site.api.send('POST', `${site.translation('ar')}file/`, { key: site.boss, ...form })
    assert.equal(sent.status, 200, sent.text)
    await site.operate('commit')
    // Upstream: five of ours changed differently, ten identically, and some others.
    const rest = (await plain('ar')).slice(800, 830)
    const theirs = new Map([
      ...units.slice(100, 105).map(({ source }) => [source[0]!, `theirs ${source[0]!.length}`] as const),
      ...units.slice(200, 210).map(({ source }) => [source[0]!, ours.get(source[0]!)!] as const),
      ...rest.map(({ source }, i) => [source[0]!, `upstream ${i}`] as const),
    ])
    upstream.update()
    upstream.publish('They translate too', { [fileOf('ar')]: `${withTexts(upstream.file(fileOf('ar')), theirs)}\n` })
    const began = performance.now()
    const { result, detail } = await site.operate('pull')
    t.diagnostic(`pull with 5 clashes in 800 strings: ${Math.round(performance.now() - began)} ms`)
    assert.equal(result, true)
    assert.match(detail!, /^5 strings were changed both here and in the repository/)
    const { merge_failure } = await site.status()
    assert.equal(merge_failure.split('\n').length, 6, merge_failure)
    const now = new Map((await allUnits('ar')).map(({ source, target }) => [source[0]!, target[0]!]))
    const clashing = new Set(units.slice(100, 105).map(({ source }) => source[0]!))
    for (const [source, text] of ours) assert.equal(now.get(source), clashing.has(source) ? theirs.get(source) : text)
    for (const { source } of rest) assert.equal(now.get(source[0]!), theirs.get(source[0]!))
    for (const source of clashing) {
      const { id } = units.find(unit => unit.source[0] === source)!
      const { results } = await site.send('GET', `/api/units/${id}/suggestions/`)
      assert.deepEqual(
        results.map((each: { target: string[] }) => each.target[0]),
        [ours.get(source)],
      )
    }
    const { suggestions } = await site.send('GET', `${site.translation('ar')}statistics/`)
    assert.equal(suggestions, 5)
    assert.deepEqual(await site.operate('push'), { result: true })
    const file = upstream.file(fileOf('ar'))
    for (const [source, text] of ours) if (!clashing.has(source)) assert.ok(file.includes(`"${text}"`), text)
    await site.sound()
  })
})
