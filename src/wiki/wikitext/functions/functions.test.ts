// Parser functions, beyond the expansions recorded from MediaWiki (expand/expansions.test.ts).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expandWikitext } from '../expand/expand-wikitext.ts'
import { extendedSite } from '../extensions/testing/render.ts'
import { Harvester } from '../harvest/harvest.ts'
import { testHost } from '../testing/test-host.ts'

const page = { ns: 4, dbkey: 'A/b/c' }
const host = testHost({ pages: { '0:There': 'x', '10:T': '{{{1}}}' }, files: ['There.png'] })
const expand = (text: string): string => expandWikitext(page, text, host)

function check(cases: readonly (readonly [text: string, expected: string])[]): void {
  assert.deepEqual(
    cases.map(([text]) => [text, expand(text)]),
    cases,
  )
}

test('expand only the chosen branch of a condition', () => {
  check([
    ['{{#if: x | a | b }}', 'a'],
    ['{{#if: | a | b }}', 'b'],
    ['{{#if: | a }}', ''],
    ['{{#ifeq: 1.0 | 01 | same | other }}', 'same'],
    ['{{#ifeq: 1e3 | 1000 | same | other }}', 'same'],
    ['{{#ifeq: a | A | same | other }}', 'other'],
    ['{{#ifeq: &amp; | & | same | other }}', 'same'],
    ['{{#iferror: {{#expr: 1/0 }} | bad | good }}', 'bad'],
    ['{{#iferror: fine | bad | good }}', 'good'],
    ['{{#iferror: fine | bad }}', 'fine'],
    ['{{#iferror: <strong class="terror">x</strong> | bad | good }}', 'good'],
    ['{{#iferror: <span class="big error">x</span> | bad | good }}', 'bad'],
    ['{{#ifexpr: 2 > 1 | yes | no }}', 'yes'],
    ['{{#ifexpr: | yes | no }}', 'no'],
  ])
  assert.match(expand('{{#ifexpr: 1 + | yes | no }}'), /^<strong class="error">/)
})

test('match a case directly, by falling through, or not at all', () => {
  check([
    ['{{#switch: b | a = 1 | b = 2 | 3 }}', '2'],
    ['{{#switch: c | a = 1 | b = 2 | 3 }}', '3'],
    ['{{#switch: a | a | b = 2 | 3 }}', '2'],
    ['{{#switch: 1.0 | 1 = one | two }}', 'one'],
    ['{{#switch: x | a = 1 | #default = 2 | b = 3 }}', '2'],
    ['{{#switch: x | #default | b = 3 }}', '3'],
    ['{{#switch: x | a = 1 }}', ''],
    ['{{#switch: | = empty | other }}', 'empty'],
  ])
})

const FUNCTIONS = ['ifeq', 'switch', 'urlencode', 'len', 'sub', 'replace', 'pos', 'grammar']

test('take tags for no text', () => {
  const extended = { ...testHost(), site: extendedSite({ functionhooks: FUNCTIONS }) }
  const cases = {
    '{{#ifeq:<nowiki>a</nowiki>|a|same|other}}': 'other',
    '{{#switch:<nowiki>a</nowiki>|a=1|2}}': '2',
    '{{#ifeq:&#32;a|a|same|other}}': 'same',
    '{{urlencode:<nowiki>x</nowiki>y z}}': 'y+z',
    '{{#len:<nowiki>abc</nowiki>de}}': '2',
    '{{#sub:<nowiki>abc</nowiki>de|1}}': 'e',
    '{{#replace:a<nowiki>a</nowiki>b|b|c}}': 'ac',
    '{{#pos:<nowiki>x</nowiki>ay|y}}': '1',
    '{{grammar:genitive|<nowiki>a</nowiki>b}}': 'b',
  }
  for (const [text, expected] of Object.entries(cases))
    assert.equal(expandWikitext(page, text, extended), expected, text)
})

