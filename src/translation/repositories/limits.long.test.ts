// Repositories that hit a limit or become unavailable: errors are readable, no translation is lost, and work resumes
// once the problem is fixed.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { testApi } from '../api/testing.ts'
import { Copy } from './copy.ts'
import { po, RepositorySite, temporaryFolder, Upstream } from './testing.ts'

const RULES = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const

/** Incompressible text. */
const noise = (length: number): string =>
  randomBytes(Math.ceil((length * 3) / 4))
    .toString('base64')
    .slice(0, length)

describe('repository limits', () => {
  const data = temporaryFolder()
  const PATH = process.env.PATH
  let site: RepositorySite
  let upstream: Upstream

  before(async () => {
    site = await RepositorySite.open(
      await testApi(await temporaryStore('sqlite'), { data: path.join(data, 'site'), ...RULES }),
    )
  })
  beforeEach(async () => {
    upstream = new Upstream()
    upstream.publish('Begin', { 'po/cs.po': po('cs', { Apple: 'Jablko', Plum: '' }) })
    await site.component(upstream.url, { push_on_commit: false })
    await site.translate('cs', 'Plum', 'Švestka')
  })
  afterEach(() => {
    process.env.PATH = PATH
    upstream.remove()
  })
  after(async () => {
    await site.sound()
    rmSync(data, { recursive: true, force: true })
  })

  /** Puts a wrapper in front of git that behaves differently for certain arguments. */
  const otherGit = (script: string): void => {
    const folder = path.join(data, 'bin')
    mkdirSync(folder, { recursive: true })
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8', env: { PATH } }).trim()
    writeFileSync(path.join(folder, 'git'), `#!/bin/sh\n${script}\nexec ${real} "$@"\n`)
    chmodSync(path.join(folder, 'git'), 0o755)
    process.env.PATH = `${folder}:${PATH}`
  }
  const fine = async () => {
    process.env.PATH = PATH
    assert.equal((await site.texts('cs')).Plum, 'Švestka')
    assert.deepEqual(await site.operate('push'), { result: true })
    assert.match(upstream.file('po/cs.po'), /Švestka/)
    assert.equal((await site.status()).status, 'All changes are written to the files.')
  }

  for (const [when, pattern] of [
    ['fetching', 'fetch'],
    ['writing a file', 'hash-object'],
    ['making a commit', 'commit-tree'],
    ['noting the newest commit', 'update-ref'],
    ['pushing', 'push'],
  ] as const)
    test(`a full disk while ${when}`, async () => {
      otherGit(`case "$1" in ${pattern}) echo "fatal: write error: No space left on device" >&2; exit 128;; esac`)
      const failed = await site.operate('push')
      assert.deepEqual(failed, { result: false, detail: 'The disk of this server is full.' })
      assert.match((await site.status()).status, /^The disk of this server is full\./)
      await fine()
    })

  test('an operation that times out', async () => {
    otherGit('case "$1" in ls-tree) sleep 30;; esac')
    const copy = new Copy({ data, component: 'slow', rules: RULES, limits: { patience: 1000 } })
    const commit = await copy.fetch(upstream.url, 'main')
    await assert.rejects(copy.files(commit), /timed out/)
    await fine()
  })

  test('a repository over the size limit', async () => {
    upstream.publish('Large', { 'large.txt': noise(300_000) })
    const copy = new Copy({ data, component: 'large', rules: RULES, limits: { bytes: 100_000 } })
    await assert.rejects(copy.fetch(upstream.url, 'main'), /larger than this server allows/)
    assert.equal(await copy.exists(), false)
    await fine()
  })

  test('a file over the size limit', async () => {
    upstream.publish('Large', { 'large.txt': noise(3000) })
    const copy = new Copy({ data, component: 'large-file', rules: RULES, limits: { fileBytes: 2000 } })
    const { files } = await copy.files(await copy.fetch(upstream.url, 'main'))
    await assert.rejects(
      copy.read(files.get('large.txt')!),
      /A file of the repository is larger than this server allows/,
    )
    assert.match((await copy.read(files.get('po/cs.po')!)).toString(), /Jablko/)
    await fine()
  })

  test('a branch that is deleted and recreated', async () => {
    const at = upstream.git('-C', upstream.bare, 'rev-parse', 'main')
    upstream.git('-C', upstream.bare, 'update-ref', '-d', 'refs/heads/main')
    for (const operation of ['pull', 'push', 'reset', 'reset-keep'])
      assert.deepEqual(await site.operate(operation), {
        result: false,
        detail: 'The branch does not exist in the repository.',
      })
    upstream.git('-C', upstream.bare, 'update-ref', 'refs/heads/main', at)
    await fine()
  })

  test('a damaged local copy is fetched again', async () => {
    await site.operate('commit')
    const folder = path.join(data, 'site/repositories')
    execFileSync('sh', ['-c', `find ${folder} -path '*/objects/*' -type f -delete`])
    await fine()
  })
})

test('reports a disk that is really full and resumes once there is space', async t => {
  const disk = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return t.skip('a small disk cannot be mounted here; that takes root')
  }
  t.after(() => execFileSync('umount', ['-l', disk], { stdio: 'ignore' }))
  const site = await RepositorySite.open(await testApi(await temporaryStore('sqlite'), { data: disk, ...RULES }))
  const upstream = new Upstream()
  t.after(() => upstream.remove())
  upstream.publish('Begin', { 'po/cs.po': po('cs', { Apple: 'Jablko', Plum: '' }) })
  await site.component(upstream.url, { push_on_commit: false })
  await site.translate('cs', 'Plum', 'Švestka')
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(path.join(disk, 'ballast'), Buffer.alloc(bavail * bsize))
  upstream.publish('News', { 'po/cs.po': po('cs', { Apple: 'Jablíčko', Plum: '' }), noise: noise(2_000_000) })
  const failed = await site.operate('push')
  assert.deepEqual(failed, { result: false, detail: 'The disk of this server is full.' })
  assert.equal((await site.texts('cs')).Plum, 'Švestka')
  rmSync(path.join(disk, 'ballast'))
  assert.deepEqual(await site.operate('push'), { result: true })
  assert.deepEqual(await site.texts('cs'), { Apple: 'Jablíčko', Plum: 'Švestka' })
  assert.match(upstream.file('po/cs.po'), /Švestka/)
  await site.sound()
})
