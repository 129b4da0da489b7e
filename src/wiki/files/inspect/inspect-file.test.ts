import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { turnsDuring } from '#store/testing.ts'
import { inspectFile } from './inspect-file.ts'

const drawing = (inner: string, more = 'width="40" height="30"') =>
  Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${more}>${inner}</svg>`)
const blank = { create: { width: 12, height: 9, channels: 3 as const, background: '#369' } }
const faultOf = async (bytes: Buffer | string, ending: string) =>
  (await inspectFile(Buffer.from(bytes as string), ending)).fault?.[0] ?? null

describe('file inspection', () => {
  it('detects size, bit depth and type of pictures', async () => {
    const found = async (bytes: Buffer, ending: string) => {
      const { facts, fault } = await inspectFile(bytes, ending)
      return [facts.mime, facts.width, facts.height, facts.bits, facts.mediaType, fault]
    }
    const { png, jpeg, gif, webp } = {
      png: await sharp(blank).png().toBuffer(),
      jpeg: await sharp(blank).jpeg().toBuffer(),
      gif: await sharp(blank).gif().toBuffer(),
      webp: await sharp(blank).webp({ lossless: true }).toBuffer(),
    }
    assert.deepEqual(await found(png, 'png'), ['image/png', 12, 9, 8, 'BITMAP', null])
    assert.deepEqual(await found(jpeg, 'jpg'), ['image/jpeg', 12, 9, 8, 'BITMAP', null])
    assert.deepEqual((await found(gif, 'gif')).slice(0, 3), ['image/gif', 12, 9])
    assert.deepEqual(await found(webp, 'webp'), ['image/webp', 12, 9, 0, 'BITMAP', null])
    assert.deepEqual(await found(drawing('<g/>'), 'svg'), ['image/svg+xml', 40, 30, 0, 'DRAWING', null])
    assert.deepEqual((await found(drawing('', 'viewBox="0 0 300 150"'), 'svg')).slice(1, 3), [512, 256])
  })

  it('takes only objects and lists for JSON', async () => {
    const typeOf = async (text: string) => (await inspectFile(Buffer.from(text), 'txt')).facts.mime
    const texts = ['{"a": 1}', ' [1, 2]', '[[Tea]] is hot', '{{note}}', '12', '"quoted"', 'words']
    const [json, plain] = ['application/json', 'text/plain']
    assert.deepEqual(await Promise.all(texts.map(typeOf)), [json, json, plain, plain, plain, plain, plain])
  })

  it('reads camera metadata and applies the orientation', async () => {
    const photograph = await sharp(blank)
      .withExif({ IFD0: { Artist: 'Ann', Orientation: '6' }, IFD2: { FNumber: '28/10' } })
      .jpeg()
      .toBuffer()
    const { facts } = await inspectFile(photograph, 'jpg')
    assert.deepEqual([facts.metadata.Artist, facts.metadata.FNumber], ['Ann', '28/10'])
  })

  it('rejects mismatching extensions', async () => {
    const png = await sharp(blank).png().toBuffer()
    assert.equal(await faultOf(png, 'jpg'), 'filetype-mime-mismatch')
    assert.equal(await faultOf('plain words', 'png'), 'filetype-mime-mismatch')
    assert.equal(await faultOf('<?php echo 1;', 'png'), 'filetype-badmime')
    assert.equal(await faultOf('#!/bin/sh\n', 'png'), 'filetype-mime-mismatch')
    assert.equal(await faultOf(Buffer.from([0x4d, 0x5a, 0, 0, 0]), 'png'), 'filetype-bad-ie-mime')
  })
})

describe('rejects a drawing that', () => {
  const far = ' '.repeat(1100)
  const refused: Record<string, [Buffer, string]> = {
    'has a script': [drawing(`${far}<script>1</script>`), 'uploaded-script-svg'],
    'has a script under another prefix': [
      drawing(`${far}<s:script xmlns:s="http://www.w3.org/2000/svg"/>`),
      'uploaded-script-svg',
    ],
    'handles an event': [drawing('<rect onclick="x"/>'), 'uploaded-event-handler-on-svg'],
    'fetches a picture': [drawing('<image href="//192.0.2.1/"/>'), 'uploaded-href-attribute-svg'],
    'leads to a script': [drawing(`${far}<a href="javascript:x"/>`), 'uploaded-href-attribute-svg'],
    'hides a page in an address': [drawing('<a href="data:text/html,x"/>'), 'uploaded-href-unsafe-target-svg'],
    'has a page in it': [drawing('<div xmlns="http://www.w3.org/1999/xhtml"/>'), 'uploadscriptednamespace'],
    'styles with what is elsewhere': [drawing('<style>@import "x"</style>'), 'uploaded-hostile-svg'],
    'fills with what is elsewhere': [drawing('<g fill="url(http://x)"/>'), 'uploaded-remote-url-svg'],
    'sets a handler later': [drawing('<set attributeName="onload" to="x"/>'), 'uploaded-setting-event-handler-svg'],
    'names another declaration': [
      Buffer.from('<!DOCTYPE svg SYSTEM "x.dtd"><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'upload-scripted-dtd',
    ],
    'reads a file': [
      Buffer.from('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///x">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'),
      'uploadinvalidxml',
    ],
    'grows without bounds': [
      Buffer.from(
        '<!DOCTYPE svg [<!ENTITY a "xx"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
      ),
      'uploadinvalidxml',
    ],
    'is not closed': [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'), 'uploadinvalidxml'],
  }
  for (const [what, [bytes, fault]] of Object.entries(refused))
    it(what, async () => assert.equal(await faultOf(bytes, 'svg'), fault))

  it('but accepts simple entities, undeclared prefixes of attributes and other encodings', async () => {
    const entities = '<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY a "&b;"><!ENTITY b "Tea &amp; cake">'
    const text = `<!DOCTYPE svg [<!-- x -->${entities}]><svg xmlns="&ns_svg;"><title>&a; &#x263A;</title><g i:x="1"/></svg>`
    const { facts, fault } = await inspectFile(Buffer.from(text), 'svg')
    assert.deepEqual([facts.mime, facts.metadata.title, fault], ['image/svg+xml', 'Tea & cake ☺', null])
    const wide = Buffer.from(`\ufeff${drawing('<title>Tee</title>').toString()}`, 'utf16le')
    assert.equal((await inspectFile(wide, 'svg')).facts.metadata.title, 'Tee')
  })

  it('but accepts internal references and links', async () => {
    const inner = '<style>a{fill:url(#b)}</style><a href="https://example.org/"/><use href="#b"/><g fill="url(#c)"/>'
    assert.equal(await faultOf(drawing(inner), 'svg'), null)
  })
})

