// Applies parameters that concern a whole file to the bytes that a format wrote.

import { canEncode, type Decoded, decode, decodeUtf8Or, encode, encodeChanged } from '../encoding.ts'
import type { FileParams } from '../file-params.ts'
import type { ParsedFile } from '../format.ts'
import { applySplices } from '../splice.ts'
import { decodeXml, localName, rootName, scanXml, type XmlElement } from '../xml/scanner.ts'
import { layOutJson } from './json-layout.ts'

/** The file, written with the parameters. Without changes, it keeps its bytes. */
export function withParams(file: ParsedFile, content: Uint8Array, params: FileParams | undefined): ParsedFile {
  if (params === undefined || Object.keys(params).length === 0) return file
  return {
    ...file,
    serialize: changes => {
      const written = file.serialize(changes)
      return Buffer.compare(written, content) === 0 ? written : applyParams(written, params)
    },
  }
}

/** Only parameters of the file's format are set. */
function applyParams(bytes: Uint8Array, params: FileParams): Uint8Array {
  const { yaml_line_break, strings_encoding, properties_encoding, csv_encoding, csv_simple_encoding } = params
  if (Object.keys(params).some(name => name.startsWith('json_')))
    return edited(decode(bytes), text => layOutJson(text, params))
  if (yaml_line_break === 'dos') return edited(decode(bytes), text => text.replaceAll(/\r?\n/g, '\r\n'))
  if (params.xml_closing_tags === true) return edited(decodeXml(bytes, {}), text => withClosingTags(text, bytes))
  if (strings_encoding !== undefined) return converted(decode(bytes), strings_encoding)
  if (properties_encoding !== undefined) return converted(decodeUtf8Or('iso-8859-1', bytes), properties_encoding)
  if (csv_encoding !== undefined) return converted(decode(bytes), csv_encoding)
  if (csv_simple_encoding !== undefined) return converted(decodeUtf8Or('iso-8859-1', bytes), csv_simple_encoding)
  return bytes
}

const edited = (decoded: Decoded, edit: (text: string) => string): Uint8Array =>
  encodeChanged(edit(decoded.text), decoded)

function converted({ text }: Decoded, name: string): Uint8Array {
  if (name === 'utf-16') return encode(text, { encoding: 'utf-16le', byteOrderMark: true })
  const target = { encoding: name, byteOrderMark: false, isGuess: name !== 'utf-8' }
  // A translation never prevents writing the file.
  return canEncode(text, target) ? encodeChanged(text, target) : Buffer.from(text)
}

/** Elements with the texts of strings, in which elements are part of the text. */
const TEXTS = new Set(
  ['source', 'target', 'seg-source', 'string', 'item', 'term', 'value', 'translation', 'numerusform', 'note'].concat(
    'comment',
    'oldsource',
    'descrip',
  ),
)

function withClosingTags(text: string, bytes: Uint8Array): string {
  const name = rootName(bytes) ?? ''
  const empty: XmlElement[] = []
  const isInText = ({ parent }: XmlElement): boolean =>
    parent !== undefined && (TEXTS.has(localName(parent)) || isInText(parent))
  scanXml(text, name.slice(name.indexOf(':') + 1), element => {
    if (element.selfClosing && !isInText(element)) empty.push(element)
  })
  return applySplices(
    text,
    empty.map(({ name: tag, start, openEnd }) => ({
      start,
      end: openEnd,
      text: `${text.slice(start, openEnd - '/>'.length).trimEnd()}></${tag}>`,
    })),
  )
}
