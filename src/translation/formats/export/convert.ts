// Downloads of a translation in a format other than its own.

import { aresource } from '../aresource/aresource.ts'
import { csvColumns } from '../csv/edit.ts'
import { guardFormula } from '../csv/formulas.ts'
import { csvField } from '../csv/scanner.ts'
import { distinctIds } from '../distinct-ids.ts'
import { type ExportContext, type ExportUnit, formPairs, isTranslated } from '../exported-unit.ts'
import type { FileFormat, NewUnit } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { json, jsonNested } from '../json/json.ts'
import { encodePath } from '../json/path.ts'
import { categoriesFor } from '../plural.ts'
import { po } from '../po/po.ts'
import { strings } from '../strings/strings.ts'
import { toXlsx } from '../xlsx/write-xlsx.ts'
import { toMo } from './mo.ts'
import { toTbx, toTmx, toXliff } from './xml-documents.ts'

interface ExportFormat {
  readonly id: string
  readonly name: string
  readonly extension: string
  readonly contentType: string
  readonly write: (units: readonly ExportUnit[], context: ExportContext) => Uint8Array
}

const utf8 = '; charset=utf-8'

export const exportFormats: readonly ExportFormat[] = [
  { id: 'po', name: 'gettext PO', extension: 'po', contentType: `text/x-po${utf8}`, write: toPo },
  { id: 'mo', name: 'gettext MO', extension: 'mo', contentType: 'application/x-gettext-catalog', write: toMo },
  {
    id: 'xliff',
    name: 'XLIFF 1.2',
    extension: 'xlf',
    contentType: `application/x-xliff+xml${utf8}`,
    write: toXliff('1.2'),
  },
  {
    id: 'xliff11',
    name: 'XLIFF 1.1',
    extension: 'xlf',
    contentType: `application/x-xliff+xml${utf8}`,
    write: toXliff('1.1'),
  },
  { id: 'tmx', name: 'TMX', extension: 'tmx', contentType: `application/x-tmx${utf8}`, write: toTmx },
  { id: 'tbx', name: 'TBX', extension: 'tbx', contentType: `application/x-tbx${utf8}`, write: toTbx },
  { id: 'csv', name: 'CSV', extension: 'csv', contentType: `text/csv${utf8}`, write: toCsv },
  { id: 'csv-multi', name: 'Multivalue CSV', extension: 'csv', contentType: `text/csv${utf8}`, write: toMultiCsv },
  {
    id: 'xlsx',
    name: 'Excel Open XML',
    extension: 'xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: toXlsx,
  },
  { id: 'json', name: 'JSON', extension: 'json', contentType: `application/json${utf8}`, write: toJson },
  {
    id: 'json-nested',
    name: 'JSON nested structure',
    extension: 'json',
    contentType: `application/json${utf8}`,
    write: toNestedJson,
  },
  {
    id: 'aresource',
    name: 'Android String Resource',
    extension: 'xml',
    contentType: `application/xml${utf8}`,
    write: toAndroid,
  },
  { id: 'strings', name: 'iOS strings', extension: 'strings', contentType: `text/plain${utf8}`, write: toStrings },
]

export function convert(units: readonly ExportUnit[], context: ExportContext, formatId: string): Uint8Array {
  const exportFormat = exportFormats.find(({ id }) => id === formatId)
  if (exportFormat === undefined) {
    const available = exportFormats.map(({ id }) => id).join(', ')
    throw new FormatError(`"${formatId.slice(0, 40)}" is not a download format; available formats: ${available}`)
  }
  return exportFormat.write(units, context)
}

function fill(
  format: FileFormat,
  context: ExportContext,
  add: readonly NewUnit[],
  headers?: Record<string, string>,
): Uint8Array {
  const { targetLanguage: language, sourceLanguage, plural } = context
  const empty = format.create({ language, sourceLanguage, plural, headers })
  return format.parse(empty, { language, plural }).serialize({ add })
}

function toPo(units: readonly ExportUnit[], context: ExportContext): Uint8Array {
  const seen = new Set<string>()
  const add = units.filter(({ context: name, source }) => {
    // A PO entry needs a source, and each pair of context and source must be unique.
    const id = `${name}\u0004${source[0] ?? ''}`
    const usable = source[0] !== undefined && source[0] !== '' && !seen.has(id)
    seen.add(id)
    return usable
  })
  const plurals = add.map(unit => ({ ...unit, plural: unit.source.length > 1 || unit.target.length > 1 }))
  return fill(po, context, plurals, { 'Project-Id-Version': context.project })
}

