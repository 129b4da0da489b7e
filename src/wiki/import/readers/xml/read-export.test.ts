import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { decompress } from '../decompress/decompress.ts'
import { DumpError } from '../dump-error.ts'
import type { ExportEvent, ExportRevision } from './export-events.ts'
import { readExport } from './read-export.ts'
import { comparable, referenceEvents } from './testing-saxes.ts'
import type { XmlLimits } from './xml-tokens.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../../../../shared')

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function eventsOf(
  xml: string | Buffer,
  size = 1 << 18,
  options: { limits?: Partial<XmlLimits>; resume?: { position: number } } = {},
): Promise<ExportEvent[]> {
  const source = await decompress(cut(Buffer.from(xml), size), 'dump.xml')
  const events: ExportEvent[] = []
  for await (const batch of readExport(source, options)) events.push(...batch.events)
  return events
}

const wrap = (inner: string, version = '0.11') =>
  `<mediawiki xmlns="http://www.mediawiki.org/xml/export-${version}/" version="${version}" xml:lang="en">\n${inner}\n</mediawiki>\n`
const pageWith = (inner: string) => `<page><title>A page</title><ns>0</ns><id>1</id>${inner}</page>`
const revisionWith = (inner: string) =>
  pageWith(`<revision><id>2</id><timestamp>2020-01-01T00:00:00Z</timestamp>${inner}</revision>`)

async function revisionOf(inner: string): Promise<ExportRevision> {
  return (await eventsOf(wrap(revisionWith(inner)))).find(event => event.kind === 'revision')!
}

const refused = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DumpError, `expected a DumpError, got ${error}`)
  assert.match(error.message, pattern)
  assert.match(error.message, /^dump\.xml: .* at byte \d+/)
  return true
}

describe('agreement with a complete XML parser', () => {
  const files = ['corpus/scenario-full', 'corpus/scenario-current', 'corpus/scenario-logs', 'data/smallwiki']
  for (const name of files) {
    const file = path.join(shared, `${name}.xml.gz`)
    const skip = existsSync(file) ? false : 'the shared corpus is not there'
    test(name, { skip }, async () => {
      const xml = gunzipSync(readFileSync(file))
      const expected = referenceEvents(xml.toString())
      for (const size of [1 << 18, 4099]) assert.deepEqual(comparable(await eventsOf(xml, size)), expected)
    })
  }

  const text = fc.string({ unit: fc.constantFrom(...'ab \n\t&<>"\'é中😀]{[|', '&lt;', '\r\n', '\r') })
  const escaped = (value: string) =>
    value.replace(/[&<>"']/g, found => `&#${found === '&' ? 'x26' : found.charCodeAt(0)};`)
  const element = (name: string, value: fc.Arbitrary<string>) =>
    fc.option(value).map(inner => (inner === null ? '' : `<${name}>${inner}</${name}>`))
  const words = text.map(escaped)
  const contributor = fc.oneof(
    fc.constant('<contributor deleted="deleted" />'),
    words.map(name => `<contributor><username>${name}</username><id>7</id></contributor>`),
    fc.constant('<contributor><ip>127.0.0.1</ip></contributor>'),
  )
  const textElement = fc.oneof(
    words.map(inner => `<text bytes="${inner.length}" sha1="abc" xml:space="preserve">${inner}</text>`),
    fc.constant('<text bytes="12" sha1="" deleted="deleted" />'),
    fc.constant('<text bytes="12" id="99" location="tt:99"/>'),
    text.map(inner => `<text><![CDATA[${inner.replaceAll(']]>', '')}]]><!-- x -->tail</text>`),
  )
  const other = textElement.map(
    inner => `<content><role>aux</role><origin>1</origin><model>json</model>${inner}</content>`,
  )
  const revision = fc
    .tuple(contributor, element('comment', words), textElement, fc.array(other, { maxLength: 2 }), fc.boolean())
    .map(
      ([who, comment, main, others, minor]) =>
        `<revision>\n<id>5</id><parentid>4</parentid> <timestamp>2020-01-01T00:00:00Z</timestamp>${who}` +
        `${minor ? '<minor />' : ''}${comment}<model>wikitext</model>${main}<sha1/>${others.join('\n')}</revision>`,
    )
  const page = fc
    .tuple(words, fc.array(revision, { maxLength: 3 }), fc.option(words))
    .map(
      ([title, revisions, target]) =>
        `<page><title>${title}</title><ns>0</ns><id>3</id>${target === null ? '' : `<redirect title="${target}" />`}` +
        `${revisions.join('')}<discussionthreadinginfo><a><b>x</b></a>y</discussionthreadinginfo></page>`,
    )

  test('reads generated exports truncated at any byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(page, { maxLength: 4 }), fc.integer({ min: 1, max: 300 }), async (pages, size) => {
        const xml = wrap(pages.join('\n'))
        assert.deepEqual(comparable(await eventsOf(xml, size)), referenceEvents(xml))
      }),
      { numRuns: 150 },
    )
  })
})

