// Locale files of Ruby on Rails: one top key, the language, and nested strings below it.

import { isMap, isScalar, type Scalar } from 'yaml'
import { decode, newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, NewUnit, ParsedFile, ParseOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import { decodePath, encodePath, type Segment } from '../json/path.ts'
import { categoriesFor } from '../plural.ts'
import { textFile } from '../text-file.ts'
import { editYaml } from './edit.ts'
import { readYaml, type YamlText } from './reader.ts'
import { keyText, type ScalarStyle } from './scalar.ts'
import { entriesOf, keyOf, type YamlEntry, type YamlMap, type YamlPair } from './units.ts'

export const rubyYaml: FileFormat = {
  id: 'ruby-yaml',
  name: 'Ruby YAML file',
  extensions: ['yml', 'yaml', 'ryml'],
  recognises: ({ seen }) => seen(hasLanguageOnTop),
  monolingual: true,
  nests: true,
  states: [],
  flags: [],
  parse: parseRubyYaml,
  create: createRubyYaml,
}

// Whether the first key is a language code and stands alone at the top, judged by the start of the file.
function hasLanguageOnTop(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 262_144)).toString('utf8')
  const keys = start.match(/^(?!---|\.\.\.|%|#)[^\s].*$/gm) ?? []
  return keys.length <= 1 && /^["']?[a-z]{2,3}(?:[-_@][A-Za-z0-9]{1,8})*["']?\s*:(?:\s|$)/.test(keys[0] ?? 'en:')
}

function parseRubyYaml(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const { text } = decoded
  const { document, comments } = readYaml(text)
  const top = topOf(text, document)
  const language = top === undefined ? undefined : keyOf(top)
  const completed = { ...options, language: options.language ?? language }
  const entries = isMap(top?.value) ? entriesOf(text, top.value as YamlMap, comments, completed) : []
  const plurals = entries.filter(({ forms, unit }) => encodePath(forms[0]!.path) !== unit.id)
  const indent = indentOf(top) ?? options.template?.layout.indent ?? '  '
  return textFile({
    format: 'ruby-yaml',
    decoded,
    units: entries.map(({ unit }) => unit),
    language,
    layout: { indent, plurals: new Set(plurals.map(({ unit }) => unit.id)) },
    edit: changes =>
      editYaml(changes, {
        text,
        newline: newlineOf(text, options.template?.layout.newline),
        indent,
        style: commonStyle(entries),
        entries,
        comments,
        top,
        root: isMap(top?.value) ? (top.value as YamlMap) : undefined,
        language: language ?? options.language ?? 'en',
        place: added => placesOf(added, completed),
      }),
  })
}

function topOf(text: string, document: YamlText['document']): YamlPair | undefined {
  const contents = document?.contents ?? null
  if (contents === null || (isScalar(contents) && contents.value === null)) return undefined
  const pairs = isMap(contents) ? (contents as YamlMap).items : undefined
  const [top] = pairs ?? []
  if (pairs?.length === 0) return undefined
  if (top === undefined || pairs!.length > 1 || keyOf(top) === undefined) {
    failAt(text, contents.range[0], 'expected one top key, the language of the file')
  }
  const empty = top.value === null || (isScalar(top.value) && top.value.value === null)
  if (!isMap(top.value) && !empty) failAt(text, top.key.range[1], 'expected keys below the language')
  return top
}

// The indentation of the first nested line relative to the line above.
function indentOf(top: YamlPair | undefined): string | undefined {
  const value = top?.value
  if (!isMap(value) || value.flow || value.items.length === 0) return undefined
  const key = (value as YamlMap).items[0]!.key
  const width = key.range[0] - value.range[0]
  return width > 0 ? ' '.repeat(width) : undefined
}

// The most common style of values, used for new ones.
export function commonStyle(entries: readonly YamlEntry[]): ScalarStyle {
  const counts = new Map<string, number>()
  for (const { scalar } of entries.flatMap(({ forms }) => forms)) {
    const type = (scalar as Scalar | undefined)?.type
    if (type === 'PLAIN' || type === 'QUOTE_SINGLE' || type === 'QUOTE_DOUBLE')
      counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  return (most?.[0] ?? 'QUOTE_DOUBLE') as ScalarStyle
}

function placesOf(added: Pick<NewUnit, 'id' | 'context' | 'target' | 'plural'>, options: ParseOptions): Segment[][] {
  const path = decodePath(added.id ?? added.context)
  const plural = added.plural ?? added.target.length > 1
  return plural ? categoriesFor(options.plural, options.language).map(category => [...path, category]) : [path]
}

function createRubyYaml({ language, template }: CreateOptions): Uint8Array {
  const newline = Buffer.from(template ?? []).includes('\r\n') ? '\r\n' : '\n'
  return Buffer.from(`${keyText(language)}:${newline}`)
}
