import { extensionOf, isTranslatable, masksOf } from '../catalogue/guess-masks.ts'
import { detectFormat, type FileFormat, type FileUnit, FormatError, format } from '../formats/index.ts'
import { readFile } from '../formats/read-file.ts'
import { isZip, readZip } from '../formats/zip/read-zip.ts'
import { ZipWriter } from '../formats/zip/write-zip.ts'

/** The detected content of an upload. */
export interface Guess {
  readonly file_format: string
  readonly filemask: string
  readonly template: string
  readonly new_base: string
  /** Other masks, with the number of matching files. */
  readonly others: readonly { readonly mask: string; readonly files: number }[]
  /** Languages of the files that match the mask. */
  readonly languages: readonly string[]
  /** A preview of one of the files. */
  readonly shown: { readonly path: string; readonly total: number; readonly strings: readonly PreviewString[] } | null
  /** Why no file could be parsed. */
  readonly problem: string | null
}

export interface PreviewString {
  readonly key: string
  readonly source: string
  readonly target: string
}

const SHOWN = 6
const LONGEST = 200
const MOST_OTHERS = 12

/** Office documents are archives too, but are translated as files. */
const isArchive = (filename: string, content: Buffer): boolean =>
  isZip(content) && !/\.(?:xlsx|docx|od[tsp])$/i.test(filename)

/** The files of an upload: the content of an archive, or a single file. */
export async function filesOf(filename: string, content: Buffer): Promise<Map<string, Buffer>> {
  if (!isArchive(filename, content)) return new Map([[filename.split(/[\\/]/).at(-1)!, content]])
  return readZip(content, isTranslatable)
}

/** Detects languages, format and content of an upload. */
export async function guess(
  filename: string,
  content: Buffer,
  chosen: Partial<Guess> & { source: string },
): Promise<Guess> {
  const files = await filesOf(filename, content)
  const paths = [...files.keys()].sort()
  const masks = masksOf(paths)
  const mask =
    masks.find(each => each.mask === chosen.filemask) ?? (chosen.filemask === undefined ? masks[0] : undefined)
  const sources = mask?.files.filter(each => each.code === chosen.source) ?? []
  const first = sources[0]?.path ?? mask?.files[0]?.path ?? paths[0]
  const file_format = chosen.file_format ?? (first === undefined ? '' : (detectFormat(first, files.get(first)!) ?? ''))
  const kind = format(file_format)
  const filemask = chosen.filemask ?? mask?.mask ?? (first === undefined ? '' : `*.${extensionOf(first)}`)
  const template = chosen.template ?? templateFor(kind, filemask, sources[0]?.path, files)
  const new_base =
    chosen.new_base ?? (kind?.monolingual === false ? (paths.find(path => path.endsWith('.pot')) ?? '') : '')
  const looked = template !== '' && files.has(template) ? template : first
  const read =
    looked === undefined || kind === undefined ? null : await preview(kind, looked, files.get(looked)!, chosen.source)
  return {
    file_format,
    filemask,
    template,
    new_base,
    others: masks
      .filter(each => each.mask !== filemask)
      .slice(0, MOST_OTHERS)
      .map(each => ({ mask: each.mask, files: each.files.length })),
    languages: mask?.files.map(each => each.code) ?? [],
    shown: read && !('problem' in read) ? read : null,
    problem: read && 'problem' in read ? read.problem : null,
  }
}

/** The template of monolingual files. */
function templateFor(
  kind: FileFormat | undefined,
  mask: string,
  source: string | undefined,
  files: ReadonlyMap<string, Buffer>,
): string {
  if (kind === undefined || !kind.monolingual) return ''
  const plain = mask.replace(/[-._]?\*/, '')
  return source ?? (files.has(plain) ? plain : '')
}

async function preview(kind: FileFormat, path: string, content: Buffer, language: string) {
  try {
    const { units } = await readFile(kind, content, {
      language,
      ...(kind.monolingual && { byKey: 'template' as const }),
    })
    const real = units.filter(unit => !unit.obsolete)
    return { path, total: real.length, strings: real.slice(0, SHOWN).map(shownString) }
  } catch (error) {
    if (error instanceof FormatError) return { problem: `${path}: ${error.message}` }
    throw error
  }
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

const shownString = ({ source, target, context }: FileUnit): PreviewString => ({
  key: cut(context),
  source: cut(source[0] ?? ''),
  target: cut(target[0] ?? ''),
})

/**
 * Converts the upload for the API. A file whose name contains a language code is wrapped in an archive, so that it is
 * imported as that language; any other file is the source.
 */
export async function asUpload(filename: string, content: Buffer, filemask: string, at: Date) {
  const named = filename.split(/[\\/]/).at(-1)!
  if (isArchive(filename, content)) return { zipfile: { filename: named, mediaType: 'application/zip', content } }
  if (masksOf([named]).some(each => each.mask === filemask)) {
    const zip = new ZipWriter(at)
    await zip.add(named, content)
    return { zipfile: { filename: `${named}.zip`, mediaType: 'application/zip', content: Buffer.from(zip.end()) } }
  }
  return { docfile: { filename: named, mediaType: 'application/octet-stream', content } }
}
