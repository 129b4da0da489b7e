import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { choose, continued, formOf, joinMany, requestOf, splitMany, valuesOf } from './action-form.ts'
import { entriesOf, hashOf } from './address.ts'
import { forget, remember, tried } from './history.ts'
import type { Module, Param } from './listing.ts'

const param = (name: string, more: Partial<Param> = {}): Param => ({ name, type: 'string', ...more })
const module = (path: string, prefix: string, parameters: Param[], more: Partial<Module> = {}): Module => ({
  name: path.split('+').at(-1)!,
  path,
  prefix,
  description: '',
  examples: [],
  templatedparameters: [],
  parameters,
  ...more,
})

const lists = { allpages: 'query+allpages', links: 'query+links' }
const listing = new Map(
  [
    module('main', '', [param('action', { submodules: { query: 'query', edit: 'edit' } }), param('uselang')]),
    module('query', '', [
      param('list', { multi: true, submodules: lists }),
      param('generator', { submodules: lists, submoduleparamprefix: 'g' }),
      param('titles', { multi: true }),
    ]),
    module('query+allpages', 'ap', [param('from'), param('limit', { type: 'limit' })]),
    module(
      'edit',
      '',
      [
        param('slots', { type: ['main', 'doc'], multi: true, allspecifier: '*' }),
        param('token', { tokentype: 'csrf', sensitive: true, required: true }),
      ],
      {
        writerights: true,
        mustbeposted: true,
        templatedparameters: [param('text-{slot}', { type: 'text', templatevars: { slot: 'slots' } })],
      },
    ),
  ].map(each => [each.path, each]),
)
const names = (query: string): string[] =>
  formOf(valuesOf(query), listing).sections.flatMap(({ fields }) => fields.map(field => field.name))

suite('the form of a request', () => {
  test('has the fields of all used modules, with a prefix for generators', () => {
    const found = names('action=query&list=allpages&generator=allpages')
    assert.deepEqual(found.slice(-4), ['apfrom', 'aplimit', 'gapfrom', 'gaplimit'])
    assert.deepEqual(formOf({ action: 'query', list: 'links|allpages' }, listing).missing, ['query+links'])
    assert.deepEqual(formOf({}, new Map()).missing, ['main'])
    assert.equal(formOf({ action: 'constructor' }, listing).sections.length, 1)
  })

  test('has one field per value of a templated parameter', () => {
    assert.deepEqual(names('action=edit&slots=main').slice(-1), ['text-main'])
    assert.deepEqual(names('action=edit&slots=*').slice(-2), ['text-main', 'text-doc'])
    assert.ok(!names('action=edit').some(name => name.startsWith('text-')))
  })

  test('removes only the parameters of modules no longer used', () => {
    const before = valuesOf('action=query&list=allpages&apfrom=A&titles=B&strange=1')
    assert.deepEqual(choose(before, 'list', null, listing), { action: 'query', titles: 'B', strange: '1' })
  })

  test('builds the request in form order, with POST and a token if required', () => {
    const read = valuesOf('aplimit=5&list=allpages&action=query&zz=1')
    const request = requestOf(read, formOf(read, listing))
    assert.deepEqual(
      request.params.map(([name]) => name),
      ['action', 'list', 'aplimit', 'format', 'formatversion', 'zz'],
    )
    assert.deepEqual([request.post, request.writes, request.token], [false, false, null])
    const write = { action: 'edit' }
    const edit = requestOf(write, formOf(write, listing))
    assert.deepEqual([edit.post, edit.writes, edit.token], [true, true, { name: 'token', type: 'csrf' }])
    const typed = { action: 'edit', token: 'x' }
    assert.equal(requestOf(typed, formOf(typed, listing)).token, null)
    assert.deepEqual(requestOf(typed, formOf(typed, listing)).secrets, ['token'])
    const long = { action: 'query', titles: 'x'.repeat(5000) }
    assert.deepEqual(
      [requestOf(long, formOf(long, listing)).post, requestOf(long, formOf(long, listing)).writes],
      [true, false],
    )
  })

  test('continues with the next batch', () => {
    assert.deepEqual(continued({ action: 'query' }, { apcontinue: 'B', continue: '-||', n: 7 }), {
      action: 'query',
      apcontinue: 'B',
      continue: '-||',
      n: '7',
    })
  })

  test('joins values so that the API splits them correctly', () => {
    for (const values of [[], ['a'], ['a', 'b'], ['a|b', 'c']]) assert.deepEqual(splitMany(joinMany(values)), values)
  })
})

suite('addresses', () => {
  test('contain the whole form and can be parsed', () => {
    const entries: [string, string][] = [
      ['action', 'query'],
      ['titles', 'A & B|C#?=+ 100 %\u001f茶'],
      ['empty', ''],
    ]
    assert.deepEqual(entriesOf({ hash: `#${hashOf(entries)}`, search: '' }), entries)
    assert.deepEqual(entriesOf({ hash: '', search: '?action=help' }), [['action', 'help']])
    assert.equal(hashOf([['titles', 'Main Page|Category:Tea']]), 'titles=Main+Page|Category:Tea')
  })
})

suite('what one tried', () => {
  test('is stored newest first without duplicates, and can be cleared', () => {
    const kept = new Map<string, string>()
    const shelf = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    const entry = (hash: string) => ({ hash, label: hash, at: '2026-11-16T10:00:00Z', status: 200 })
    for (const hash of ['a', 'b', 'a', ...Array.from({ length: 60 }, (_, i) => `n${i}`), 'b'])
      remember(shelf, entry(hash))
    const found = tried(shelf).map(each => each.hash)
    assert.deepEqual([found[0], found[1], found.length], ['b', 'n59', 50])
    assert.deepEqual(forget(shelf), [])
    assert.deepEqual(tried(shelf), [])
    kept.set('parlance-sandbox', '{"broken')
    assert.deepEqual(tried(shelf), [])
  })
})
