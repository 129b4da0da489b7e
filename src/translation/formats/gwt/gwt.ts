// Properties of GWT. Plural forms are properties of their own: "beds" for most numbers, "beds[one]" for some. Apostrophes
// are doubled.

import { decodeUtf8Or, newlineOf } from '../encoding.ts'
import type { FileFormat, FileUnit, NewUnit, ParsedFile, ParseOptions, UnitChange } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { categoriesFor, type PluralCategory } from '../plural.ts'
import { editProperties, type Property } from '../properties/edit.ts'
import { propertiesOf } from '../properties/properties.ts'
import { type CheckedChanges, shown, singleForm, textFile, unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export const gwt: FileFormat = {
  id: 'gwt',
  name: 'GWT properties',
  extensions: ['properties'],
  recognises: ({ seen }) => seen(hasForms),
  monolingual: true,
  states: [],
  flags: ['auto-java-messageformat'],
  parse: parseGwt,
  create: () => Buffer.of(),
}

const hasForms = (bytes: Uint8Array): boolean =>
  /^[^#!=:\s]+\[(?:none|one|two|few|many)\]\s*=/m.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'),
  )

const suffixes: Readonly<Record<PluralCategory, string>> = {
  zero: '[none]',
  one: '[one]',
  two: '[two]',
  few: '[few]',
  many: '[many]',
  other: '',
}

interface Entry {
  readonly unit: FileUnit
  readonly plural: boolean
  // By category. A property of another category of the same string is kept, and removed with it.
  readonly forms: ReadonlyMap<PluralCategory, Property>
}

const PARTS = 6

function parseGwt(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decodeUtf8Or('iso-8859-1', bytes, options)
  const { text } = decoded
  const read = (value: string) => value.replaceAll("''", "'")
  const properties = propertiesOf(text, unitCounter(options, PARTS), { read })
  const categories = categoriesFor(options.plural, options.language)
  const entries = entriesOf(properties, categories, options)
  const style = {
    newline: newlineOf(text, options.template?.layout.newline),
    escaped: decoded.encoding === 'iso-8859-1' ? ('beyond latin' as const) : ('none' as const),
    write: (value: string) => value.replaceAll("'", "''"),
  }
  return textFile({
    format: 'gwt',
    decoded,
    units: entries.map(entry => entry.unit),
    plural: options.plural,
    layout: { plurals: new Set(entries.filter(({ plural }) => plural).map(entry => entry.unit.id)) },
    edit: changes => editProperties(ofProperties(changes, entries, categories), text, properties, style),
  })
}

function formOf(key: string): { base: string; category: PluralCategory } {
  const [, base, name] = /^(.+)\[(none|one|two|few|many)\]$/s.exec(key) ?? []
  if (base === undefined) return { base: key, category: 'other' }
  return { base, category: name === 'none' ? 'zero' : (name as PluralCategory) }
}

function entriesOf(
  properties: readonly Property[],
  categories: readonly PluralCategory[],
  options: ParseOptions,
): Entry[] {
  const groups = new Map<string, { first: Property; forms: Map<PluralCategory, Property> }>()
  for (const property of properties) {
    // A repeated key has an id of its own.
    const { base, category } =
      property.id === property.key ? formOf(property.key) : { base: property.id, category: 'other' as const }
    const group = groups.get(base) ?? { first: property, forms: new Map() }
    group.forms.set(category, property)
    groups.set(base, group)
  }
  const inTemplate = options.template?.layout.plurals
  return [...groups].map(([id, { first, forms }], i) => {
    const general = forms.get('other') ?? first
    const plural = forms.size > 1 || !forms.has('other') || (inTemplate?.has(id) ?? false)
    const used = plural ? categories : (['other'] as const)
    return {
      plural,
      forms,
      unit: unit({
        id,
        context: first.id === first.key ? id : first.key,
        target: used.map(category => forms.get(category)?.value ?? ''),
        note: general.note || first.note,
        duplicate: first.id !== first.key,
        position: i + 1,
        line: first.line,
      }),
    }
  })
}

/** The changes of strings as changes of properties. */
function ofProperties(
  changes: CheckedChanges,
  entries: readonly Entry[],
  categories: readonly PluralCategory[],
): CheckedChanges {
  const update = new Map<string, UnitChange>()
  const add: NewUnit[] = []
  const remove = new Set<string>()
  const lastOf = new Map<string, string>()
  for (const { unit, plural, forms } of entries) {
    lastOf.set(unit.id, [...forms.values()].at(-1)!.id)
    if (changes.remove.has(unit.id)) for (const { id } of forms.values()) remove.add(id)
    const target = changes.update.get(unit.id)?.target
    if (target === undefined) continue
    for (const [category, value] of formsOf(target, unit.id, plural, categories)) {
      const property = forms.get(category)
      if (property !== undefined) update.set(property.id, { id: property.id, target: [value] })
      else if (value !== '')
        add.push({ context: unit.id + suffixes[category], source: [], target: [value], after: lastOf.get(unit.id) })
    }
  }
  const ids = new Set(entries.filter(({ unit }) => !changes.remove.has(unit.id)).map(({ unit }) => unit.id))
  for (const added of changes.add) {
    const id = added.id ?? added.context
    if (ids.has(id)) throw new FormatError(`the file already has "${shown(id)}"`)
    ids.add(id)
    const { note, ...rest } = added
    const after = typeof added.after === 'string' ? lastOf.get(added.after) : added.after
    const forms = formsOf(added.target, id, added.plural ?? added.target.length > 1, categories)
    // The general form comes first.
    const sorted = [...forms].sort(([one], [other]) => Number(other === 'other') - Number(one === 'other'))
    for (const [i, [category, value]] of sorted.entries())
      if (value !== '' || sorted.length === 1)
        add.push({ ...rest, id: id + suffixes[category], target: [value], after, ...(i === 0 && { note }) })
  }
  return { update, add, remove, headers: changes.headers }
}

function formsOf(
  target: readonly string[],
  id: string,
  plural: boolean,
  categories: readonly PluralCategory[],
): [PluralCategory, string][] {
  if (!plural) return [['other', singleForm(target, id)]]
  if (target.length !== categories.length)
    throw new FormatError(`"${shown(id)}" has ${categories.length} forms, ${target.length} were given`)
  return categories.map((category, i) => [category, target[i]!])
}