describe('export contents', () => {
  test('reads hidden contributors, comments and texts', async () => {
    const revision = await revisionOf(
      '<contributor deleted="deleted" /><comment deleted="deleted" /><text bytes="1" sha1="" deleted="deleted" />',
    )
    assert.equal(revision.contributor?.deleted, true)
    assert.equal(revision.commentDeleted, true)
    assert.equal(revision.comment, undefined)
    assert.equal(revision.main.textDeleted, true)
    assert.equal(revision.main.text, undefined)
    assert.equal(revision.main.bytes, 1)
  })

  test('distinguishes an empty text from a stub', async () => {
    assert.equal(
      (await revisionOf('<text bytes="0" sha1="phoiac9h4m842xq45sp7s6u21eteeq1" xml:space="preserve" />')).main.text
        ?.length,
      0,
    )
    const stub = (await revisionOf('<text bytes="9" id="4" location="tt:4" />')).main
    assert.equal(stub.text, undefined)
    assert.equal(stub.textLocation, 'tt:4')
  })

  test('reads additional slots', async () => {
    const revision = await revisionOf(
      '<origin>2</origin><model>wikitext</model><text>main</text>' +
        '<content><role>mediainfo</role><origin>2</origin><model>json</model><format>application/json</format><text>{}</text></content>',
    )
    assert.equal(revision.main.text?.toString(), 'main')
    assert.deepEqual(
      revision.otherSlots.map(slot => [slot.role, slot.model, slot.text?.toString()]),
      [['mediainfo', 'json', '{}']],
    )
  })

  test('reads uploads with their files', async () => {
    const events = await eventsOf(
      wrap(
        pageWith(
          '<upload><timestamp>2020-01-01T00:00:00Z</timestamp><contributor><username>U</username><id>1</id></contributor>' +
            '<comment>c</comment><filename>A.png</filename><archivename>2019!A.png</archivename><src>http://x/A.png</src>' +
            '<size>3</size><sha1base36>abc</sha1base36><rel>a/aa/A.png</rel><contents encoding="base64">QUJD\n</contents></upload>',
        ),
      ),
    )
    const upload = events.find(event => event.kind === 'upload')!
    assert.equal(upload.filename, 'A.png')
    assert.equal(upload.archivename, '2019!A.png')
    assert.equal(upload.size, 3)
    assert.equal(upload.contents?.toString(), 'ABC')
  })

  test('returns a revision before its page ends', async () => {
    const seen: string[] = []
    const revision = '<revision><id>2</id><timestamp>2020-01-01T00:00:00Z</timestamp><text>x</text></revision>'
    const head = `<mediawiki version="0.10"><page><title>T</title><ns>0</ns><id>1</id>${revision.repeat(3)}`
    const source = await decompress(
      (async function* () {
        yield Buffer.from(head)
        assert.deepEqual(seen, ['page', 'revision', 'revision', 'revision'])
        yield Buffer.from('</page></mediawiki>')
      })(),
      'dump.xml',
    )
    for await (const { events } of readExport(source)) seen.push(...events.map(event => event.kind))
  })

  test('resumes at the position of any page', async () => {
    const xml = wrap([1, 2, 3].map(n => `<page><title>Page ${n}</title><ns>0</ns><id>${n}</id></page>`).join('\n'))
    const all = await eventsOf(xml)
    const starts = all.filter(event => event.kind === 'page')
    const rest = await eventsOf(xml, 50, { resume: { position: starts[1]!.position } })
    assert.deepEqual(rest, all.slice(all.indexOf(starts[1]!)))
  })
})

