// Weblate's own command-line client, unchanged, against our server.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { type TestApi, testApi } from '#translation/api/testing.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'

const found = spawnSync('wlc', ['version'], { encoding: 'utf8' })
const skip = found.status === 0 ? false : 'wlc is not installed (Debian has it as the package wlc)'

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

describe(`wlc ${found.stdout?.trim() ?? ''}`, { skip }, () => {
  let api: TestApi
  let key: string
  let url: string
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-wlc-'))

  before(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    api = await testApi(await temporaryStore('sqlite'), { siteUrl: url })
    key = (await api.user('Boss', { superuser: true })).key
    await testCatalogue(api.services)
    await api.app.listen({ port, host: '127.0.0.1' })
  })

  after(async () => {
    await api?.app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise(resolve => {
      const all = ['--url', `${url}/api/`, '--key', key, ...args]
      execFile('wlc', all, { cwd: folder, env: { ...process.env, HOME: folder } }, (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
      )
    })
  const ok = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await run(...args)
    assert.equal(code, 0, `${args.join(' ')}: ${out}${err}`)
    return out
  }
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
  const json = async (...args: string[]): Promise<any> => JSON.parse(await ok('--format', 'json', ...args))

  test('lists and shows projects, components, languages and translations', async () => {
    assert.equal((await json('list-projects'))[0].slug, 'hello')
    assert.equal((await json('list-components'))[0].slug, 'main')
    assert.equal((await json('list-components', 'hello'))[0].slug, 'main')
    assert.ok((await json('list-languages')).some((each: { code: string }) => each.code === 'cs'))
    assert.equal((await json('list-translations')).length, 2)
    assert.equal((await json('list-translations', 'hello/main')).length, 2)
    assert.equal((await json('show', 'hello')).name, 'Project hello')
    assert.equal((await json('show', 'hello/main')).file_format, 'po')
    assert.equal((await json('show', 'hello/main/cs')).total, 4)
    assert.match(await ok('ls', 'hello'), /hello\/main/)
  })

  test('uploads a file, and the statistics follow', async () => {
    const file = path.join(folder, 'cs.po')
    writeFileSync(
      file,
      'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Thank you for using Weblate."\nmsgstr "Děkujeme."\n\nmsgid "Unknown"\nmsgstr "Neznámé"\n',
    )
    await ok('upload', 'hello/main/cs', '--input', file)
    const statistics = await json('stats', 'hello/main/cs')
    assert.equal(statistics.translated, 1)
    assert.match(await ok('stats', 'hello/main/cs'), /translated_percent: 25\.0/)
    assert.equal((await json('stats', 'hello')).total, 8)
    assert.equal((await json('stats', 'hello/main')).length, 2)
    assert.equal((await json('changes', 'hello/main/cs'))[0].action_name, 'File uploaded')
  })

  test('downloads files, as they are, converted, and as an archive', async () => {
    assert.match(await ok('download', 'hello/main/cs'), /msgstr "Děkujeme\."/)
    assert.match(await ok('download', 'hello/main/cs', '--convert', 'csv'), /Děkujeme/)
    const archive = path.join(folder, 'all')
    await ok('download', 'hello/main', '--output', archive)
    assert.equal(readFileSync(path.join(archive, 'hello-main.zip')).subarray(0, 2).toString(), 'PK')
  })

  test('locks, unlocks, and works on files', async () => {
    await ok('lock', 'hello/main')
    assert.match(await ok('lock-status', 'hello/main'), /locked: True/)
    await ok('unlock', 'hello/main')
    assert.match(await ok('repo', 'hello/main'), /needs_commit: True/)
    await ok('commit', 'hello/main')
    assert.match(await ok('repo', 'hello/main'), /needs_commit: False/)
    await ok('pull', 'hello/main')
    await ok('cleanup', 'hello/main')
    const push = await run('push', 'hello/main')
    assert.equal(push.code, 1)
    assert.match(push.err + push.out, /no remote repository/)
  })

  test('says what went wrong', async () => {
    assert.match((await run('show', 'nothing')).err, /Object not found/)
    key = (await api.user('Visitor')).key
    assert.match((await run('lock', 'hello/main')).err, /permission/i)
  })
})
