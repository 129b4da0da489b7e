// Files and archives that mean harm, through every door that takes a file.
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { HARMLESS, HOSTILE } from '#translation/formats/hostile-files.ts'
import { formats } from '#translation/formats/index.ts'
import { writeZip } from '#translation/formats/zip/write-zip.ts'
import { type Attack, OWN_TOKEN, type Pairs, type SentFile } from './attack.ts'
import type { Known } from './known.ts'

const FORMATS = formats().map(each => each.id)
const METHODS = ['translate', 'approve', 'suggest', 'fuzzy', 'replace', 'source', 'add', 'nonsense']
const CONFLICTS = ['ignore', 'replace-translated', 'replace-approved', '']

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

const ARCHIVES: readonly (readonly [name: string, content: Buffer])[] = [
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

const PICTURES: readonly (readonly [name: string, content: Buffer])[] = [
  ['huge.png', png(60_000, 60_000)],
  ['none.png', png(0, 0)],
  ['fake.gif', Buffer.from('GIF89a<script>alert(1)</script>')],
  ['x.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['cut.jpg', Buffer.from('ffd8ffe000104a46', 'hex')],
]

const TEXTS: readonly (readonly [name: string, content: Buffer])[] = [
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

/** Any file where a file is taken, mostly of the kind that is. */
export function fileAttacks(known: Known): fc.Arbitrary<Attack> {
  const project = any(known.project ?? ['hello'])
  const component = any(known.component ?? ['main'])
  const language = any(known.language ?? ['de'])
  const slug = fc.nat(200).map(n => `hostile-${n}`)
  const upload = fc.tuple(project, component, language, any(METHODS), any(CONFLICTS), fileOf(TEXTS, 'file')).map(
    ([at, part, into, method, conflicts, sent]) =>
      posted(`/api/translations/${at}/${part}/${into}/file/`, [['method', method], ['conflicts', conflicts]], sent), // biome-ignore format: pairs
  )
  const begin = fc
    .tuple(project, slug, any(FORMATS), fc.oneof(fileOf(TEXTS, 'docfile'), fileOf(ARCHIVES, 'zipfile')))
    .map(([at, name, format, sent]) => {
      const settings = { name, slug: name, file_format: format, filemask: 'x/*.po', new_lang: 'add' }
      return posted(`/api/projects/${at}/components/`, Object.entries(settings), sent)
    })
  const restore = fc
    .tuple(slug, fileOf(ARCHIVES, 'zipfile'))
    .map(([name, sent]) => posted('/api/projects/', Object.entries({ name, slug: name, web: 'https://x.org/' }), sent))
  const picture = fc.tuple(project, component, language, fileOf(PICTURES, 'image')).map(([at, part, into, sent]) => {
    const settings = { name: 'x', project_slug: at, component_slug: part, language_code: into }
    return posted('/api/screenshots/', Object.entries(settings), sent)
  })
  const action = fileOf(PICTURES, 'file').map(sent => ({
    ...posted('/api.php', [['action', 'upload'], ['format', 'json']], sent), // biome-ignore format: pairs
  }))
  return fc.oneof(
    { weight: 5, arbitrary: upload },
    { weight: 3, arbitrary: begin },
    { weight: 2, arbitrary: restore },
    { weight: 1, arbitrary: picture },
    { weight: 1, arbitrary: action },
  )
}

const fileOf = (usual: readonly (readonly [string, Buffer])[], field: string): fc.Arbitrary<SentFile> =>
  fc
    .oneof({ weight: 6, arbitrary: any(usual) }, { weight: 1, arbitrary: any(EVERYTHING) })
    .map(([filename, content]) => ({ field, filename, content }))

const posted = (path: string, pairs: Pairs, file: SentFile): Attack => ({
  api: 'files',
  method: 'POST',
  path,
  query: [],
  headers: { 'X-CSRFToken': OWN_TOKEN },
  body: { kind: 'multipart', pairs, file },
})
