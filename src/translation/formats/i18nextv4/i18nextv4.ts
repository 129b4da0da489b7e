// i18next JSON, version 4: nested strings, plural forms as keys that end in a CLDR category (item_one, item_other).

import { decode } from '../encoding.ts'
import type { FileFormat, NewUnit, ParsedFile, ParseOptions } from '../format.ts'
import { stringsOf } from '../json/json.ts'
import { emptyObject, type JsonEntry, type JsonForm, jsonFile } from '../json/json-file.ts'
import { decodePath, encodePath, type Segment, showPath } from '../json/path.ts'
import { type JsonContainer, type JsonItem, jsonRoot, scanJson } from '../json/scanner.ts'
import { lineCounter } from '../lines.ts'
import { categoriesFor, ordinalCategoriesFor, type PluralCategory, pluralCategories } from '../plural.ts'
import { unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export const i18nextv4: FileFormat = {
  id: 'i18nextv4',
  name: 'i18next JSON file v4',
  extensions: ['json'],
  recognises: ({ seen }) => {
    const root = seen(jsonRoot)
    return root !== null && hasPluralKeys(root)
  },
  monolingual: true,
  nests: true,
  states: [],
  flags: ['i18next-interpolation'],
  parse: parseI18next,
  create: emptyObject,
}

function hasPluralKeys(root: JsonContainer): boolean {
  for (const { item } of stringsOf(root)) {
    if (!item.key?.endsWith('_other')) continue
    const base = item.key.slice(0, -'other'.length)
    if (pluralCategories.some(name => name !== 'other' && item.container.byKey.has(base + name))) return true
  }
  return false
}

// Marks the ids of plural units, because "item" and "item_one" may both exist.
const pluralMark = '_*'

interface SplitKey {
  readonly item: JsonItem
  readonly path: Segment[]
  readonly base: Segment[]
  readonly category: PluralCategory | undefined
}

// The maximum number of plural forms per unit.
const PARTS = 6

function parseI18next(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const root = scanJson(decoded.text, unitCounter(options, PARTS))
  const lineOf = lineCounter(decoded.text)
  const keys = [...stringsOf(root)].map(splitSuffix)
  const plurals = pluralIds(keys, options)
  const entries = new Map<string, JsonEntry>()
  for (const string of keys) {
    const id = string.category === undefined ? undefined : encodePath(string.base) + pluralMark
    if (id !== undefined && entries.has(id)) continue
    const position = entries.size + 1
    const line = lineOf(string.item.start)
    if (id !== undefined && plurals.has(id)) {
      const forms = formsOf(string, options)
      const target = forms.map(({ item }) => (item?.node.type === 'string' ? item.node.value : ''))
      entries.set(id, { unit: unit({ id, context: showPath(string.base), target, position, line }), forms })
    } else {
      const { item, path } = string
      const target = [item.node.type === 'string' ? item.node.value : '']
      const single = encodePath(path)
      entries.set(single, {
        unit: unit({ id: single, context: showPath(path), target, position, line }),
        forms: [{ path, item }],
      })
    }
  }
  const place = (added: NewUnit) => placesOf(added, options)
  const units = [...entries.values()]
  return jsonFile({ format: 'i18nextv4', decoded, root, entries: units, options, plurals, place, fit: ordinalForms })
}

function splitSuffix({ item, path }: { item: JsonItem; path: Segment[] }): SplitKey {
  const match = /^(.+)_(zero|one|two|few|many|other)$/s.exec(item.key ?? '')
  if (match === null) return { item, path, base: path, category: undefined }
  return { item, path, base: [...path.slice(0, -1), match[1]!], category: match[2] as PluralCategory }
}

// A key that happens to end in "_one" is not a plural: that requires several forms of the same base, or the template.
function pluralIds(keys: readonly SplitKey[], options: ParseOptions): Set<string> {
  const counts = new Map<string, number>()
  for (const { base, category } of keys) {
    if (category === undefined) continue
    const id = encodePath(base) + pluralMark
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const inTemplate = options.template?.layout.plurals
  const single = categoriesFor(options.plural, options.language).length === 1
  const ids = [...counts].filter(([id, count]) => inTemplate?.has(id) ?? (count > 1 || single)).map(([id]) => id)
  return new Set(ids)
}

function categoriesOf(base: readonly Segment[], options: ParseOptions): PluralCategory[] {
  const ordinal = String(base.at(-1)).endsWith('_ordinal')
  return ordinal ? ordinalCategoriesFor(options.language) : categoriesFor(options.plural, options.language)
}

// Ordinals have their own categories: surplus forms are dropped, missing ones repeat the last.
function ordinalForms({ id, context, target }: NewUnit, count: number): readonly string[] {
  if (target.length < 2 || !/_ordinal(?:_\*)?$/.test(id ?? context)) return target
  return Array.from({ length: count }, (_, i) => target[i] ?? target.at(-1)!)
}

function formsOf({ base, item }: SplitKey, options: ParseOptions): JsonForm[] {
  return categoriesOf(base, options).map(category => {
    const path = withSuffix(base, category)
    const sibling = item.container.byKey.get(path.at(-1) as string)
    return { path, item: sibling?.node.type === 'string' ? sibling : undefined }
  })
}

function withSuffix(base: readonly Segment[], category: string): Segment[] {
  return [...base.slice(0, -1), `${base.at(-1)}_${category}`]
}

function placesOf(added: NewUnit, options: ParseOptions): Segment[][] {
  const id = added.id ?? added.context
  const plural = added.plural ?? (added.id?.endsWith(pluralMark) || added.target.length > 1)
  const base = decodePath(plural && id.endsWith(pluralMark) ? id.slice(0, -pluralMark.length) : id)
  return plural ? categoriesOf(base, options).map(category => withSuffix(base, category)) : [base]
}
