import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFormat } from '../index.ts'
import { changedLines, fixture } from '../testing.ts'
import { xwikiPageProperties as page } from './xwiki-page-properties.ts'

const english = fixture(import.meta.dirname, 'Translations.xml')
const french = fixture(import.meta.dirname, 'Crlf.fr.xml')
const texts = (bytes: Uint8Array) => page.parse(bytes).units.map(({ id, target }) => [id, target[0]])

test('the properties in the content are read', () => {
  assert.deepEqual(texts(english), [
    ['garden.title', 'Beds & "paths"'],
    ['garden.count', "{0} beds, it's <b>fine</b>"],
    ['garden.end', 'The end'],
  ])
  assert.equal(page.parse(english).language, 'en')
  assert.deepEqual(texts(french), [
    ['a', 'un'],
    ['b', '<deux>'],
    ['c', 'trois'],
  ])
})

test('only the changed value changes, in entities or in a CDATA section', () => {
  const update = [{ id: 'garden.end', target: ['Fin & "fini"'] }]
  assert.deepEqual(changedLines(english, page.parse(english).serialize({ update })), [
    '-garden.end=The end</content>',
    '+garden.end=Fin &amp; &quot;fini&quot;</content>',
  ])
  const changed = page.parse(french).serialize({ update: [{ id: 'b', target: ['<2> ]]>'] }] })
  assert.deepEqual(changedLines(french, changed), ['-<![CDATA[b=<deux>\r', '+<![CDATA[b=<2> ]]]]><![CDATA[>\r'])
  assert.equal(texts(changed)[1]![1], '<2> ]]>')
})

test('the page of a new language has no objects and no texts', () => {
  const created = page.create({ language: 'cs', template: english })
  const file = page.parse(created)
  assert.equal(file.language, 'cs')
  assert.deepEqual(file.units, [])
  assert.doesNotMatch(Buffer.from(created).toString(), /<object>|Beds/)
  assert.match(Buffer.from(created).toString(), /locale="cs">[\s\S]*<translation>1</)
  const add = ['a', 'b'].map(context => ({ context, source: [], target: [`${context} < 1`] }))
  assert.match(Buffer.from(file.serialize({ add })).toString(), /<content>a=a &lt; 1\nb=b &lt; 1\n<\/content>/)
})

test('pages are recognised by their class or syntax', () => {
  assert.equal(detectFormat('Translations.xml', english), 'xwiki-page-properties')
  assert.equal(detectFormat('Crlf.fr.xml', french), 'xwiki-page-properties')
  assert.equal(detectFormat('a.xml', Buffer.from('<xwikidoc><content/></xwikidoc>')), 'xwiki-fullpage')
})

test('mistakes are reported', () => {
  assert.throws(() => page.parse(Buffer.from('<xwikidoc/>')), /has no <content>/)
  assert.throws(() => page.parse(Buffer.from('<xwikidoc><content><b/></content></xwikidoc>')), /contains elements/)
})
