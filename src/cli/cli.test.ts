import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { test } from 'node:test'
import type { Command } from 'commander'
import { temporaryFolder } from '#store/testing.ts'
import { buildProgram } from './program.ts'
import { outcome, parlance } from './testing.ts'

const helpTexts = (command: Command, before: string): [name: string, text: string][] =>
  command.commands.flatMap(sub => {
    const name = `${before} ${sub.name()}`
    return [[name, sub.helpInformation()] as [string, string], ...helpTexts(sub, name)]
  })

test('every command has help', async () => {
  const all = new Map(helpTexts(buildProgram(), 'parlance'))
  assert.ok(all.size >= 10)
  for (const [name, text] of all) {
    assert.match(text, new RegExp(`^Usage: ${name}`))
    assert.match(text, /--help/)
  }
  // Starting the program for each would take seconds.
  assert.deepEqual(await parlance(['db', 'check', '--help']), { code: 0, out: all.get('parlance db check'), err: '' })
})

test('invalid usage prints one line and exits with 2', async () => {
  for (const [args, message] of [
    [['nosuch'], /unknown command 'nosuch'/],
    [['serve', '--nosuch'], /unknown option '--nosuch'/],
    [['users', 'create'], /missing required argument 'name'/],
    [['backup'], /missing required argument 'file'/],
    [['serve', '--port', 'http'], /"http" for PARLANCE_PORT/],
    [['db', 'check', '--database', 'mysql://x'], /postgres:\/\//],
  ] as const) {
    const { code, err, out } = await parlance(args)
    assert.equal(code, 2, args.join(' '))
    assert.match(err, message)
    assert.ok(!err.includes('    at ') && out === '')
  }
})

test('an environment problem prints one line and exits with 3', async () => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'file')
  writeFileSync(file, 'not a folder')
  const noFolder = await parlance(['db', 'migrate', '--data', file])
  assert.deepEqual([noFolder.code, noFolder.err.split('\n').length], [3, 2])
  const noServer = await parlance(['db', 'migrate', '--database', 'postgres://nobody@127.0.0.1:1/x'])
  assert.equal(noServer.code, 3)
  assert.match(noServer.err, /^parlance: The database cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\.\n$/)
  writeFileSync(path.join(folder, 'parlance.db'), 'x'.repeat(5000))
  const notDatabase = await parlance(['db', 'check', '--data', folder])
  assert.equal(notDatabase.code, 3)
  assert.match(notDatabase.err, /file is not a database/)
})

test('read-only commands do not create a missing database', async () => {
  const typo = path.join(temporaryFolder(), 'typo')
  const commands = [
    ['db', 'check'],
    ['users', 'create', 'Alice'],
    ['users', 'key', 'Alice'],
    ['users', 'list'],
    ['mail', 'status'],
  ]
  for (const command of [...commands, ['translations', 'export', temporaryFolder(), '--project', 'x']]) {
    const { code, err } = await parlance([...command, '--data', typo])
    assert.equal(code, 3, command.join(' '))
    assert.match(err, /^parlance: There is no database .*typo.parlance\.db\. To create one, run serve, .*\.\n$/)
  }
  assert.ok(!existsSync(typo))
})

test('a data folder that cannot be created prints one line', { skip: !existsSync('/proc/self') }, async () => {
  for (const workers of ['1', '2']) {
    const { code, err } = await parlance(['serve', '--data', '/proc/nope', '--port', '0', '--workers', workers])
    assert.equal(code, 3, err)
    assert.match(err, /^parlance: The file or directory does not exist and could not be created: .*\/proc\/nope'\.\n$/)
  }
})

test('reports a port that is in use, with one or more workers', async t => {
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await new Promise(resolve => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  for (const workers of ['1', '2']) {
    const args = ['serve', '--data', temporaryFolder(), '--port', String(port), '--workers', workers]
    const { code, err } = await parlance(args)
    assert.equal(code, 3, err)
    assert.match(err, /The port is taken by another program/)
    assert.ok(!err.includes('    at '))
  }
})

test('reports a Node version that is too old and exits with 3', async () => {
  const folder = temporaryFolder()
  const fake = path.join(folder, 'old-node.cjs')
  writeFileSync(
    fake,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.1.0' } })
     Object.defineProperty(process, 'platform', { value: 'sunos' })`,
  )
  const bin = path.join(import.meta.dirname, '..', '..', 'bin', 'parlance.js')
  const child = spawn(process.execPath, ['--require', fake, bin, '--version'], { stdio: 'pipe' })
  const { code, err } = await outcome(child)
  assert.equal(code, 3)
  assert.match(err, /^parlance: this is Node 18\.1\.0; Parlance needs Node 24\.7 or newer\./)
})

test('bin/parlance.js passes on arguments and exit codes', async () => {
  const bin = path.join(import.meta.dirname, '..', '..', 'bin', 'parlance.js')
  const run = (...args: string[]) => outcome(spawn(process.execPath, [bin, ...args], { stdio: 'pipe' }))
  assert.match((await run('--version')).out, /^\d+\.\d+\.\d+\n$/)
  assert.equal((await run('nosuch')).code, 2)
})
