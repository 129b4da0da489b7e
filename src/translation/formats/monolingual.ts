// Joins a monolingual file with its template: every unit of the template, with its source text and the target from the
// file. Callers treat it like a bilingual file; missing units are added when they get a target.

import { inTurns } from '#store/turn.ts'
import type { FileChanges, FileFormat, FileUnit, NewUnit, ParsedFile, ParseOptions, UnitChange } from './format.ts'
import { FormatError } from './format-error.ts'
import { categoriesFor } from './plural.ts'

export async function openMonolingual(
  format: FileFormat,
  bytes: Uint8Array,
  template: ParsedFile,
  options: ParseOptions = {},
): Promise<ParsedFile> {
  return pairWithTemplate(format.parse(bytes, { ...options, template }), template, options)
}

export async function pairWithTemplate(
  file: ParsedFile,
  template: ParsedFile,
  options: ParseOptions = {},
): Promise<ParsedFile> {
  const present = new Map<string, FileUnit>()
  for await (const unit of inTurns(file.units)) present.set(unit.id, unit)
  const formCount = file.plural?.count ?? categoriesFor(options.plural, options.language).length
  const units: FileUnit[] = []
  const byId = new Map<string, FileUnit>()
  for await (const source of inTurns(template.units)) {
    if (source.obsolete) continue
    const unit = joined(source, present.get(source.id), formCount, units.length, template)
    units.push(unit)
    byId.set(unit.id, unit)
  }
  return {
    ...file,
    units,
    serialize: changes => file.serialize(changes && translated(changes, byId, present, template)),
  }
}

/**
 * A monolingual file with unique keys. Short keys may be shared by a string and a plural, or by two variants; the first
 * unit of the template keeps the key, and the others use their ids.
 */
export async function withOwnKeys(file: ParsedFile, template?: ParsedFile): Promise<ParsedFile> {
  const contexts = new Map<string, string>()
  const used = new Set<string>()
  for await (const { id, context } of inTurns(template?.units ?? [])) {
    contexts.set(id, context)
    used.add(context)
  }
  const units: FileUnit[] = []
  for await (const unit of inTurns(file.units)) {
    const isShared = used.has(unit.context) && !unit.duplicate
    const context = contexts.get(unit.id) ?? (isShared ? unit.id : unit.context)
    used.add(context)
    units.push(context === unit.context ? unit : { ...unit, context })
  }
  return { ...file, units }
}

/** A file whose keys are its source texts. */
export async function withKeysAsSources(file: ParsedFile): Promise<ParsedFile> {
  const units: FileUnit[] = []
  for await (const unit of inTurns(file.units)) units.push({ ...unit, source: [unit.context] })
  return { ...file, units }
}

function joined(
  source: FileUnit,
  own: FileUnit | undefined,
  formCount: number,
  index: number,
  template: ParsedFile,
): FileUnit {
  const plural = template.layout.plurals?.has(source.id) ?? source.target.length > 1
  return {
    ...source,
    source: source.target,
    target: own?.target ?? Array.from({ length: plural ? formCount : 1 }, () => ''),
    fuzzy: own?.fuzzy ?? false,
    approved: own?.approved ?? false,
    note: source.note || (own?.note ?? ''),
    position: index + 1,
    line: own?.line ?? 0,
  }
}

// Converts changes of the joined units to changes of the file: updates of missing units become additions in template order.
function translated(
  changes: FileChanges,
  units: ReadonlyMap<string, FileUnit>,
  present: ReadonlyMap<string, FileUnit>,
  template: ParsedFile,
): FileChanges {
  const missing = new Map<string, UnitChange>()
  const update: UnitChange[] = []
  for (const change of changes.update ?? []) {
    if (present.has(change.id)) update.push(change)
    else if (!units.has(change.id)) throw new FormatError(`the template has no unit "${change.id.slice(0, 80)}"`)
    else if (change.target?.some(form => form !== '')) missing.set(change.id, change)
  }
  const add: NewUnit[] = []
  let after: string | null = null
  for (const { id, context } of template.units) {
    const change = missing.get(id)
    if (present.has(id)) after = id
    else if (change !== undefined) {
      const plural = template.layout.plurals?.has(id) ?? false
      const { target = [], fuzzy, approved } = change
      add.push({
        id,
        context,
        source: [],
        target,
        fuzzy,
        approved,
        plural,
        after: after ?? (present.size > 0 ? null : undefined),
      })
    }
  }
  const remove = changes.remove?.filter(id => present.has(id))
  return { update, add: [...add, ...(changes.add ?? [])], remove, headers: changes.headers }
}
