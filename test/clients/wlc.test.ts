// Runs Weblate's unmodified command-line client against our server.
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
import { readZip } from '#translation/formats/zip/read-zip.ts'
import { drainRepositories, po, Upstream } from '#translation/repositories/testing.ts'

/** Overrides the installed wlc, for example with a checkout: `/usr/bin/python3 /somewhere/wlc/wl`. */
const [program = 'wlc', ...leading] = (process.env.PARLANCE_TEST_WLC ?? 'wlc').split(' ')

const found = spawnSync(program, [...leading, 'version'], { encoding: 'utf8' })
const skip = found.status === 0 ? false : 'wlc is not installed (Debian package wlc)'

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
    api = await testApi(await temporaryStore('sqlite'), {
      siteUrl: url,
      data: path.join(folder, 'data'),
      repositoryProtocols: ['file'],
    })
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
      const all = [...leading, '--url', `${url}/api/`, '--key', key, ...args]
      execFile(program, all, { cwd: folder, env: { ...process.env, HOME: folder } }, (error, out, err) =>
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
    const [projects, components, inProject, languages, translations, inComponent] = await Promise.all([
      json('list-projects'),
      json('list-components'),
      json('list-components', 'hello'),
      json('list-languages'),
      json('list-translations'),
      json('list-translations', 'hello/main'),
    ])
    assert.equal(projects[0].slug, 'hello')
    assert.equal(components[0].slug, 'main')
    assert.equal(inProject[0].slug, 'main')
    assert.ok(languages.some((each: { code: string }) => each.code === 'cs'))
    assert.equal(translations.length, 2)
    assert.equal(inComponent.length, 2)
    const [project, component, translation] = await Promise.all([
      json('show', 'hello'),
      json('show', 'hello/main'),
      json('show', 'hello/main/cs'),
    ])
    assert.equal(project.name, 'Project hello')
    assert.equal(component.file_format, 'po')
    assert.equal(translation.total, 4)
    assert.match(await ok('ls', 'hello'), /hello\/main/)
  })

  test('uploads a file and updates the statistics', async () => {
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

  test('downloads original files, converted files and archives', async () => {
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

  test('works on a repository', async () => {
    const upstream = new Upstream(path.join(folder, 'upstream'))
    upstream.publish('Begin', { 'po/cs.po': po('cs', { Apple: 'Jablko', Plum: '' }) })
    const file = { file_format: 'po', filemask: 'po/*.po', vcs: 'git', repo: upstream.url, push: upstream.url }
    const body = { name: 'Git', slug: 'git', push_on_commit: false, ...file }
    assert.equal((await api.send('POST', '/api/projects/hello/components/', { key, body })).status, 201)
    await drainRepositories(api.services)
    const translation = path.join(folder, 'plum.po')
    writeFileSync(translation, po('cs', { Plum: 'Švestka' }))
    await ok('upload', 'hello/git/cs', '--input', translation)
    assert.match(await ok('repo', 'hello/git'), /needs_commit: True/)
    await ok('commit', 'hello/git')
    assert.match(await ok('repo', 'hello/git'), /needs_push: True/)
    await ok('push', 'hello/git')
    assert.match(upstream.file('po/cs.po'), /Švestka/)
    assert.match(await ok('repo', 'hello/git'), /needs_push: False/)
    upstream.update()
    upstream.publish('News', { 'po/cs.po': po('cs', { Apple: 'Jablíčko', Plum: 'Švestka' }) })
    await ok('pull', 'hello/git')
    assert.match(await ok('download', 'hello/git/cs'), /Jablíčko/)
    writeFileSync(translation, po('cs', { Apple: 'Omyl' }))
    await ok('upload', 'hello/git/cs', '--input', translation, '--overwrite')
    await ok('reset', 'hello/git')
    assert.doesNotMatch(await ok('download', 'hello/git/cs'), /Omyl/)
    await ok('cleanup', 'hello/git')
    await ok('delete', 'hello/git')
  })

  const numbers = async () => (await api.send('GET', '/api/translations/hello/main/cs/statistics/')).json

  test('lists in all formats and shows projects, components and translations', async () => {
    const places = ['hello', 'hello/main', 'hello/main/cs']
    const [all, component, csv, html, ...rest] = await Promise.all([
      ok('ls'),
      ok('ls', 'hello/main'),
      ok('--format', 'csv', 'list-projects'),
      ok('--format', 'html', 'list-projects'),
      ...places.map(place => ok('repo', place)),
      ...places.map(place => ok('changes', place)),
    ])
    assert.match(all!, /hello/)
    assert.match(component!, /hello\/main\/cs/)
    for (const text of [csv!, html!]) assert.match(text, /Project hello/)
    for (const text of rest.slice(0, 3)) assert.match(text, /needs_push: False/)
    for (const text of rest.slice(3)) assert.match(text, /action_name: /)
  })

  test('uploads with all methods and downloads whole projects', async () => {
    const file = path.join(folder, 'more.po')
    const entry = (id: string, text: string) => `\nmsgid "${id}"\nmsgstr "${text}"\n`
    const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    const source = 'Try Weblate at <https://demo.weblate.org/>!\\n'
    writeFileSync(file, head + entry(source, 'Zkuste <https://demo.weblate.org/>!\\n'))
    await ok('upload', 'hello/main/cs', '--input', file, '--method', 'suggest')
    assert.equal((await numbers()).suggestions, 1)
    await api.services.accounts.register({ name: 'Anna', email: 'anna@example.org' })
    const author = ['--author-name', 'Anna', '--author-email', 'anna@example.org']
    await ok('upload', 'hello/main/cs', '--input', file, '--method', 'fuzzy', '--fuzzy', 'process', ...author)
    assert.equal((await numbers()).fuzzy, 1)
    writeFileSync(file, head + entry('Thank you for using Weblate.', 'Díky.'))
    await ok('upload', 'hello/main/cs', '--input', file)
    assert.match((await api.send('GET', '/api/translations/hello/main/cs/file/')).text, /Děkujeme/)
    await ok('upload', 'hello/main/cs', '--input', file, '--overwrite')
    assert.match(await ok('download', 'hello/main/cs'), /Díky/)
    const [everything, converted] = ['everything', 'converted'].map(name => path.join(folder, name)) as [string, string]
    await Promise.all([
      ok('download', '--no-glossary', '--output', everything),
      ok('download', 'hello', '--convert', 'zip:csv', '--output', converted),
    ])
    assert.equal(readFileSync(path.join(everything, 'hello-main.zip')).subarray(0, 2).toString(), 'PK')
    assert.deepEqual([...(await readZip(readFileSync(path.join(converted, 'hello-main.zip')))).keys()].sort(), [
      'hello/main/cs.csv',
      'hello/main/en.csv',
    ])
  })

  test('deletes a translation, a component and a project; cannot reset a component without a remote', async () => {
    const reset = await run('reset', 'hello/main')
    assert.equal(reset.code, 1)
    assert.match(reset.err + reset.out, /no remote repository/)
    await testCatalogue(api.services, { slug: 'gone' })
    for (const [object, address] of [
      ['gone/main/cs', 'translations/gone/main/cs'],
      ['gone/main', 'components/gone/main'],
      ['gone', 'projects/gone'],
    ] as const) {
      assert.equal((await api.send('GET', `/api/${address}/`)).status, 200, object)
      await ok('delete', object)
      assert.equal((await api.send('GET', `/api/${address}/`)).status, 404, object)
    }
  })

  test('reports errors', async () => {
    assert.match((await run('show', 'nothing')).err, /Object not found/)
    key = (await api.user('Visitor')).key
    assert.match((await run('lock', 'hello/main')).err, /permission/i)
  })
})
