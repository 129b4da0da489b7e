import { escapeHtml } from '#html/html.ts'
import { autonym } from '#languages/wiki-languages.ts'
import { unserialize } from '../php/unserialize.ts'
import type { FileVersion } from './file-version.ts'

export type Metadata = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses metadata extracted at upload: JSON since MediaWiki 1.38, PHP serialization before. */
export function readMetadata(bytes: Buffer | null): Metadata {
  const text = bytes?.toString() ?? ''
  if (text === '' || text === '0' || text === '-1') return {}
  try {
    const value: unknown = text.startsWith('{') ? JSON.parse(text) : asPlain(unserialize(bytes!))
    if (!isObject(value)) return {}
    return isObject(value.data) ? value.data : value
  } catch {
    return {}
  }
}

/** PHP arrays as objects, or as arrays if their keys count from 0. */
export function asPlain(value: unknown): unknown {
  if (value instanceof Map) {
    const entries = [...value].map(([key, entry]) => [key, asPlain(entry)] as const)
    if (entries.every(([key], index) => key === index)) return entries.map(([, entry]) => entry)
    return Object.fromEntries(entries.map(([key, entry]) => [String(key), entry]))
  }
  return Buffer.isBuffer(value) ? value.toString() : value
}

/** Formats whose metadata is plain EXIF. */
const isPhotograph = (mime: string): boolean => mime === 'image/jpeg' || mime === 'image/tiff'

const EXIF_VERSION = 'MEDIAWIKI_EXIF_VERSION'

/** Whether the camera's orientation tag rotates the picture. */
export function isTurned({ mime, metadata }: Pick<FileVersion, 'mime' | 'metadata'>): boolean {
  if (mime !== 'image/jpeg') return false
  return [3, 6, 8].includes(Number(readMetadata(metadata).Orientation))
}

const DRAWING_NAMES: Readonly<Record<string, string>> = { title: 'ObjectName', description: 'ImageDescription' }

/** The metadata all formats share, under EXIF names. */
export function commonMetadata(data: Metadata, mime: string): Metadata {
  if (mime === 'image/svg+xml') {
    const supported = Object.entries(data).filter(([name]) => Object.hasOwn(DRAWING_NAMES, name.toLowerCase()))
    return Object.fromEntries(supported.map(([name, value]) => [DRAWING_NAMES[name.toLowerCase()]!, value]))
  }
  const inner = isPhotograph(mime) ? data : isObject(data.metadata) ? data.metadata : {}
  return Object.fromEntries(Object.entries(inner).filter(([name]) => !name.startsWith('_MW_') && name !== EXIF_VERSION))
}

/** Version 1 of the EXIF format had no lists: fields with several values became text. */
export function withoutLists(data: Metadata, mime: string): Metadata {
  if (!isPhotograph(mime) || data[EXIF_VERSION] !== 2) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (name === EXIF_VERSION) return [name, 1]
      if (name === 'Software' && Array.isArray(value)) return [name, softwareText(value)]
      return [name, typeof value === 'object' && value !== null ? flattened(value) : value]
    }),
  )
}

/** Programs with a version are stored as pairs. */
const softwareText = (programs: readonly unknown[]): unknown =>
  flattened(programs.map(program => (Array.isArray(program) ? `${program[0]} (Version ${program[1]})` : program)))

/** The default text, followed by the languages that differ from it. */
function flattenedLanguages({ _type, 'x-default': usual, ...others }: Record<string, unknown>): string {
  const items = Object.entries(others).filter(([, text]) => text !== usual)
  const first = usual === undefined ? '' : `${escapeHtml(String(usual))}\n\n`
  const lines = items.map(([code, text]) => `*<strong>${languageName(code)}:</strong> ${escapeHtml(String(text))}`)
  return `${first}${lines.join('')}`
}

const languageName = (code: string): string => autonym(code) ?? autonym(code.split('-')[0]!) ?? code

function flattened(value: object): unknown {
  if ('_type' in value && value._type === 'lang') return flattenedLanguages(value as Record<string, unknown>)
  // List types and languages are stored among the values, under names that start with an underscore or "x-".
  const values = Object.entries(value)
    .filter(([name]) => !name.startsWith('_'))
    .map(([, entry]) => (typeof entry === 'object' && entry !== null ? flattened(entry) : entry))
  if (values.length === 1) return values[0]
  const isNumbered = '_type' in value && value._type === 'ol'
  return values.map(entry => `${isNumbered ? '\n#' : '\n*'}${entry}`).join('')
}
