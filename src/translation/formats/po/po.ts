// GNU gettext PO files, bilingual (msgid is the source) and monolingual (msgid is a key).

import { type Decoded, decode, newlineOf } from '../encoding.ts'
import type { FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { parsePluralForms } from '../plural.ts'
import { textFile } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { editFile } from './changes.ts'
import { declaredCharset, declaresAscii, declareUtf8 } from './charset.ts'
import { createPo } from './create.ts'
import type { PoWriting } from './edit.ts'
import { parseHeader, revisionHeaders } from './header.ts'
import { scanPo } from './scanner.ts'
import { type EntryUnit, isHeader, unitsOf } from './units.ts'
import { detectStyle, styleOfWidth } from './wrap.ts'

export const po = poFormat('po', 'gettext PO file', false)
export const poMono = poFormat('po-mono', 'gettext PO file (monolingual)', true)

function poFormat(id: string, name: string, monolingual: boolean): FileFormat {
  const format: FileFormat = {
    id,
    name,
    extensions: ['po', 'pot'],
    // The content does not tell whether msgids are keys, so the monolingual format must be chosen explicitly.
    recognises: () => !monolingual,
    monolingual,
    states: ['fuzzy'],
    flags: [],
    revision: revisionHeaders,
    parse: (bytes, options = {}) => parsePo(bytes, options, id, monolingual),
    create: options => createPo(format, options),
  }
  return format
}

function parsePo(bytes: Uint8Array, options: ParseOptions, format: string, monolingual: boolean): ParsedFile {
  const decoded = decodePo(bytes, options)
  const { text } = decoded
  const entries = scanPo(text, unitCounter(options))
  const header = entries.find(isHeader)
  const second = header && entries.find(entry => isHeader(entry) && entry !== header)
  if (second !== undefined) throw new FormatError('a second header entry', { line: second.line })
  const headers = parseHeader(header?.targets[0]?.value ?? '')
  const plural = parsePluralForms(headers.get('Plural-Forms') ?? '') ?? options.plural
  const units = unitsOf(entries, plural?.count ?? 0, monolingual)
  const wrap = options.wrap ?? options.params?.po_line_wrap
  const writing = (): PoWriting => ({
    text,
    newline: newlineOf(text, options.template?.layout.newline),
    style: wrap === undefined ? detectStyle(fieldsOf(text, units)) : styleOfWidth(wrap),
    hasLocations: options.params?.po_no_location !== true,
  })
  return textFile({
    format,
    decoded,
    units: units.map(({ unit }) => unit),
    headers,
    plural,
    language: headers.get('Language') || undefined,
    layout: { plurals: new Set(units.filter(({ entry }) => entry.idPlural !== undefined).map(({ unit }) => unit.id)) },
    declareUtf8,
    edit: changes => editFile(changes, { units, header, plural, monolingual, writing: writing() }),
  })
}

function decodePo(bytes: Uint8Array, options: ParseOptions): Decoded {
  const decoded = decode(bytes, options, declaredCharset(bytes))
  const isUnmarked = !decoded.byteOrderMark && options.encoding === undefined
  return isUnmarked && declaresAscii(bytes) ? { ...decoded, encoding: 'ascii' } : decoded
}

function* fieldsOf(text: string, units: readonly EntryUnit[]) {
  const fields = (targets: boolean) =>
    units
      .filter(({ entry }) => !entry.obsolete)
      .flatMap(({ entry }) => (targets ? entry.targets.filter(({ value }) => value !== '') : [entry.id!]))
  // Tools may wrap sources and translations differently, so only translations are considered.
  const translated = fields(true)
  for (const field of translated.some(({ value }) => value.length >= 80) ? translated : fields(false)) {
    const lines = text.slice(field.start, field.end).trimEnd().split(/\r?\n/)
    yield { value: field.value, lines, keyword: lines[0]!.slice(0, lines[0]!.indexOf('"')).trimEnd() }
  }
}
