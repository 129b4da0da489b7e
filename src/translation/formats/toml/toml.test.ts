import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { toml } from './toml.ts'

const galician = fixture(import.meta.dirname, 'garden-gl.toml')

const change = (id: string, text: string): string[] =>
  changedLines(galician, toml.parse(galician).serialize({ update: [{ id, target: [text] }] }))

test('strings of all kinds are read by path', () => {
  const file = toml.parse(galician)
  assert.deepEqual(
    file.units.map(({ id, target }) => [id, target[0]]),
    [
      ['title', 'Xardín'],
      ['list[0]', 'un'],
      ['list[1]', 'dous'],
      ['invite', 'Ola!\nRecibiches "unha" invitación.'],
      ['path', 'C:\\users'],
      ['inline.a', 'x'],
      ['inline.b c', 'y'],
      ['menu.open', 'Abrir "ficheiro"\t'],
      ['menu.two words', 'dúas'],
      ['menu.sub.key', 'dentro'],
      ['items[0].name', 'primeiro'],
      ['items[1].name', 'segundo'],
    ],
  )
  assert.equal(unitOf(file, 'menu.open').note, 'Shown on top')
})

test('a change keeps the quotes if they can hold the text', () => {
  assert.deepEqual(change('path', 'D:\\x'), ["-path = 'C:\\users'", "+path = 'D:\\x'"])
  assert.deepEqual(change('path', "it's"), ["-path = 'C:\\users'", '+path = "it\'s"'])
  assert.deepEqual(change('list[1]', 'dos'), ['-list = ["un", "dous"]', '+list = ["un", "dos"]'])
  assert.deepEqual(change('invite', 'a\n"""b"'), [
    '-Ola!',
    '-Recibiches "unha" invitación."""',
    '+a',
    '+\\"\\""b\\""""',
  ])
})

test('keys are added to their tables, and new tables at the end', () => {
  const add = ['menu.new', 'fresh.a', 'fresh.b', 'top'].map(context => ({ context, source: [], target: ['x'] }))
  const added = toml
    .parse(galician)
    .serialize({ add: [{ ...add[0]!, after: 'menu.open', note: 'n' }, ...add.slice(1)] })
  assert.deepEqual(changedLines(galician, added), [
    '+top = "x"',
    '+# n',
    '+new = "x"',
    '+[fresh]',
    '+a = "x"',
    '+b = "x"',
    '+',
  ])
  assert.deepEqual(unitOf(toml.parse(added), 'fresh.b').target, ['x'])
  const removed = toml.parse(added).serialize({ remove: ['menu.new', 'top'] })
  assert.deepEqual(changedLines(galician, removed), ['+[fresh]', '+a = "x"', '+b = "x"', '+'])
  assert.throws(() => toml.parse(galician).serialize({ remove: ['list[0]'] }), /cannot be removed alone/)
})

test('mistakes are reported with their line', () => {
  assert.throws(() => toml.parse(Buffer.from('a = "x"\na = "y"\n')), /line 2.*defined twice/)
  assert.throws(() => toml.parse(Buffer.from('a = "x\n')), /line 1.*closing quote/)
  assert.throws(() => toml.parse(Buffer.from('a = "\\ud800"\n')), /surrogate/)
  assert.throws(() => toml.parse(Buffer.from(`a = ${'['.repeat(1000)}`)), /nested deeper/)
})
