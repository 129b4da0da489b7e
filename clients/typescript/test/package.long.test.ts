// The client works outside this repository: it can be packed, installed and compiled into another program.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../src/store/testing.ts'

const home = path.join(import.meta.dirname, '..')
/** Users of the client bring their own TypeScript; the test uses the repository's. */
const tools = path.join(home, '../../node_modules/.bin')

const PROGRAM = `import { Translations, Wiki } from '@parlance/client'

const wiki = new Wiki({ url: 'https://wiki.example.org/w/api.php', userAgent: 'test/1.0 (test@example.org)' })
const api = new Translations({ url: 'https://translate.example.org' })
export const sources = async (): Promise<string[][]> => {
  const found: string[][] = []
  for await (const unit of api.list('/units/', { query: { q: 'state:empty' } })) found.push(unit.source)
  return found
}
export const titles = () => wiki.list('categorymembers', { cmtitle: 'Category:Harbours', cmlimit: 'max' })
console.log(typeof wiki.action, typeof api.get)
`

test('builds and works outside the repository', () => {
  const [source, user] = [temporaryFolder(), temporaryFolder()]
  const env = { ...process.env, PATH: `${tools}${path.delimiter}${process.env.PATH}`, npm_config_offline: 'true' }
  const run = (cwd: string, command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const built = [path.join(home, 'dist'), path.join(home, 'node_modules')]
  cpSync(home, source, { recursive: true, filter: file => !built.includes(file) })

  const packed = run(source, 'npm', 'pack', '--silent').trim().split('\n').at(-1)!
  writeFileSync(path.join(user, 'package.json'), '{ "name": "user", "private": true, "type": "module" }\n')
  run(user, 'npm', 'install', '--silent', '--no-audit', '--no-fund', path.join(source, packed))
  mkdirSync(path.join(user, 'src'))
  writeFileSync(path.join(user, 'src/program.ts'), PROGRAM)
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom', '--outDir', 'out']
  run(user, 'tsc', ...options, 'src/program.ts')
  assert.equal(run(user, process.execPath, 'out/program.js'), 'function function\n')
})
