// Qt Linguist translation sources (TS).

import { newlineOf } from '../encoding.ts'
import type { CreateOptions, FileChanges, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { textFile } from '../text-file.ts'
import { counted, decodeXml, refuseEntities, rootName, scanXml } from '../xml/scanner.ts'
import { declareUtf8, escapeAttribute } from '../xml/text.ts'
import { editMessages } from './edit.ts'
import { languageOf, messagesOf } from './units.ts'

export const ts: FileFormat = {
  id: 'ts',
  name: 'Qt Linguist translation file',
  // TypeScript sources have the same extension.
  extensions: ['ts', 'xml'],
  recognises: ({ seen }) => seen(rootName) === 'TS',
  monolingual: false,
  states: ['fuzzy'],
  flags: [],
  parse: parseTs,
  create: createTs,
}

export function parseTs(bytes: Uint8Array, options: ParseOptions = {}, format = 'ts'): ParsedFile {
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const root = scanXml(text, 'TS', counted(['message'], options))
  refuseEntities(text, root)
  const entries = messagesOf(text, root, options)
  const headers = ['version', 'language', 'sourcelanguage'].filter(name => root.attributes.has(name))
  return textFile({
    format,
    decoded,
    units: entries.map(({ unit }) => unit),
    headers: new Map(headers.map(name => [name, root.attributes.get(name)!])),
    plural: options.plural,
    language: languageOf(root),
    sourceLanguage: root.attributes.get('sourcelanguage'),
    layout: { plurals: new Set(entries.filter(({ plural }) => plural).map(({ unit }) => unit.id)) },
    declareUtf8,
    edit: changes => editMessages(changes, text, root, entries, newlineOf(text)),
  })
}

function createTs(options: CreateOptions): Uint8Array {
  const { language, sourceLanguage, plural, maxBytes } = options
  const headers = {
    language,
    ...(sourceLanguage === undefined ? {} : { sourcelanguage: sourceLanguage }),
    ...options.headers,
  }
  if (options.template === undefined) {
    const attributes = Object.entries({ version: '2.1', ...headers }).map(
      ([name, value]) => ` ${name}="${escapeAttribute(value)}"`,
    )
    return Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS${attributes.join('')}>\n</TS>\n`)
  }
  const { text } = decodeXml(options.template, { maxBytes })
  const template = parseTs(Buffer.from(declareUtf8(text)), { language, plural })
  return template.serialize({
    headers,
    ...emptied(template, plural),
  })
}

/** Changes that remove obsolete messages and all translations. */
export function emptied(template: ParsedFile, plural: CreateOptions['plural']): FileChanges {
  const count = (id: string, forms: number) => (template.layout.plurals?.has(id) ? (plural?.count ?? forms) : 1)
  return {
    remove: template.units.filter(unit => unit.obsolete).map(({ id }) => id),
    update: template.units
      .filter(unit => !unit.obsolete)
      .map(({ id, target }) => ({
        id,
        fuzzy: false,
        target: Array.from({ length: count(id, target.length) }, () => ''),
      })),
  }
}
