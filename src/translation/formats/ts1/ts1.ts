// Qt Linguist files of version 1, as of Qt 3: no languages and no plurals, otherwise like newer ones.

import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { shown } from '../text-file.ts'
import { emptied, parseTs } from '../ts/ts.ts'
import { decodeXml, rootName } from '../xml/scanner.ts'
import { declareUtf8 } from '../xml/text.ts'

export const ts1: FileFormat = {
  id: 'ts1',
  name: 'Qt Linguist translation file (version 1)',
  extensions: ['ts', 'xml'],
  recognises: ({ seen }) => seen(isVersion1),
  monolingual: false,
  states: ['fuzzy'],
  flags: [],
  parse: parseTs1,
  create: createTs1,
}

function isVersion1(bytes: Uint8Array): boolean {
  if (rootName(bytes) !== 'TS') return false
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const version = /<TS(?=[\s>])[^>]*?\sversion\s*=\s*["']([^"']*)/.exec(text)?.[1]
  return version === undefined || /^1(?:\.|$)/.test(version)
}

function parseTs1(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const file = parseTs(bytes, options, 'ts1')
  return {
    ...file,
    serialize: changes => {
      const plural = changes?.add?.find(added => added.plural ?? (added.source.length > 1 || added.target.length > 1))
      if (plural !== undefined)
        throw new FormatError(`"${shown(plural.context)}" has plural forms, which files of version 1 cannot have`)
      return file.serialize(changes)
    },
  }
}

function createTs1({ template, maxBytes }: CreateOptions): Uint8Array {
  if (template === undefined) return Buffer.from('<!DOCTYPE TS><TS>\n</TS>\n')
  const file = parseTs(Buffer.from(declareUtf8(decodeXml(template, { maxBytes }).text)), {}, 'ts1')
  return file.serialize(emptied(file, undefined))
}
