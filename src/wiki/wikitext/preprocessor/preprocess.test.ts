import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sourceOf } from '../source.ts'
import { preprocess } from './preprocess.ts'

const tags = ['<nowiki>', '<ref>', '<pre>']
const read = (text: string, included = false) => preprocess(text, { extensionTags: tags, included })

test('parses calls, arguments and parts', () => {
  assert.deepEqual(read('a {{b|c=d|e|{{{f|g}}}}} h'), [
    'a ',
    {
      type: 'template',
      title: ['b'],
      parts: [
        { index: 0, name: ['c'], value: ['d'] },
        { index: 1, name: [], value: ['e'] },
        {
          index: 2,
          name: [],
          value: [{ type: 'argument', title: ['f'], parts: [{ index: 1, name: [], value: ['g'] }] }],
        },
      ],
      lineStart: false,
    },
    ' h',
  ])
})

test('keeps pipes inside links and language conversion', () => {
  const [node] = read('{{a|[[b|c]]|-{d|e}-}}')
  assert.ok(typeof node === 'object' && node.type === 'template')
  assert.deepEqual(
    node.parts.map(part => part.value),
    [['[[b|c]]'], ['-{d|e}-']],
  )
})

test('keeps tag contents raw, and treats unclosed tags as text', () => {
  assert.deepEqual(read('<ref name=x>{{a}}</REF > <ref/> <ref> <nosuch>'), [
    { type: 'tag', name: 'ref', attributes: ' name=x', inner: '{{a}}', close: '</REF >' },
    ' ',
    { type: 'tag', name: 'ref', attributes: '', inner: null, close: '' },
    ' <ref> <nosuch>',
  ])
  assert.deepEqual(read('a <ref name=x and no end'), ['a <ref name=x and no end'])
})

test('removes the line of a comment that stands alone', () => {
  const texts = read('a\n <!-- x --> <!-- y -->\nb <!-- z -->').filter(node => typeof node === 'string')
  assert.equal(texts.join(''), 'a\nb ')
})

test('parses headings', () => {
  const levels = (text: string) =>
    read(text).flatMap(node => (typeof node === 'object' && node.type === 'heading' ? [node.level] : []))
  assert.deepEqual(
    levels('== a ==\n=b=\n=== c ==\nd == e ==\n=\n==\n=====\n== f == <!-- x --> \n== g'),
    [2, 1, 2, 2, 2],
  )
  assert.deepEqual(levels('== a <!-- x --> b == <!-- y --> <!-- z -->'), [2])
})

test('reproduces the source from the tree', () => {
  const piece = fc.constantFrom(
    '{',
    '{{',
    '{{{',
    '}',
    '}}',
    '}}}',
    '[[',
    ']]',
    '|',
    '=',
    '\n',
    '-{',
    '}-',
    '<ref>',
    '</ref>',
    '<!--',
    '-->',
    '<nowiki/>',
    '<noinclude>',
    '</noinclude>',
    '<includeonly>',
    'a',
    ' ',
    '==',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, included) => {
      const text = pieces.join('')
      assert.equal(sourceOf(read(text, included)).text, text)
    }),
    { numRuns: 2000 },
  )
})
