import assert from 'node:assert/strict'
import { test } from 'node:test'
import { show } from './testing/render.ts'

const pages = {
  '0:Play':
    'start\n<section begin=one />First {{PAGENAME}}<section end=one /> middle <section begin="two"/>Second<section end="two"/> end',
  '0:Guide': 'intro\n== One ==\nfirst\n=== Deep ===\nmore\n== Two ==\nsecond\n== Three ==\nthird',
  '0:Self': 'a{{#lst:Self|x}}<section begin=x />b{{#lst:Self|x}}<section end=x />',
}
const text = (wikitext: string): string => show(wikitext, { pages }).html.replace(/^<p>|\n?<\/p>$/g, '')

test('includes marked sections', () => {
  assert.equal(text('{{#lst:Play|one}}'), 'First Foo')
  assert.equal(text('{{#section:Play|two}}'), 'Second')
  assert.equal(text('{{#lst:Play|one|two}}'), 'First Foo middle Second')
  assert.equal(text('{{#lst:Play|nothing}}'), '')
  assert.match(text('{{#lst:Nowhere|x}}'), /Nowhere<\/a>$/)
  assert.deepEqual(
    show('{{#lst:Play|one}}', { pages })
      .rendered.rendering.state.output.templates.list()
      .map(({ dbkey }) => dbkey),
    ['Play'],
  )
})

test('leaves out sections', () => {
  assert.equal(text('x{{#lstx:Play|two|new}}'), 'xstart\nFirst Foo middle new end')
})

test('takes sections apart where their marks are', () => {
  const marks = "<section begin=a />1<section end=a />2<section begin='a' />3<section end=a />4<section begin=b />5"
  const whole = { pages: { '0:M': marks, '0:Pair': 'x<section begin=a>in</section>y<section begin="z" end="a"/>' } }
  const shown = (wikitext: string) => show(wikitext, whole).html.replace(/^<p>|\n?<\/p>$/g, '')
  assert.equal(shown('{{#lst:M|a}}'), '13')
  assert.equal(shown('{{#lst:M|b|}}'), '5')
  assert.equal(shown('{{#lst:M||a}}'), '1')
  assert.equal(shown('{{#lst:M|A}}'), '')
  assert.equal(shown('{{#lst:Pair|a}}'), 'iny')
  assert.equal(shown('{{#lstx:M|a}}'), '245')
  assert.equal(shown('{{#lstx:M|a|-|}}'), '-')
  assert.equal(shown('{{#lstx:Pair|z|-|a}}'), 'xiny-')
})

test('includes what is under a heading', () => {
  assert.match(show('{{#lsth:Guide|One}}', { pages }).html, /^<p>first\n<\/p>\n?<h3>.*Deep.*<\/h3>\n<p>more/)
  assert.equal(text('{{#section-h:Guide|two}}'), 'second')
  assert.match(show('{{#lsth:Guide|One|Three}}', { pages }).html, /second/)
  assert.equal(text('{{#lsth:Guide}}'), 'intro')
  assert.equal(text('{{#lsth:Guide|two}}{{#lsth:Guide|two}}').replace(/<[^>]*>/g, ''), 'secondGuide')
  const endless = { '0:Long': `${'= a '.repeat(5000)}\n${'=\n'.repeat(5000)}` }
  assert.equal(typeof show('{{#lsth:Long|x}}{{#lsth:Long}}', { pages: endless }).html, 'string')
})

test('warns about sections that would include themselves', () => {
  const pages = { '0:Loop': '<section begin=x />a{{#lst:Loop|x}}b<section end=x />' }
  const messages = { 'parser-template-loop-warning': 'Loop: [[$1]]' }
  assert.match(show('{{#lst:Loop|x}}', { pages, messages }).html, /a<span class="error">Loop: .*Loop<\/a><\/span>b/)
})

test('shows nothing for the marks, and ends for a page that includes itself', () => {
  assert.equal(show('a<section begin=x />b<section end=x />').html, '<p>ab\n</p>')
  const own = show(pages['0:Self'], { pages }, { ns: 0, dbkey: 'Self' })
  assert.match(own.html, /ab/)
  const chain = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`0:P${at}`, `<section begin=x />{{#lst:P${at + 1}|x}}<section end=x />`]),
  )
  assert.equal(typeof show('{{#lst:P0|x}}', { pages: chain }).html, 'string')
  assert.equal(
    typeof show(`{{#lst:A|x}}`.repeat(500), { pages: { '0:A': '<section begin=x />'.repeat(5000) } }).html,
    'string',
  )
})
