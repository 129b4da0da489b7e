import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Harvester } from '../harvest/harvest.ts'
import { renderPage } from '../html/render.ts'
import { preSave } from '../pre-save.ts'
import { testHost } from '../testing/test-host.ts'
import { expandWikitext } from './expand-wikitext.ts'

const page = { ns: 0, dbkey: 'Foo_bar' }
const host = { ...testHost({ pages: { '10:A': '\u007fx{{{1|}}}' } }), freeDisplayTitle: true }
const body = (text: string) => /<p>(.*)\n?<\/p>/s.exec(renderPage(host, page, text).html)?.[1]?.trim()

test('cannot be written by users', () => {
  assert.equal(body('a\u007fb<nowiki>c\u007fd</nowiki>'), 'a?bc?d')
  const forged = '\u007f\'"`UNIQ--nowiki-00000000-QINU`"\'\u007f'
  assert.equal(body(`<nowiki>once</nowiki>${forged}`), `once?'"\`UNIQ--nowiki-00000000-QINU\`"'?`)
  assert.equal(body('{{A|b}}'), '?xb')
})

test('are resolved or left alone by functions', () => {
  assert.equal(body('{{formatnum:1<nowiki/>2}}'), '12')
  assert.equal(body('{{formatnum:1<nowiki>3</nowiki>2}}'), '132')
  assert.equal(body('{{int:<nowiki>x</nowiki>y}}'), '⧼xy⧽')
  assert.equal(body('{{lc:<nowiki>ABC</nowiki>D}}'), 'ABCd')
  assert.equal(body('<span title="<nowiki>a</nowiki>">x</span>'), '<span title="a">x</span>')
  const { properties, categories } = new Harvester(host).harvest(
    page,
    '{{DEFAULTSORT:<nowiki>x</nowiki>y}}[[Category:A]][[Category:B|<nowiki>x</nowiki>y]]',
  )
  assert.equal(properties.defaultsort, 'xy')
  assert.deepEqual(
    categories.map(({ sortKeyPrefix }) => sortKeyPrefix),
    ['xy', 'y'],
  )
})

const functionNames = [
  ...['lc', 'uc', 'lcfirst', 'ucfirst', 'padleft', 'padright', 'urlencode', 'anchorencode', 'formatnum', 'int', 'ns'],
  ...['#if', '#ifeq', '#iferror', '#switch', '#expr', '#time', '#titleparts', '#tag', '#language', '#replace', '#sub'],
  ...[
    '#len',
    '#pos',
    '#explode',
    '#urldecode',
    'PLURAL',
    'GENDER',
    'GRAMMAR',
    'DEFAULTSORT',
    'DISPLAYTITLE',
    'fullurl',
  ],
  ...['localurl', 'filepath', 'PAGENAME', 'formatdate', '#special', 'bidi', '#rel2abs', 'A'],
]

test('never appear in the output, however texts are nested', () => {
  const leaf = fc.constantFrom(
    ...[
      '<nowiki>X y</nowiki>',
      '<nowiki/>',
      '<ref>r</ref>',
      '<pre>p</pre>',
      '\u007f',
      '&#127;',
      '%7F',
      'a',
      '5',
      'nowiki',
    ],
    ...[
      '<gallery>File:A.png|<nowiki>c</nowiki></gallery>',
      '<ref name="<nowiki>a</nowiki>">x</ref>',
      '\'"`UNIQ--',
      '-QINU`"\'',
    ],
  )
  const { text } = fc.letrec<{ text: string }>(tie => ({
    text: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.tuple(tie('text'), tie('text')).map(parts => parts.join('')),
      fc
        .tuple(fc.constantFrom(...functionNames), fc.array(tie('text'), { minLength: 1, maxLength: 4 }))
        .map(([name, args]) => `{{${name}:${args.join('|')}}}`),
      tie('text').map(inner => `[[Category:A|${inner}]]`),
      tie('text').map(inner => `[[${inner}|${inner}]]`),
      tie('text').map(inner => `[[File:A.png|thumb|alt=${inner}|${inner}]]`),
      tie('text').map(inner => `[http://a.example/${inner} ${inner}]`),
      tie('text').map(inner => `\n== ${inner} ==\n`),
      tie('text').map(inner => `<span title="${inner}" id="${inner}">${inner}</span>`),
      tie('text').map(inner => `{|\n! class="${inner}" | ${inner}\n|}`),
      tie('text').map(inner => `{{{${inner}|${inner}}}}`),
      tie('text').map(inner => `<indicator name="${inner}">${inner}</indicator>`),
    ),
  }))
  fc.assert(
    fc.property(text, given => {
      const { html, rendering } = renderPage(host, page, given)
      const { sections, indicators, state } = rendering
      const told = [html, sections, [...indicators], state.output.found()]
      const read = [new Harvester(host).harvest(page, given), expandWikitext(page, given, host)]
      const saved = preSave(page, given, host, { author: 'a', time: 'b' })
      const all = JSON.stringify([told, read, saved])
      assert.ok(!all.includes('\u007f'), all)
    }),
    { numRuns: 1500 },
  )
})
