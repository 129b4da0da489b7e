import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { docx } from '../docx/docx.ts'
import type { FileFormat } from '../format.ts'
import { html } from '../html/html.ts'
import { markdown } from '../markdown/markdown.ts'
import { odf } from '../odf/odf.ts'
import { changedLines, fixture } from '../testing.ts'
import { readZipSync } from '../zip/read-zip.ts'
import { writeZip } from '../zip/write-zip.ts'

/** Writes translations, by source text, into the file of a language. */
function translate(
  format: FileFormat,
  template: Uint8Array,
  translations: Readonly<Record<string, string>>,
  begin: Uint8Array = Buffer.of(),
): Uint8Array {
  const base = format.parse(template)
  const update = base.units.flatMap(({ id, target }) => {
    const text = translations[target[0]!]
    return text === undefined ? [] : [{ id, target: [text] }]
  })
  return format.parse(begin, { template: base }).serialize({ update })
}

/** The translations in a file, by source text. */
function translationsIn(format: FileFormat, template: Uint8Array, content: Uint8Array): Record<string, string> {
  const base = format.parse(template)
  const units = format.parse(content, { template: base }).units
  return Object.fromEntries(
    units.flatMap(({ target }, i) => (target[0] === '' ? [] : [[base.units[i]!.target[0]!, target[0]!]])),
  )
}

const sample = (folder: string, name: string): Buffer => fixture(path.join(import.meta.dirname, '..', folder), name)

const PAGE = '# Garden\n\nOpen the gate.\n\n- Rakes\n- Spades\n'

test('a translation is the template with the translated texts', () => {
  const czech = translate(markdown, Buffer.from(PAGE), { Garden: 'Zahrada', Spades: 'Rýče' })
  assert.equal(Buffer.from(czech).toString(), '# Zahrada\n\nOpen the gate.\n\n- Rakes\n- Rýče\n')
  assert.deepEqual(translationsIn(markdown, Buffer.from(PAGE), czech), { Garden: 'Zahrada', Spades: 'Rýče' })
  const next = translate(markdown, Buffer.from(PAGE), { Rakes: 'Hrábě' }, czech)
  assert.deepEqual(changedLines(czech, next), ['-- Rakes', '+- Hrábě'])
})

test('a new language without translations is a copy of the template', () => {
  assert.equal(Buffer.from(translate(markdown, Buffer.from(PAGE), {})).toString(), PAGE)
})

test('emptied translations show the source again', () => {
  const czech = translate(markdown, Buffer.from(PAGE), { Garden: 'Zahrada' })
  assert.equal(Buffer.from(translate(markdown, Buffer.from(PAGE), { Garden: '' }, czech)).toString(), PAGE)
})

test('keys of strings survive changes elsewhere in the document', () => {
  const keys = (text: string) =>
    new Map(markdown.parse(Buffer.from(text)).units.map(({ id, target }) => [target[0], id]))
  const before = keys(PAGE)
  const after = keys(PAGE.replace('- Rakes', 'New text.\n\n- Hoes\n- Rakes'))
  for (const [text, id] of before) assert.equal(after.get(text), id)
})

test('finds translations by the texts around them after the template changed', () => {
  const old = translate(markdown, Buffer.from(PAGE), { 'Open the gate.': 'Otevřete branku.' })
  const changed = Buffer.from(PAGE.replace('# Garden', '# Garden\n\n## New\n\nText'))
  const base = markdown.parse(changed)
  const units = markdown.parse(old, { template: base }).units
  const found = units.filter(({ target }) => target[0] !== '')
  assert.deepEqual(
    found.map(({ target, fuzzy }) => [target[0], fuzzy]),
    // Where blocks were inserted, people have to look.
    [['Otevřete branku.', true]],
  )
})

test('texts that look like Markdown syntax stay texts', () => {
  for (const text of ['# no heading', '1. no list', '- dash', '> quote', '```', '---', '[a]: b', '\\# slash', '<div>'])
    assert.deepEqual(
      translationsIn(markdown, Buffer.from(PAGE), translate(markdown, Buffer.from(PAGE), { 'Open the gate.': text })),
      { 'Open the gate.': text },
    )
})

test('blocks of a text keep the prefix of their lines', () => {
  const quoted = Buffer.from('> - one\n>   two\n')
  const czech = translate(markdown, quoted, { 'one\ntwo': 'jedna\ndvě\ntři' })
  assert.equal(Buffer.from(czech).toString(), '> - jedna\n>   dvě\n>   tři\n')
})

test('HTML with open or block tags is refused with the reason', () => {
  for (const text of ['<b>bold', '</p>', '<p>block</p>', 'a < b <i>', '<!-- hidden -->'])
    assert.match(html.refuses!(text) ?? '', /only inline tags/, text)
  for (const text of ['<b>bold</b>', 'a &lt; b', 'Tom & Jerry', 'line<br>line', '5 < 6'])
    assert.equal(html.refuses!(text), undefined, text)
})

