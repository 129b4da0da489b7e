// Malicious files and archives for every operation that accepts files.
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { FormatError } from '#translation/formats/format-error.ts'
import { type FileFormat, format, formats } from '#translation/formats/index.ts'
import { HARMLESS, HOSTILE } from '#translation/formats/testing-hostile-files.ts'
import { writeZip } from '#translation/formats/zip/write-zip.ts'
import { type Attack, OWN_TOKEN, type Pairs } from './attack.ts'
import { type Known, type Place, usuallyKnown } from './known.ts'

const FORMATS = formats().map(each => each.id)
const METHODS = ['translate', 'approve', 'suggest', 'fuzzy', 'replace', 'source', 'add', 'nonsense']
const CONFLICTS = ['ignore', 'replace-translated', 'replace-approved', '']

type NamedFile = readonly [name: string, content: Buffer]

const zip = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
  writeZip(new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content as string)])), new Date(0))

const po = (entries: number): string =>
  `msgid ""\nmsgstr "Language: de\\n"\n${Array.from({ length: entries }, (_, i) => `\nmsgid "a${i}"\nmsgstr "x"\n`).join('')}`

const png = (width: number, height: number): Buffer => {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080200000000000000', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

const ARCHIVES: readonly NamedFile[] = [
  ['empty.zip', zip({})],
  ['ways-out.zip', zip({ '../../de.po': po(1), '/etc/passwd': 'x', 'a\0b/de.po': po(1) })],
  ['many.zip', zip(Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`x/${i}.po`, po(1)])))],
  ['large.zip', zip({ 'x/de.po': Buffer.alloc(5_000_000, 'a') })],
  ['zip-in-zip.zip', zip({ 'x/de.po': zip({ 'x/de.po': po(1) }) })],
  ['cut-off.zip', zip({ 'x/de.po': po(100) }).subarray(0, 200)],
  ['no-directory.zip', zip({ 'x/de.po': po(100) }).subarray(0, -60)],
  ['not-a-backup.zip', zip({ 'weblate-backup.json': '{"metadata":{}}' })],
  ['deep-backup.zip', zip({ 'weblate-backup.json': '['.repeat(100_000) })],
  ['backup.zip', zip({ 'weblate-backup.json': 'null', 'weblate-memory.json': '[{}]', 'components/x.json': '{}' })],
  ['x.gz', gzipSync(Buffer.alloc(1_000_000))],
]

const PICTURES: readonly NamedFile[] = [
  ['huge.png', png(60_000, 60_000)],
  ['none.png', png(0, 0)],
  ['fake.gif', Buffer.from('GIF89a<script>alert(1)</script>')],
  ['x.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['cut.jpg', Buffer.from('ffd8ffe000104a46', 'hex')],
]

const TEXTS: readonly NamedFile[] = [
  ...[...HOSTILE, ...HARMLESS].map(({ format, content }) => [`de.${format}`, Buffer.from(content)] as const),
  ['equal.po', Buffer.from(po(500))],
  ['twice.po', Buffer.from(po(20) + po(20))],
  ['keys.yml', Buffer.from(`de:\n${'  a: b\n'.repeat(500)}`)],
  ['deep.yml', Buffer.from(`de:\n${Array.from({ length: 200 }, (_, i) => `${' '.repeat(i + 1)}a:\n`).join('')}`)],
  ['wide.csv', Buffer.from(`${'a,'.repeat(5000)}\n`)],
  ['quotes.csv', Buffer.from('"'.repeat(20_001))],
]

const EVERYTHING = [...TEXTS, ...ARCHIVES, ...PICTURES]
const any = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)