/** A one-pixel photograph with these segments before it. */
function photograph(...parts: readonly (readonly [kind: number, data: Buffer])[]): Buffer {
  const part = (kind: number, data: Buffer) =>
    Buffer.concat([Buffer.from([0xff, kind, (data.length + 2) >> 8, (data.length + 2) & 0xff]), data])
  const frame = part(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0]))
  const rest = [...parts.map(([kind, data]) => part(kind, data)), frame, Buffer.from([0xff, 0xda])]
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...rest])
}

const XMP = (inner: string, attributes = '') =>
  Buffer.from(`<?xpacket begin="\ufeff" id="x"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" ${attributes}>
${inner}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`)
const inPhotograph = (xmp: Buffer) =>
  [0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmp])] as const
const field = (number: number, text: string) =>
  Buffer.concat([Buffer.from([0x1c, 2, number, 0, Buffer.byteLength(text)]), Buffer.from(text)])
const press = (...fields: readonly Buffer[]) =>
  [0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), ...fields])] as const
const said = async (bytes: Buffer) => (await inspectFile(bytes, 'jpg')).facts.metadata

describe('metadata in photographs', () => {
  const titles =
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Tea</rdf:li><rdf:li xml:lang="DE">Tee</rdf:li></rdf:Alt></dc:title>'

  it('reads XMP: localized texts, lists, structures, dates and places', async () => {
    const lists = '<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Ben</rdf:li></rdf:Seq></dc:creator>'
    const place =
      '<ext:LocationShown><rdf:Bag><rdf:li rdf:parseType="Resource"><ext:City>Riga</ext:City></rdf:li></rdf:Bag></ext:LocationShown>'
    const parts = ['Fired>True', 'Return>0', 'Mode>1', 'Function>False', 'RedEyeMode>True']
    const flash = parts.map(part => `<exif:${part}</exif:${part.split('>')[0]}>`).join('')
    const inner = `${titles}${lists}${place}<exif:Flash rdf:parseType="Resource">${flash}</exif:Flash>`
    // The f-number and the colour space are not valid.
    const attributes = `xmp:CreateDate="2020-05-06T07:08:09+02:00" xmp:Rating="7" exif:GPSLatitude="56,30.5N"
 exif:FNumber="nothing" exif:ColorSpace="7" photoshop:AuthorsPosition="Chief"`
    assert.deepEqual(await said(photograph(inPhotograph(XMP(inner, attributes)))), {
      Flash: 73,
      GPSLatitude: 56 + 30.5 * (1 / 60),
      ObjectName: { 'x-default': 'Tea', de: 'Tee', _type: 'lang' },
      Artist: { 0: 'Chief, Ann', 1: 'Ben', _type: 'ol' },
      DateTimeDigitized: '2020:05:06 09:08:09',
      Rating: '5',
      CityDest: ['Riga'],
      MEDIAWIKI_EXIF_VERSION: 2,
    })
  })

  it('reads IPTC unless XMP takes precedence', async () => {
    const fields = [field(5, 'Pot'), field(80, 'Ann'), field(85, 'Chief'), field(25, 'a'), field(25, 'b')]
    const date = [field(55, '20200102'), field(60, '030405+0200')]
    assert.deepEqual(await said(photograph(inPhotograph(XMP(titles)), press(...fields, ...date))), {
      ObjectName: { 'x-default': 'Tea', de: 'Tee', _type: 'lang' },
      Artist: ['Chief, Ann'],
      Keywords: ['a', 'b'],
      DateTimeOriginal: '2020:01:02 05:04:05',
      MEDIAWIKI_EXIF_VERSION: 2,
    })
  })

  it('ignores invalid or hostile metadata', async () => {
    const none = { MEDIAWIKI_EXIF_VERSION: 2 }
    const doctype = Buffer.concat([Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]>'), XMP(titles)])
    const odd = [
      doctype,
      XMP('<dc:title>plain</dc:title>'),
      XMP(`stray${titles}`),
      Buffer.from('<a'),
      XMP(titles).subarray(0, 400),
    ]
    for (const xmp of odd) assert.deepEqual(await said(photograph(inPhotograph(xmp))), none)
    const foreign = Buffer.from([0x1c, 1, 90, 0, 3, 0x1b, 0x25, 0x5a])
    assert.deepEqual(await said(photograph(press(foreign, field(5, 'Pot')))), none)
  })
})

describe('any input', () => {
  it('is inspected without failing', async () => {
    const heads = [
      '',
      '\x89PNG\r\n\x1a\n',
      'GIF89a',
      '\xff\xd8\xff',
      'RIFF\0\0\0\0WEBPVP8X',
      '<svg ',
      '<?xml ',
      'PK\x03\x04',
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 300 }), async (head, rest) => {
        const bytes = Buffer.concat([Buffer.from(head, 'latin1'), rest])
        for (const ending of ['png', 'svg', '']) await inspectFile(bytes, ending)
      }),
      { numRuns: 300 },
    )
  })

  it('is inspected in limited time', async () => {
    const many = 200_000
    const slow: [string, string][] = [
      [`<!DOCTYPE svg${' '.repeat(many)}x`, 'svg'],
      [`<svg xmlns="http://www.w3.org/2000/svg"><style>${'url('.repeat(many)}</style></svg>`, 'svg'],
      [`<svg xmlns="http://www.w3.org/2000/svg"><style>${'@font-face{'.repeat(many)}</style></svg>`, 'svg'],
      [`<svg xmlns="http://www.w3.org/2000/svg"${' '.repeat(many)}`, 'svg'],
      [`type=${' '.repeat(many)}`, 'txt'],
      ['<?xml '.repeat(many), 'svg'],
      ['<!-- -->'.repeat(many), 'svg'],
      [`<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(many)}`, 'svg'],
      [`\x89PNG\r\n\x1a\n${'\0'.repeat(many * 12)}`, 'png'],
      [`GIF89a\0\0\0\0\0\0\0!\xfe${'\x01a'.repeat(many)}`, 'gif'],
    ]
    for (const [text, ending] of slow) {
      // CPU time, so a busy machine does not fail the test.
      const begun = process.cpuUsage()
      await inspectFile(Buffer.from(text, 'latin1'), ending)
      const { user, system } = process.cpuUsage(begun)
      assert.ok(user + system < 2_000_000, text.slice(0, 60))
    }
  })

  it('is inspected without blocking the event loop', async () => {
    const long = drawing('<g><rect width="1"/></g>'.repeat(40_000))
    assert.ok((await turnsDuring(() => inspectFile(long, 'svg'))) > 5)
  })
})