test('name sections as headings do', () => {
  check([
    ['{{anchorencode:[[A|b c]] [//example.org d]}}', 'b_c_d'],
    ['{{anchorencode:[news:x y] z}}', 'y_z'],
    ['{{anchorencode:<<b>x</b>}}', 'x'],
    ['{{anchorencode:&nbsp;a&nbsp;_b&#x202a;}}', 'a_b'],
    ["{{anchorencode:a''b''c}}", 'abc'],
  ])
  assert.equal(typeof expand(`{{anchorencode:${'[http://'.repeat(50_000)}${'<'.repeat(50_000)}}}`), 'string')
})

test('name no talk pages and full names of pages elsewhere', () => {
  const elsewhere = {
    ...host,
    site: extendedSite({ interwikimap: [{ prefix: 'far', url: 'https://far.example/$1' }] }),
  }
  const shown = (text: string) => expandWikitext(page, text, elsewhere)
  assert.equal(shown('{{PAGENAME:far:A/b}} {{SUBJECTPAGENAME:far:A/b}} {{NAMESPACENUMBER:far:}}'), 'A/b far:A/b 0')
  assert.equal(
    shown('[{{TALKPAGENAME:far:A}}{{FULLPAGENAME:far:A}}{{TALKSPACE:far:A}}{{FULLPAGENAME:Special:Version}}]'),
    '[]',
  )
})

test('check the existence of pages, files and special pages', () => {
  check([
    ['{{#ifexist: There | yes | no }}', 'yes'],
    ['{{#ifexist: Nowhere | yes | no }}', 'no'],
    ['{{#ifexist: Media:There.png | yes | no }}', 'yes'],
    ['{{#ifexist: Media:Nowhere.png | yes | no }}', 'no'],
    ['{{#ifexist: Special:RecentChanges | yes | no }}', 'yes'],
    ['{{#ifexist: Special:Nonsense | yes | no }}', 'no'],
    ['{{#ifexist: <bad> | yes | no }}', 'no'],
    ['{{#ifexist: #section | yes | no }}', 'no'],
  ])
  const { links } = new Harvester(host).harvest(page, '{{#ifexist: Nowhere | yes | no }}')
  assert.ok(
    links.some(({ ns, dbkey }) => ns === 0 && dbkey === 'Nowhere'),
    'asking for a page links to it',
  )
})

test('pad, change case and encode text', () => {
  check([
    ['{{padleft:7|3}}', '007'],
    ['{{padleft:7|3|ab}}', 'ab7'],
    ['{{padright:7|4|ab}}', '7aba'],
    ['{{padleft:long|2}}', 'long'],
    ['{{padleft:x|3|}}', 'x'],
    ['{{lc:ÀB}}', 'àb'],
    ['{{uc:àb}}', 'ÀB'],
    ['{{lcfirst:ĀB}}', 'āB'],
    ['{{ucfirst:āb}}', 'Āb'],
    ['{{urlencode:a b/ü}}', 'a+b%2F%C3%BC'],
    ['{{urlencode:a b|WIKI}}', 'a_b'],
    ['{{urlencode:a b~|PATH}}', 'a%20b~'],
    ['{{anchorencode:a b[c}}', 'a_b&#91;c'],
  ])
  assert.equal(expand('{{padleft:|9999}}').length, 500)
  assert.match(expand('{{lc:A<nowiki>B</nowiki>}}'), /^a.*B/s, 'literal text is not changed')
})

test('treat titles as paths', () => {
  check([
    ['{{#titleparts: A/b/c | 1 }}', 'A'],
    ['{{#titleparts: A/b/c | 2 | 2 }}', 'b/c'],
    ['{{#titleparts: A/b/c | -1 }}', 'A/b'],
    ['{{#titleparts: A/b/c | 1 | -1 }}', 'c'],
    ['{{#titleparts: A/b/c }}', 'A/b/c'],
    ['{{#titleparts: <x> | 1 }}', '<x>'],
    ['{{#rel2abs: ../d | A/b }}', 'A/d'],
    ['{{#rel2abs: ./d | A/b }}', 'A/b/d'],
    ['{{#rel2abs: /d | A/b }}', 'A/b/d'],
    ['{{#rel2abs: d | A/b }}', 'd'],
    ['{{#rel2abs: . | A/b }}', 'A/b'],
  ])
  assert.match(expand('{{#rel2abs: ../../.. | A }}'), /^<strong class="error">/)
})