describe('rejects', () => {
  const cases: [name: string, xml: string, pattern: RegExp][] = [
    ['a document type', `<!DOCTYPE mediawiki [<!ENTITY a "b">]>${wrap('')}`, /DOCTYPE/],
    [
      'an entity of one’s own',
      wrap(revisionWith('<text>&lol;</text>')),
      /unknown entity "&lol;".*\(in page "A page"\)/,
    ],
    ['entities named like object properties', wrap(revisionWith('<text>&constructor;</text>')), /unknown entity/],
    ['an ampersand alone', wrap(revisionWith('<text>a & b</text>')), /"&" without ";"/],
    ['a reference to no character', wrap(revisionWith('<text>&#0;</text>')), /not a character/],
    ['a surrogate reference', wrap(revisionWith('<text>&#xD800;</text>')), /not a character/],
    ['a huge reference', wrap(revisionWith('<text>&#99999999999;</text>')), /not a character/],
    ['a control character', wrap(revisionWith('<text>a\x01b</text>')), /control character U\+0001/],
    [
      'another encoding',
      `<?xml version="1.0" encoding="windows-1251"?>${wrap('')}`,
      /declares the encoding windows-1251; only UTF-8 is supported/,
    ],
    ['another root', '<html></html>', /outermost element is <html>/],
    ['no XML at all', 'hello world, this is no XML', /is not XML/],
    ['nothing', '   ', /truncated.*without any element/],
    ['a version from the future', wrap('', '0.99'), /export version 0\.99/],
    ['crossed tags', wrap('<page><title>x</page></title>'), /closes <page> while <title> is open/],
    ['a second document', wrap('') + wrap(''), /second outermost element/],
    ['text after the end', `${wrap('')}rest`, /text after its last element/],
    ['loose text', wrap('<page>loose<title>x</title></page>'), /text directly inside <page>/],
    ['elements inside text', wrap(revisionWith('<text><b>x</b></text>')), /<b> inside <text>/],
    ['a page without title', wrap('<page><ns>0</ns></page>'), /<page> without <title>/],
    ['a revision without id', wrap(pageWith('<revision></revision>')), /<revision> without <id>/],
    ['a number that is none', wrap('<page><title>x</title><id>1e3</id></page>'), /"1e3" where a number is expected/],
    ['an attribute without quotes', wrap('<page a=b></page>'), /malformed attribute/],
    ['an attribute twice', wrap('<page a="1" a="2"></page>'), /"a" twice/],
    ['less-than inside a tag', wrap('<page a="<"></page>'), /"<" inside a tag/],
  ]
  for (const [name, xml, pattern] of cases) {
    test(name, async () => {
      await assert.rejects(eventsOf(xml), refused(pattern))
      await assert.rejects(eventsOf(xml, 3), refused(pattern))
    })
  }

  test('bytes that are not UTF-8, with their position', async () => {
    const xml = Buffer.from(wrap(revisionWith(`<text>${'ж'.repeat(500)}@</text>`)))
    const at = xml.lastIndexOf('@')
    xml[at] = 0xff
    await assert.rejects(eventsOf(xml), error => {
      assert.ok(Math.abs((error as DumpError).position! - at) < 10)
      return refused(/not UTF-8/)(error)
    })
  })

  test('a file truncated anywhere', async () => {
    const xml = Buffer.from(wrap(revisionWith('<comment>c &amp; d</comment><text bytes="4">text</text>')).trimEnd())
    for (let length = 0; length < xml.length; length++) {
      await assert.rejects(eventsOf(xml.subarray(0, length)), refused(/truncated|is not XML/))
    }
  })

  test('deep nesting, and huge tags, texts and comments', async () => {
    await assert.rejects(eventsOf(wrap('<x>'.repeat(100_000))), refused(/more than 32 deep/))
    await assert.rejects(eventsOf(wrap(`<page a="${'x'.repeat(1 << 20)}"></page>`)), refused(/tag longer than/))
    await assert.rejects(
      eventsOf(wrap(revisionWith(`<text>${'x'.repeat(100_000)}</text>`)), 1000, { limits: { maxTextBytes: 50_000 } }),
      refused(/text longer than/),
    )
    await assert.rejects(eventsOf(wrap(`<!--${'x'.repeat(1 << 20)}`)), refused(/comment longer than/))
    assert.equal((await eventsOf(`${'<!-- -->\n'.repeat(50_000)}${wrap('')}`)).length, 0)
  })

  test('reads a long text in small chunks in linear time', async () => {
    const events = await eventsOf(wrap(revisionWith(`<text>${'word &lt; '.repeat(1_500_000)}</text>`)), 4096)
    assert.equal((events[1] as ExportRevision).main.text?.length, 7 * 1_500_000)
  })
})
