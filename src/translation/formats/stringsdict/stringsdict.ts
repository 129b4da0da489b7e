// Apple's stringsdict files: property lists with a format per key, and plural forms per variable of the format.

import { newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import { textFile } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { decodeXml, firstElement, refuseEntities, scanXml } from '../xml/scanner.ts'
import { declareUtf8, forbidden } from '../xml/text.ts'
import { editStringsdict } from './edit.ts'
import { entriesOf } from './units.ts'

export const stringsdict: FileFormat = {
  id: 'stringsdict',
  name: 'Stringsdict file',
  extensions: ['stringsdict'],
  monolingual: true,
  forbids: forbidden,
  states: [],
  flags: [],
  parse: parseStringsdict,
  create: createStringsdict,
}

function parseStringsdict(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const root = scanXml(text, 'plist')
  refuseEntities(text, root)
  const dict = firstElement(root, 'dict')
  if (dict === undefined) failAt(text, root.start, 'expected <dict> in <plist>')
  const entries = entriesOf(text, dict, options, unitCounter(options))
  const newline = newlineOf(text, options.template?.layout.newline)
  return textFile({
    format: 'stringsdict',
    decoded,
    units: entries.map(({ unit }) => unit),
    layout: { plurals: new Set(entries.filter(({ variable }) => variable !== undefined).map(({ unit }) => unit.id)) },
    declareUtf8,
    edit: changes => editStringsdict(changes, { text, newline, dict, entries, options }),
  })
}

function createStringsdict({ template }: CreateOptions): Uint8Array {
  const newline = Buffer.from(template ?? []).includes('\r\n') ? '\r\n' : '\n'
  return Buffer.from(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
      '<plist version="1.0">',
      '<dict>',
      '</dict>',
      '</plist>',
      '',
    ].join(newline),
  )
}
