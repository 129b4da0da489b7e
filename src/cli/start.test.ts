import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'

// A program of a few lines, started as ours is.
let home: string
const file = (name: string, text: string): void => writeFileSync(path.join(home, name), text)
const start = (): string =>
  execFileSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      path.join(home, 'bin', 'start.js'),
      path.join(home, 'src', 'main.ts'),
      'x',
    ],
    { encoding: 'utf8' },
  ).trim()

before(() => {
  home = mkdtempSync(path.join(tmpdir(), 'parlance-start-'))
  cpSync(path.join(import.meta.dirname, '..', '..', 'bin'), path.join(home, 'bin'), { recursive: true })
  mkdirSync(path.join(home, 'src', 'greetings'), { recursive: true })
  file('package.json', JSON.stringify({ type: 'module', imports: { '#greetings/*': './src/greetings/*' } }))
  file(
    'src/main.ts',
    `import { greeting } from '#greetings/greeting.ts'
    const stripped: boolean = process.moduleLoadList.some((name: string) => name.includes('amaro'))
    console.log(greeting, process.argv.slice(2).join(), stripped ? 'with the stripper' : 'as it is')`,
  )
  file('src/greetings/greeting.ts', "export const greeting: string = 'привет'")
})
after(() => rmSync(home, { recursive: true, force: true }))

test('sources are loaded without their types, and without what takes the types away', () => {
  assert.equal(start(), 'привет x as it is')
  assert.equal(start(), 'привет x as it is')
})

test('a source that was changed is loaded as it is now, even beside one that is broken', () => {
  file('src/greetings/broken.ts', 'export const = ;')
  file('src/greetings/greeting.ts', "export const greeting: string = 'здравствуйте'")
  assert.equal(start(), 'здравствуйте x as it is')
})

test('where nothing can be kept, Node takes the types away itself', () => {
  rmSync(path.join(home, 'node_modules'), { recursive: true })
  file('node_modules', 'not a folder')
  assert.equal(start(), 'здравствуйте x with the stripper')
  assert.ok(existsSync(path.join(home, 'node_modules')))
})
