import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'

// A tiny program, built and started like ours.
const root = path.join(import.meta.dirname, '..')
let home: string
const file = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(home, name)), { recursive: true })
  writeFileSync(path.join(home, name), text)
}
const start = () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(home, 'bin', 'parlance.js'), 'x'], {
    encoding: 'utf8',
  })
  return { status, output: stdout.trim(), errors: stderr }
}

before(() => {
  home = mkdtempSync(path.join(tmpdir(), 'parlance-build-'))
  cpSync(path.join(root, 'bin'), path.join(home, 'bin'), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(home, 'node_modules'), 'junction')
  file('package.json', JSON.stringify({ type: 'module', dependencies: {}, imports: { '#words/*': './src/words/*' } }))
  file('package-lock.json', '{}')
  file(
    'src/cli/main.ts',
    `import { Worker } from 'node:worker_threads'
    import { greeting } from '#words/greeting.ts'
    const worker: Worker = new Worker(new URL('./thread.ts', import.meta.url))
    worker.on('message', (message: string) => console.log(greeting, process.argv.slice(2).join(), message))`,
  )
  file(
    'src/cli/thread.ts',
    `import { parentPort } from 'node:worker_threads'
    import { where } from '#words/greeting.ts'
    parentPort!.postMessage(where satisfies string)`,
  )
  file(
    'src/words/greeting.ts',
    `import { readFileSync } from 'node:fs'
    import path from 'node:path'
    const read = (where: string | URL): string => JSON.parse(readFileSync(where, 'utf8'))
    export const greeting: string = read(new URL('data/greeting.json', import.meta.url))
    export const where: string = read(path.join(import.meta.dirname, 'data', 'where.json'))`,
  )
  file('src/words/data/greeting.json', '"привет"')
  file('src/words/data/where.json', '"из потока"')
  file('src/words/fixtures/large.json', '"only tests read it"')
  file('src/words/greeting.test.ts', 'this is not even a program')
})
after(() => rmSync(home, { recursive: true, force: true }))

test('builds a clone on first start, with threads and data files', () => {
  assert.deepEqual(start(), { status: 0, output: 'привет x из потока', errors: '' })
  assert.deepEqual(
    globSync('dist/**/*.json', { cwd: home })
      .map(name => path.basename(name))
      .sort(),
    ['greeting.json', 'where.json'],
  )
})

test('rebuilds after a change', () => {
  file('src/words/data/greeting.json', '"здравствуйте"')
  assert.equal(start().output, 'здравствуйте x из потока')
  file('src/words/greeting.ts', "export const [greeting, where]: [string, string] = ['hello', 'there']")
  assert.equal(start().output, 'hello x there')
})

test('reports an invalid source and runs nothing', () => {
  file('src/words/greeting.ts', 'export const = ;')
  const { status, output, errors } = start()
  assert.deepEqual([status, output], [1, ''])
  assert.match(errors, /src\/words\/greeting\.ts:1:13/)
  file('src/words/greeting.ts', "export const [greeting, where]: [string, string] = ['hello', 'there']")
})

test('warns when it runs an outdated build', () => {
  rmSync(path.join(home, 'node_modules'))
  assert.equal(start().output, 'hello x there')
  file('src/words/data/greeting.json', '"changed"')
  const { status, output, errors } = start()
  assert.deepEqual([status, output], [0, 'hello x there'])
  assert.match(errors, /^parlance: dist is outdated and cannot be rebuilt: Cannot find package 'esbuild'/)
})

test('the published package runs without sources', () => {
  rmSync(path.join(home, 'src'), { recursive: true })
  for (const name of ['build.js', 'dev.js', 'run.js']) rmSync(path.join(home, 'bin', name))
  assert.deepEqual(start(), { status: 0, output: 'hello x there', errors: '' })
})
