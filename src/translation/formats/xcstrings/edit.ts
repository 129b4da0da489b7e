// Changes to the texts of one language in a String Catalog.

import type { FileUnit, NewUnit, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { JsonEdits } from '../json/edits.ts'
import type { Segment } from '../json/path.ts'
import type { JsonContainer, JsonItem, JsonString } from '../json/scanner.ts'
import type { JsonStyle } from '../json/style.ts'
import { categoriesFor, type PluralCategory } from '../plural.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown } from '../text-file.ts'

export interface CatalogForm {
  // The plural category, undefined for a text without forms.
  readonly category: PluralCategory | undefined
  readonly value: JsonItem | undefined
  readonly state: JsonItem | undefined
}

export interface CatalogEntry {
  readonly unit: FileUnit
  readonly item: JsonItem
  readonly forms: readonly CatalogForm[]
}

interface Catalog {
  readonly text: string
  readonly root: JsonContainer
  readonly style: JsonStyle
  readonly entries: readonly CatalogEntry[]
  readonly language: string
  readonly sourceLanguage: string
  readonly options: ParseOptions
}

export function editCatalog(changes: CheckedChanges, catalog: Catalog): Splice[] {
  const { text, root, style, entries } = catalog
  const edits = new JsonEdits(text, root, style)
  const byId = new Map(entries.map(entry => [entry.unit.id, entry]))
  for (const id of changes.remove) edits.remove(byId.get(id)!.item, true)
  for (const [id, { target, fuzzy }] of changes.update) {
    const entry = byId.get(id)!
    const forms = target ?? entry.unit.target
    checkCount(forms, entry.forms.length, id)
    const isFuzzy = fuzzy ?? entry.unit.fuzzy
    entry.forms.forEach((form, i) => {
      setForm(edits, catalog, id, form, forms[i]!, isFuzzy, target !== undefined || fuzzy !== undefined)
    })
  }
  for (const added of changes.add) addString(edits, catalog, added, byId)
  return edits.splices()
}

function checkCount(target: readonly string[], count: number, id: string): void {
  if (target.length === count) return
  throw new FormatError(`"${shown(id)}" has ${count} form${count === 1 ? '' : 's'}, ${target.length} were given`)
}

const stateOf = (isFuzzy: boolean): string => (isFuzzy ? 'needs_review' : 'translated')

function setForm(
  edits: JsonEdits,
  { language }: Catalog,
  id: string,
  { category, value, state }: CatalogForm,
  text: string,
  isFuzzy: boolean,
  isChanged: boolean,
): void {
  if (value === undefined) {
    if (text !== '') addForm(edits, id, language, category, text, isFuzzy)
    return
  }
  edits.setString(value.node as JsonString, text)
  if (state !== undefined && isChanged && text !== '') edits.setString(state.node as JsonString, stateOf(isFuzzy))
}

// Xcode sorts members by name.
function addForm(
  edits: JsonEdits,
  id: string,
  language: string,
  category: string | undefined,
  text: string,
  isFuzzy: boolean,
): void {
  const path: Segment[] = ['strings', id, 'localizations', language]
  const form = category === undefined ? path : [...path, 'variations', 'plural', category]
  edits.add([...form, 'stringUnit', 'state'], stateOf(isFuzzy), undefined)
  edits.add([...form, 'stringUnit', 'value'], text, undefined)
}

function addString(edits: JsonEdits, catalog: Catalog, added: NewUnit, byId: ReadonlyMap<string, CatalogEntry>): void {
  const { language, sourceLanguage, options } = catalog
  const id = added.id ?? (added.context || added.source[0] || '')
  if (id === '' || byId.has(id)) throw new FormatError(`the file already has "${shown(id)}"`)
  const after = typeof added.after === 'string' ? ['strings', added.after] : added.after
  const isPlural = added.plural ?? added.target.length > 1
  const categories = isPlural ? categoriesFor(options.plural, options.language) : [undefined]
  checkCount(added.target, categories.length, id)
  if (added.note) edits.add(['strings', id, 'comment'], added.note, after)
  const path = ['strings', id, 'localizations']
  const write = (
    code: string,
    texts: readonly string[],
    names: readonly (string | undefined)[],
    state: string,
  ): void => {
    names.forEach((category, i) => {
      const form = [...path, code, ...(category === undefined ? [] : ['variations', 'plural', category]), 'stringUnit']
      edits.add([...form, 'state'], state, after)
      edits.add([...form, 'value'], texts[i] ?? '', after)
    })
  }
  const hasSource = language !== sourceLanguage && added.source.length > 0 && (isPlural || added.source[0] !== id)
  const sourceNames = isPlural ? (added.source.length > 1 ? ['one', 'other'] : ['other']) : [undefined]
  if (hasSource) write(sourceLanguage, added.source, sourceNames, 'translated')
  write(language, added.target, categories, stateOf(added.fuzzy ?? false))
}
