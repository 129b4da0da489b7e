// The built package: its examples run with the installed Node.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { temporaryFolder } from '../../../src/store/testing.ts'
import { Translations, Wiki } from '../src/index.ts'
import { type Site, startSite } from './server.ts'

const home = path.join(import.meta.dirname, '..')
const root = path.join(home, '..', '..')

function run(command: string, args: readonly string[], cwd: string, env = {}): Promise<{ code: number; out: string }> {
  const child = spawn(command, args, { cwd, env: { ...process.env, NODE_OPTIONS: '', ...env } })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (out += String(text)))
  return new Promise(resolve => child.on('close', code => resolve({ code: code ?? -1, out })))
}

describe('the examples', () => {
  let site: Site
  const folder = temporaryFolder()
  before(async () => {
    cpSync(path.join(home, 'package.json'), path.join(folder, 'package.json'))
    cpSync(path.join(home, 'examples'), path.join(folder, 'examples'), { recursive: true })
    const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const config = path.join(home, 'tsconfig.build.json')
    const built = await run(process.execPath, [compiler, '-p', config, '--outDir', path.join(folder, 'dist')], root)
    assert.equal(built.code, 0, built.out)
    site = await startSite()
  })

  test('print the progress of a project', async () => {
    const { code, out } = await run('node', ['examples/progress.js', site.url, 'hello'], folder)
    assert.equal(code, 0, out)
    assert.match(out, /^Main$/m)
    assert.match(out, /^ {2}Czech: 0 % of 4 strings$/m)
  })

  test('edit a page with a bot password, and find the change', async () => {
    const args = ['examples/edit.js', site.api, site.botName, 'Client log', 'Hello.']
    const edited = await run('node', args, folder, { WIKI_PASSWORD: site.botPassword })
    assert.equal(edited.code, 0, edited.out)
    assert.match(edited.out, /Logged in as Harbourmaster\.\nSaved as revision \d+\./)
    const recent = await run('node', ['examples/recent.js', site.api, '1'], folder)
    assert.equal(recent.code, 0, recent.out)
    assert.match(recent.out, /Client log \(\+\d+\) Harbourmaster/)
    const rejected = await run('node', args, folder, { WIKI_PASSWORD: 'wrong' })
    assert.equal(rejected.code, 1)
    assert.match(rejected.out, /The wiki rejected the edit/)
  })

  /** The code of the README, with the reader's own secrets. */
  const readme = (): string => {
    const [, code] = /```ts\n([\s\S]*?)```/.exec(readFileSync(path.join(home, 'README.md'), 'utf8'))!
    return `const password: string = process.env.PASSWORD!\nconst key: string = process.env.KEY!\n${code}`
  }

  test('the README code runs against a real site', async () => {
    const api = new Translations({ url: site.url, key: site.key })
    const { results } = await api.get('/units/', { query: { q: 'state:empty AND language:cs' } })
    const code = readme()
      .replace('https://wiki.example.org/w/api.php', site.api)
      .replace('https://translate.example.org', site.url)
      .replace('Anna@tool', site.botName)
      .replace('harbour-library', 'hello')
      .replace('unit: 7', `unit: ${results[0]!.id}`)
    writeFileSync(path.join(folder, 'readme.ts'), code)
    const env = { PASSWORD: site.botPassword, KEY: site.key }
    const { code: status, out } = await run(process.execPath, ['readme.ts'], folder, env)
    assert.equal(status, 0, out)
    const changed = await api.get('/units/{unit}/', { path: { unit: results[0]!.id } })
    // Trailing white space follows the source.
    assert.equal(changed.target[0]!.trimEnd(), 'Přístav')
    const { query } = await new Wiki({ url: site.api }).query({ titles: 'Harbour', prop: 'info' })
    assert.ok(query?.pages?.[0]?.lastrevid, JSON.stringify(query))
  })

  test('the package includes types', async () => {
    writeFileSync(path.join(folder, 'shown.ts'), `declare const process: { env: Record<string, string> }\n${readme()}`)
    writeFileSync(
      path.join(folder, 'use.ts'),
      "import { Wiki } from '@parlance/client'\nexport const wiki: Wiki = new Wiki({ url: 'https://example.org/api.php' })\n",
    )
    const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,esnext.asynciterable',
    ]
    const { code, out } = await run(process.execPath, [compiler, ...options, 'use.ts', 'shown.ts'], folder)
    assert.equal(code, 0, out)
  })
})