test('elements that their author excludes are no strings', () => {
  const page = '<p>Text <span translate="no">Name</span></p><p translate=no>Code</p><p data-translate-ignore>Raw</p>'
  assert.deepEqual(
    html.parse(Buffer.from(page)).units.map(({ target }) => target[0]),
    ['Text'],
  )
})

test('formatting in office documents is shown as tags, which may move', () => {
  const guide = sample('odf', 'guide.odt')
  const [, text] = odf.parse(guide).units.map(({ target }) => target[0]!)
  assert.equal(text, 'Open the <g id="1">gate</g> & follow<x id="2"/>the <g id="3">gravel path</g>.')
  const czech = 'Po <g id="3">cestě</g><x id="2"/>ke <g id="1">brance</g>.'
  const written = translate(odf, guide, { [text]: czech })
  assert.deepEqual(translationsIn(odf, guide, written), { [text]: czech })
  const xml = readZipSync(Buffer.from(written), () => true, { maxFiles: 9, maxBytes: 1e6 })
    .get('content.xml')!
    .toString()
  assert.match(xml, /Po <text:a xlink:href="http:\/\/example.org\/">cestě<\/text:a><text:s\/>ke <text:span/)
})

test('only the changed parts of an office document differ', () => {
  const guide = sample('docx', 'guide.docx')
  const parts = (bytes: Uint8Array) => readZipSync(Buffer.from(bytes), () => true, { maxFiles: 9, maxBytes: 1e6 })
  const before = parts(guide)
  const after = parts(translate(docx, guide, { Tool: 'Nástroj' }))
  assert.deepEqual([...after.keys()], [...before.keys()])
  for (const [name, content] of before)
    assert.equal(after.get(name)!.equals(content), name !== 'word/document.xml', name)
  assert.equal(
    after.get('word/document.xml')!.toString(),
    before.get('word/document.xml')!.toString().replace('<w:t>Tool</w:t>', '<w:t xml:space="preserve">Nástroj</w:t>'),
  )
})

test('notes and pictures stay in Word documents that are translated without them', () => {
  const note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
  const text = (value: string) => `<w:r><w:t xml:space="preserve">${value}</w:t></w:r>`
  const bookmark = '<w:bookmarkStart w:id="1"/>'
  const body = (inner: string) => `<w:document xmlns:w="w"><w:p>${bookmark}${inner}${note}</w:p></w:document>`
  const bytes = writeZip(
    new Map([['word/document.xml', Buffer.from(body(text('One') + note + text('two')))]]),
    new Date(0),
  )
  const written = translate(docx, bytes, { 'One<x id="1"/>two': 'Jedna dvě' })
  assert.deepEqual(translationsIn(docx, bytes, written), { 'One<x id="1"/>two': 'Jedna dvě' })
  const parts = readZipSync(Buffer.from(written), () => true, { maxFiles: 9, maxBytes: 1e6 })
  assert.equal(parts.get('word/document.xml')!.toString(), body(text('Jedna dvě') + note))
})

test('tags that do not fit are text', () => {
  const guide = sample('odf', 'guide.odt')
  for (const text of ['<g id="9">x</g>', '</g>', '<g id="1">open', '<x id="1"/>', '<b>']) {
    const written = translate(odf, guide, { Tool: text })
    assert.deepEqual(translationsIn(odf, guide, written), { Tool: text })
  }
})

test('archives that are no documents are refused by name', () => {
  const other = writeZip(new Map([['readme.txt', Buffer.from('x')]]), new Date(0))
  assert.throws(() => odf.parse(other), /no "content.xml"/)
  assert.throws(() => docx.parse(other), /no "word\/document.xml"/)
  assert.throws(() => docx.parse(Buffer.from('text')), /no zip archive/)
  const hostile = '<!DOCTYPE w:document [<!ENTITY a "b">]><w:document xmlns:w="w"/>'
  const doctype = writeZip(new Map([['word/document.xml', Buffer.from(hostile)]]), new Date(0))
  assert.throws(() => docx.parse(doctype), /DOCTYPE/)
  const bomb = writeZip(new Map([['word/document.xml', Buffer.alloc(30_000_000, 0x20)]]), new Date(0))
  assert.throws(() => docx.parse(bomb), /times its size/)
  assert.throws(() => html.parse(Buffer.from('<div>'.repeat(1000))), /nested deeper/)
  assert.throws(() => markdown.parse(Buffer.from('a\n\n'.repeat(20)), { maxUnits: 10 }), /more than 10 strings/)
})