test('build tags with quoted attributes', () => {
  check([
    ['{{#tag: nosuch |x| a = b }}', '<nosuch a="b">x</nosuch>'],
    ['{{#tag: nosuch | x | a = "b c" | d = \'e\' }}', '<nosuch a="b c" d="e"> x </nosuch>'],
  ])
})

test('set page properties without output, and warn when they are redefined', () => {
  const harvest = (text: string) => new Harvester(host).harvest(page, text)
  assert.equal(harvest('{{DEFAULTSORT:k}}').properties.defaultsort, 'k')
  assert.equal(harvest('{{DEFAULTSORT: }}').properties.defaultsort, undefined)
  assert.equal(harvest('{{DEFAULTSORT:k}}{{DEFAULTSORT:l}}').properties.defaultsort, 'l')
  assert.equal(harvest('{{DEFAULTSORT:k}}{{DEFAULTSORT:l|noreplace}}').properties.defaultsort, 'k')
  assert.match(expand('{{DEFAULTSORT:k}}{{DEFAULTSORT:l}}'), /^<span class="error">/)
  assert.equal(expand('{{DEFAULTSORT:k}}{{DEFAULTSORT:k}}'), '')
})

test('insert interface messages with parameters', () => {
  const own = { ...host, message: (key: string) => (key === 'greet' ? 'Hi $1, $2' : null) }
  const expanded = (text: string) => expandWikitext(page, text, own)
  assert.equal(expanded('{{int:greet|A}}'), 'Hi A, $2')
  assert.equal(expanded('{{int:Greet|A|B}}'), 'Hi A, B')
  assert.equal(expanded('{{int:no such}}'), '⧼no such⧽')
})

test('format dates in a requested language with its digits, and in other calendars', () => {
  const languages = { nl: { march: 'maart', tue: 'di' }, ru: { 'march-gen': 'марта' }, fa: { march: 'مارس' } }
  const speaking = testHost({ languages })
  const said = (text: string) => expandWikitext(page, text, speaking)
  const date = '2009-03-24'
  assert.equal(said(`{{#time:D j F Y|${date}|nl}}`), 'di 24 maart 2009')
  assert.equal(said(`{{#time:j xg|${date}|ru}}`), '24 марта')
  assert.equal(said(`{{#time:F|${date}|zz}} {{#time:F|${date}|NL}}`), `March ${said(`{{#time:F|${date}}}`)}`)
  assert.equal(said(`{{#time:j F Y|${date}|fa}}`), '۲۴ مارس ۲۰۰۹')
  assert.equal(said(`{{#time:xnY Y xNY Y|${date}|fa}}`), '2009 ۲۰۰۹ 2009 2009')
  assert.equal(said(`{{#time:U|${date}|fa}}`), '۱۲۳۷۸۵۲۸۰۰')
  assert.equal(said(`{{#time:Y|${date}|no such language}}`), '2009')
  assert.equal(said(`{{#time:xjj xjF xjY|${date}}}`), '28 Adar 5769')
  assert.equal(said(`{{#time:xmj xmF xmY|${date}}}`), "27 Rabi' al-awwal 1430")
  assert.equal(said(`{{#time:xij xiF xiY|${date}}}`), '4 Farvardin 1388')
  assert.equal(said(`{{#time:xkY xoY xtY|${date}}}`), '2552 98 平成21')
  assert.equal(
    said('{{#time:xtY|1989-01-08}} {{#time:xtY|2019-04-30}} {{#time:xtY|2019-05-01}}'),
    '平成元 平成31 令和元',
  )
  // A year alone keeps the current day; four digits elsewhere are a time.
  assert.equal(said('{{#time:Y-m-d H:i|2009}}'), '2009-11-15 00:00')
})

test('handle invalid names like MediaWiki', () => {
  check([
    ['{{#special:BaDtItLe}}', 'Seviškuo:Badtitle'],
    ['{{#special:}}', 'Seviškuo:Badtitle'],
    ['{{ns:}}', ''],
    [
      '{{#rel2abs:../../x|Foo}}',
      '<strong class="error">Error: Invalid depth in path: &quot;Foo/../../x&quot; (tried to access a node above the root node).</strong>',
    ],
  ])
})
