import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'

// A program of a few lines, built and started as ours is.
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
  return { status, said: stdout.trim(), errors: stderr }
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
    worker.on('message', (said: string) => console.log(greeting, process.argv.slice(2).join(), said))`,
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

test('a clone is built when it is first started: threads, data and sources find each other', () => {
  assert.deepEqual(start(), { status: 0, said: 'привет x из потока', errors: '' })
  assert.deepEqual(
    globSync('dist/**/*.json', { cwd: home })
      .map(name => path.basename(name))
      .sort(),
    ['greeting.json', 'where.json'],
  )
})

test('what was changed, added or removed is built anew', () => {
  file('src/words/data/greeting.json', '"здравствуйте"')
  assert.equal(start().said, 'здравствуйте x из потока')
  file('src/words/greeting.ts', "export const [greeting, where]: [string, string] = ['hello', 'there']")
  assert.equal(start().said, 'hello x there')
})

test('a source that is no program is named, and nothing older runs instead', () => {
  file('src/words/greeting.ts', 'export const = ;')
  const { status, said, errors } = start()
  assert.deepEqual([status, said], [1, ''])
  assert.match(errors, /src\/words\/greeting\.ts:1:13/)
  file('src/words/greeting.ts', "export const [greeting, where]: [string, string] = ['hello', 'there']")
})

test('where nothing can build, whoever runs what is there is told so', () => {
  rmSync(path.join(home, 'node_modules'))
  assert.equal(start().said, 'hello x there')
  file('src/words/data/greeting.json', '"changed"')
  const { status, said, errors } = start()
  assert.deepEqual([status, said], [0, 'hello x there'])
  assert.match(errors, /^parlance: dist is not what src says, and cannot be made anew: Cannot find package 'esbuild'/)
})

test('what npm publishes runs without sources', () => {
  rmSync(path.join(home, 'src'), { recursive: true })
  for (const name of ['build.js', 'dev.js', 'run.js']) rmSync(path.join(home, 'bin', name))
  assert.deepEqual(start(), { status: 0, said: 'hello x there', errors: '' })
})
