// Shared by JSON formats: units with one string, or one string per plural form.

import type { Decoded } from '../encoding.ts'
import type { FileUnit, NewUnit, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import type { PluralForms } from '../plural.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown, textFile } from '../text-file.ts'
import { JsonEdits } from './edits.ts'
import type { Segment } from './path.ts'
import type { JsonContainer, JsonItem, JsonString } from './scanner.ts'
import { styleOf } from './style.ts'

export interface JsonForm {
  readonly path: readonly Segment[]
  // Undefined for a missing plural form.
  readonly item: JsonItem | undefined
}

export interface JsonEntry {
  readonly unit: FileUnit
  readonly forms: readonly JsonForm[]
}

interface JsonFileParts {
  readonly format: string
  readonly decoded: Decoded
  readonly root: JsonContainer
  readonly entries: readonly JsonEntry[]
  readonly options: ParseOptions
  readonly headers?: ReadonlyMap<string, string>
  readonly language?: string | undefined
  readonly sourceLanguage?: string | undefined
  readonly plural?: PluralForms | undefined
  readonly plurals?: ReadonlySet<string>
  // Paths for the forms of a new unit; `order` counts the new units.
  readonly place: (added: NewUnit, order: number) => readonly (readonly Segment[])[]
  // Adjusts the forms of a new unit, if not every plural of the format has as many as the language.
  readonly fit?: (added: NewUnit, count: number) => readonly string[]
  // The item to insert a new unit after, if not the last form of the given unit.
  readonly anchor?: (id: string) => readonly Segment[] | undefined
  // Adds metadata of a new unit.
  readonly describe?: (added: NewUnit, edits: JsonEdits, after: readonly Segment[] | null | undefined) => void
  readonly extra?: (changes: CheckedChanges, edits: JsonEdits) => void
}

export function jsonFile(parts: JsonFileParts): ParsedFile {
  const style = styleOf(parts.decoded.text, parts.root, parts.options)
  const byId = new Map<string, JsonEntry>()
  for (const entry of parts.entries) {
    const twin = byId.get(entry.unit.id)
    if (twin !== undefined) {
      const reason = `"${shown(entry.unit.id)}" is there twice, first on line ${twin.unit.line}`
      throw new FormatError(reason, { line: entry.unit.line })
    }
    byId.set(entry.unit.id, entry)
  }
  return textFile({
    format: parts.format,
    decoded: parts.decoded,
    units: parts.entries.map(({ unit }) => unit),
    headers: parts.headers ?? new Map(),
    language: parts.language,
    sourceLanguage: parts.sourceLanguage,
    plural: parts.plural,
    layout: { indent: style.indent, plurals: parts.plurals },
    edit: changes => edit(changes, parts, byId, new JsonEdits(parts.decoded.text, parts.root, style)),
  })
}

function edit(
  changes: CheckedChanges,
  parts: JsonFileParts,
  byId: ReadonlyMap<string, JsonEntry>,
  edits: JsonEdits,
): Splice[] {
  for (const id of changes.remove) {
    for (const { item } of byId.get(id)!.forms) if (item !== undefined) edits.remove(item)
  }
  for (const [id, { target }] of changes.update) if (target !== undefined) setForms(byId.get(id)!, target, edits)
  for (const [order, added] of changes.add.entries()) {
    const paths = parts.place(added, order)
    const target = parts.fit?.(added, paths.length) ?? added.target
    checkCount(target, paths.length, added.context)
    const last = typeof added.after === 'string' ? lastPath(byId.get(added.after)!) : added.after
    const after = (typeof added.after === 'string' ? parts.anchor?.(added.after) : undefined) ?? last
    paths.forEach((path, i) => {
      edits.add(path, target[i]!, after)
    })
    parts.describe?.(added, edits, after)
  }
  parts.extra?.(changes, edits)
  return edits.splices()
}

// The path of the last form that the file has.
function lastPath({ forms }: JsonEntry): readonly Segment[] {
  return (forms.findLast(({ item }) => item !== undefined) ?? forms.at(-1)!).path
}

function setForms({ forms, unit }: JsonEntry, target: readonly string[], edits: JsonEdits): void {
  checkCount(target, forms.length, unit.id)
  let after: readonly Segment[] | undefined = forms.find(({ item }) => item !== undefined)?.path
  forms.forEach(({ item, path }, i) => {
    if (item !== undefined) {
      edits.setString(item.node as JsonString, target[i]!)
      after = path
    } else if (target[i] !== '') edits.add(path, target[i]!, after)
  })
}

function checkCount(target: readonly string[], count: number, id: string): void {
  if (target.length !== count) {
    throw new FormatError(`"${shown(id)}" has ${count} form${count === 1 ? '' : 's'}, ${target.length} were given`)
  }
}

export function emptyObject(options: { template?: Uint8Array | undefined }): Uint8Array {
  const newline = Buffer.from(options.template ?? []).includes('\r\n') ? '\r\n' : '\n'
  return Buffer.from(`{}${newline}`)
}
