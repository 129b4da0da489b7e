// Shared by all formats: validation of changes, and applying splices to the bytes.

import { canEncode, type Decoded, encode, encodeChanged, loneSurrogate, newlineOf } from './encoding.ts'
import type { FileChanges, FileUnit, Layout, NewUnit, ParsedFile, UnitChange } from './format.ts'
import { FormatError } from './format-error.ts'
import type { PluralForms } from './plural.ts'
import { applySplices, type Splice } from './splice.ts'

export interface CheckedChanges {
  readonly update: ReadonlyMap<string, UnitChange>
  readonly add: readonly NewUnit[]
  readonly remove: ReadonlySet<string>
  readonly headers: Readonly<Record<string, string>>
}

interface TextFileParts {
  readonly format: string
  readonly decoded: Decoded
  readonly units: readonly FileUnit[]
  readonly headers?: ReadonlyMap<string, string>
  readonly plural?: PluralForms | undefined
  readonly language?: string | undefined
  readonly sourceLanguage?: string | undefined
  readonly layout?: Omit<Layout, 'newline'>
  readonly edit: (changes: CheckedChanges) => Splice[]
  // For formats that declare their encoding: the same text, declaring UTF-8. A translation that the encoding cannot
  // represent converts the whole file to UTF-8, so that an accepted translation never prevents writing the file.
  readonly declareUtf8?: (text: string) => string
}

export function textFile(parts: TextFileParts): ParsedFile {
  const unitsById = new Map(parts.units.map(unit => [unit.id, unit]))
  return {
    format: parts.format,
    units: parts.units,
    headers: parts.headers ?? new Map(),
    plural: parts.plural,
    language: parts.language,
    sourceLanguage: parts.sourceLanguage,
    layout: { newline: newlineOf(parts.decoded.text), ...parts.layout },
    serialize(changes = {}) {
      const checked = checkChanges(changes, unitsById)
      const splices = isEmpty(checked) ? [] : parts.edit(checked)
      return encoded(applySplices(parts.decoded.text, splices), parts)
    },
  }
}

function encoded(text: string, { decoded, declareUtf8 }: TextFileParts): Uint8Array {
  const isChanged = text !== decoded.text
  if (declareUtf8 === undefined || canEncode(text, decoded))
    return isChanged ? encodeChanged(text, decoded) : encode(text, decoded)
  // An unchanged text keeps its bytes, even if the declared encoding is wrong.
  return Buffer.from(isChanged ? declareUtf8(text) : text)
}

function checkChanges(changes: FileChanges, unitsById: ReadonlyMap<string, FileUnit>): CheckedChanges {
  const update = new Map<string, UnitChange>()
  const remove = new Set(changes.remove)
  for (const id of remove) requireUnit(unitsById, id)
  for (const change of changes.update ?? []) {
    requireUnit(unitsById, change.id)
    checkForms(change.target, change.id)
    if (!remove.has(change.id)) update.set(change.id, change)
  }
  for (const unit of changes.add ?? []) {
    checkForms(unit.target, unit.context)
    checkForms(unit.source, unit.context)
    if (unit.after !== null && unit.after !== undefined) requireUnit(unitsById, unit.after)
  }
  return { update, remove, add: changes.add ?? [], headers: changes.headers ?? {} }
}

function isEmpty({ update, add, remove, headers }: CheckedChanges): boolean {
  return update.size === 0 && add.length === 0 && remove.size === 0 && Object.keys(headers).length === 0
}

function requireUnit(unitsById: ReadonlyMap<string, unknown>, id: string): void {
  if (!unitsById.has(id)) throw new FormatError(`the file has no unit "${shown(id)}"`)
}

function checkForms(forms: readonly string[] | undefined, id: string): void {
  if (forms?.some(form => loneSurrogate(form) !== -1)) {
    throw new FormatError(`the text of "${shown(id)}" contains an unpaired surrogate`)
  }
}

// An id shortened for error messages.
export function shown(id: string): string {
  const readable = id.replaceAll('\u0004', ' | ')
  return readable.length > 80 ? `${readable.slice(0, 79)}…` : readable
}

// The only form of a unit without plurals.
export function singleForm(target: readonly string[], id: string): string {
  if (target.length !== 1) {
    throw new FormatError(`"${shown(id)}" has one form, ${target.length} were given`)
  }
  return target[0]!
}

export function unit(fields: Partial<FileUnit> & Pick<FileUnit, 'id' | 'position' | 'line'>): FileUnit {
  return {
    context: '',
    source: [],
    target: [''],
    fuzzy: false,
    approved: false,
    obsolete: false,
    readonly: false,
    duplicate: false,
    previousSource: [],
    note: '',
    location: '',
    flags: [],
    ...fields,
  }
}