// Rows with the same context and source are the plural forms of one unit.
function toMultiCsv(units: readonly ExportUnit[], context: ExportContext): Uint8Array {
  return toCsv(
    units.map(unit => ({ ...unit, source: unit.source.slice(0, 1) })),
    context,
  )
}

function toCsv(units: readonly ExportUnit[], _: ExportContext): Uint8Array {
  const rows = units.flatMap(unit =>
    formPairs(unit).map(({ source, target }) => {
      const fuzzy = unit.fuzzy ? 'True' : ''
      const cells = [unit.location ?? '', source, target, '', fuzzy, unit.context, '', unit.note ?? '']
      return cells.map(cell => csvField(guardFormula(cell), true)).join(',')
    }),
  )
  const header = csvColumns.map(name => csvField(name, true)).join(',')
  return Buffer.from(`${[header, ...rows].join('\r\n')}\r\n`)
}

// Monolingual files contain only translated strings, because an empty value would hide the fallback language.
function keyed(units: readonly ExportUnit[], keys: readonly string[]): { key: string; unit: ExportUnit }[] {
  return units.flatMap((unit, i) => (isTranslated(unit) ? [{ key: keys[i]!, unit }] : []))
}

function toJson(units: readonly ExportUnit[], context: ExportContext): Uint8Array {
  const add = keyed(units, keysFor(units)).flatMap(({ key, unit: { target } }) =>
    target.map((form, i): NewUnit => {
      const id = target.length === 1 ? key : `${key}[${i}]`
      return { id, context: id, source: [], target: [form] }
    }),
  )
  return fill(json, context, add)
}

function toNestedJson(units: readonly ExportUnit[], context: ExportContext): Uint8Array {
  const entries = keyed(units, keysFor(units))
  const keys = new Set(entries.map(({ key }) => key))
  const add = entries.flatMap(({ key, unit: { target } }) => {
    const path = pathOf(key, keys)
    return target.map((form, i): NewUnit => {
      const id = encodePath(target.length === 1 ? path : [...path, i])
      return { id, context: id, source: [], target: [form] }
    })
  })
  return fill(jsonNested, context, add)
}

// Dots create nested objects if the key looks like a name and no other key conflicts with the object.
function pathOf(key: string, keys: ReadonlySet<string>): string[] {
  const parts = key.split('.')
  const isName = parts.every(part => /^[\w-]+$/.test(part))
  const blocked = parts.some((_, i) => i > 0 && keys.has(parts.slice(0, i).join('.')))
  return isName && !blocked ? parts : [key]
}

function toAndroid(units: readonly ExportUnit[], context: ExportContext): Uint8Array {
  const count = categoriesFor(context.plural, context.targetLanguage).length
  const add = keyed(units, identifiersFor(units)).map(({ key, unit }): NewUnit => {
    const plural = unit.source.length > 1 || unit.target.length > 1
    const target = plural ? Array.from({ length: count }, (_, i) => unit.target[i] ?? unit.target.at(-1)!) : unit.target
    return { id: plural ? `plurals/${key}` : key, context: key, source: [], target, plural, note: unit.note }
  })
  return fill(aresource, context, add)
}

function toStrings(units: readonly ExportUnit[], context: ExportContext): Uint8Array {
  const add = keyed(units, keysFor(units)).flatMap(({ key, unit: { target, note } }) =>
    target.map((form, i): NewUnit => {
      const id = target.length === 1 ? key : `${key}[${i}]`
      return { id, context: id, source: [], target: [form], note: i === 0 ? note : undefined }
    }),
  )
  return fill(strings, context, add)
}

/** Keys for monolingual formats: the context if it is unique, else the source text. */
function keysFor(units: readonly ExportUnit[]): string[] {
  const contexts = new Map<string, number>()
  for (const { context } of units) contexts.set(context, (contexts.get(context) ?? 0) + 1)
  const distinct = distinctIds()
  return units.map(({ context, source }) => {
    const unique = context !== '' && contexts.get(context) === 1
    return distinct(unique ? context : (source[0] ?? context)).replace('\u0018', ' ')
  })
}

/** Valid Android resource names. */
function identifiersFor(units: readonly ExportUnit[]): string[] {
  const distinct = distinctIds()
  return keysFor(units).map(key => {
    const name = key.replace(/[^A-Za-z0-9_.]+/g, '_').replace(/^(?=[^A-Za-z_])/, '_')
    return distinct(name.slice(0, 80)).replace('\u0018', '_')
  })
}