/** Any file for operations that accept files, mostly of the expected kind. */
export function fileAttacks(known: Known): fc.Arbitrary<Attack> {
  const place = any(known.places.length > 0 ? known.places : usuallyKnown.places)
  const slug = fc.nat(200).map(n => `hostile-${n}`)
  const upload = place.chain(at =>
    fc
      .tuple(any(METHODS), any(CONFLICTS), fc.oneof(mutated(at.format), fileOf(TEXTS)))
      .map(([method, conflicts, sent]) => posted(fileAddress(at), Object.entries({ method, conflicts }), 'file', sent)),
  )
  const begin = fc.tuple(place, slug, any(FORMATS)).chain(([{ project }, name, id]) => {
    const settings = { name, slug: name, file_format: id, filemask: 'x/*.po', new_lang: 'add' }
    const send = (field: string) => (sent: NamedFile) =>
      posted(`/api/projects/${project}/components/`, Object.entries(settings), field, sent)
    return fc.oneof(
      mutated(id).map(send('docfile')),
      fileOf(TEXTS).map(send('docfile')),
      fileOf(ARCHIVES).map(send('zipfile')),
    )
  })
  const restore = fc
    .tuple(slug, fileOf(ARCHIVES))
    .map(([name, sent]) =>
      posted('/api/projects/', Object.entries({ name, slug: name, web: 'https://x.org/' }), 'zipfile', sent),
    )
  const picture = fc.tuple(place, fileOf(PICTURES)).map(([{ project, component, language }, sent]) => {
    const settings = { name: 'x', project_slug: project, component_slug: component, language_code: language }
    return posted('/api/screenshots/', Object.entries(settings), 'image', sent)
  })
  const action = fileOf(PICTURES).map(sent =>
    posted('/api.php', Object.entries({ action: 'upload', format: 'json' }), 'file', sent),
  )
  return fc.oneof(
    { weight: 5, arbitrary: upload },
    { weight: 3, arbitrary: begin },
    { weight: 2, arbitrary: restore },
    { weight: 1, arbitrary: picture },
    { weight: 1, arbitrary: action },
  )
}

const fileAddress = ({ project, component, language }: Place): string =>
  `/api/translations/${project}/${component.replaceAll('/', '%252F')}/${language}/file/`

const fileOf = (usual: readonly NamedFile[]): fc.Arbitrary<NamedFile> =>
  fc.oneof({ weight: 6, arbitrary: any(usual) }, { weight: 1, arbitrary: any(EVERYTHING) })

/** A valid file of a format, with or without a mutation. */
function mutated(id: string): fc.Arbitrary<NamedFile> {
  const kind = format(id)
  if (!kind) return fileOf(TEXTS)
  const valid = VALID.get(kind.id) ?? validFile(kind)
  VALID.set(kind.id, valid)
  const name = `de.${kind.extensions[0]}`
  const at = fc.nat(valid.length)
  const cut = (content: Buffer, from: number, to: number, ...between: Buffer[]) =>
    Buffer.concat([content.subarray(0, from), ...between, content.subarray(to)])
  return fc.oneof(
    fc.constant([name, valid] as const),
    at.map(end => [name, valid.subarray(0, end)] as const),
    fc.tuple(at, at).map(([from, to]) => [name, cut(valid, Math.min(from, to), Math.max(from, to))] as const),
    fc.tuple(at, fc.constantFrom(...FRAGMENTS)).map(([from, some]) => [name, cut(valid, from, from, some)] as const),
    fc.tuple(at, at).map(([from, to]) => [name, cut(valid, from, from, valid.subarray(to))] as const),
    fc.constant([name, Buffer.from(valid.toString(), 'utf16le')] as const),
  )
}

const VALID = new Map<string, Buffer>()

function validFile(kind: FileFormat): Buffer {
  const created = kind.create({ language: 'de' })
  const strings = Object.entries({ search: 'Search', hello: 'Hello', days: '%d days' }).map(([context, text]) => ({
    context,
    source: [text],
    target: [`${text}!`],
  }))
  try {
    return Buffer.from(kind.parse(created, { language: 'de' }).serialize({ add: strings }))
  } catch (error) {
    // Some formats take no new strings, or only keys of a certain form.
    if (!(error instanceof FormatError)) throw error
    return Buffer.from(created)
  }
}

/** Inserted into a file. */
const FRAGMENTS = [
  '\0',
  '\ufeff',
  '<',
  '>',
  '&',
  '&#0;',
  '"',
  "'",
  '\\',
  '\\u',
  '{',
  '}',
  '[',
  ']',
  '\n',
  '%',
  '#',
  '\t',
]
  .concat(['\u2028', '<!--', ']]>', '<![CDATA[', '{{', 'x'.repeat(100_000)])
  .map(text => Buffer.from(text))
  .concat([Buffer.from([0xff, 0xfe]), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from([0xc0, 0x80])])

const posted = (path: string, pairs: Pairs, field: string, [filename, content]: NamedFile): Attack => ({
  api: 'files',
  method: 'POST',
  path,
  query: [],
  headers: { 'X-CSRFToken': OWN_TOKEN },
  body: { kind: 'multipart', pairs, file: { field, filename, content } },
})
