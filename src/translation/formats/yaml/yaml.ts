// YAML files without a language key: nested strings by path.

import { isMap, isScalar, isSeq } from 'yaml'
import { decode, newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, NewUnit, ParsedFile, ParseOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import { decodePath } from '../json/path.ts'
import { editYaml } from '../ruby-yaml/edit.ts'
import { columnOf } from '../ruby-yaml/lines.ts'
import { readYaml, type YamlText } from '../ruby-yaml/reader.ts'
import { commonStyle } from '../ruby-yaml/ruby-yaml.ts'
import { entriesOf, type YamlDialect, type YamlMap, type YamlPair, type YamlSeq } from '../ruby-yaml/units.ts'
import { textFile } from '../text-file.ts'

export const yaml: FileFormat = {
  id: 'yaml',
  name: 'YAML file',
  extensions: ['yml', 'yaml', 'pyml'],
  monolingual: true,
  nests: true,
  states: [],
  flags: [],
  parse: parseYaml,
  create: createYaml,
}

// YAML 1.2 has no other booleans than true and false.
const yaml12: YamlDialect = { hasPlurals: false, words: /^(?:y|n|yes|no|on|off)$/i }

function parseYaml(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const { text } = decoded
  const { document, comments } = readYaml(text)
  const root = rootOf(text, document)
  const entries = root === undefined ? [] : entriesOf(text, root, comments, options, yaml12)
  const indent = indentOf(text, root) ?? options.template?.layout.indent ?? '  '
  return textFile({
    format: 'yaml',
    decoded,
    units: entries.map(({ unit }) => unit),
    layout: { indent },
    edit: changes =>
      editYaml(changes, {
        text,
        newline: newlineOf(text, options.template?.layout.newline),
        indent,
        style: commonStyle(entries),
        entries,
        comments,
        top: undefined,
        root,
        language: undefined,
        place: (added: Pick<NewUnit, 'id' | 'context'>) => {
          const path = decodePath(added.id ?? added.context)
          // A path into a list at the top has no name before its index.
          return [isSeq(root) && path[0] === '' ? path.slice(1) : path]
        },
      }),
  })
}

function rootOf(text: string, document: YamlText['document']): YamlMap | YamlSeq | undefined {
  const contents = document?.contents ?? null
  if (contents === null) return undefined
  if (isScalar(contents) && contents.value === null && contents.range[0] === contents.range[1]) return undefined
  if (!isMap(contents) && !isSeq(contents)) failAt(text, contents.range[0], 'expected keys at the top of the file')
  return contents as YamlMap | YamlSeq
}

// The indentation of the first map inside another.
function indentOf(text: string, root: YamlMap | YamlSeq | undefined): string | undefined {
  for (const pair of (isMap(root) ? root.items : []) as YamlPair[]) {
    const value = pair.value
    if (!isMap(value) || value.flow || value.items.length === 0) continue
    const width = columnOf(text, (value as YamlMap).items[0]!.key.range[0]) - columnOf(text, pair.key.range[0])
    if (width > 0) return ' '.repeat(width)
  }
  return undefined
}

function createYaml({ template }: CreateOptions): Uint8Array {
  return Buffer.from(`{}${Buffer.from(template ?? []).includes('\r\n') ? '\r\n' : '\n'}`)
}
