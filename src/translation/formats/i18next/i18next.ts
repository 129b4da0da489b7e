// i18next JSON, version 3: nested strings. Plural forms are "key" and "key_plural" in languages with two forms, and keys
// with numbers ("key_0", "key_1") in others.

import { decode } from '../encoding.ts'
import type { FileFormat, NewUnit, ParsedFile, ParseOptions } from '../format.ts'
import { stringsOf } from '../json/json.ts'
import { emptyObject, type JsonEntry, type JsonForm, jsonFile } from '../json/json-file.ts'
import { decodePath, encodePath, type Segment, showPath } from '../json/path.ts'
import { type JsonContainer, type JsonItem, jsonRoot, scanJson, stringIn } from '../json/scanner.ts'
import { lineCounter } from '../lines.ts'
import { categoriesFor } from '../plural.ts'
import { unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export const i18next: FileFormat = {
  id: 'i18next',
  name: 'i18next JSON file v3',
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
    const [base, mark] = /^(.+)(_plural|_0)$/s.exec(item.key ?? '')?.slice(1) ?? []
    if (base !== undefined && item.container.byKey.has(mark === '_0' ? `${base}_1` : base)) return true
  }
  return false
}

// Marks the ids of plural units, because "item" may also be a text.
const pluralMark = '_*'
const PARTS = 6

function suffixesFor(options: ParseOptions): string[] {
  const { length } = categoriesFor(options.plural, options.language)
  return length === 2 ? ['', '_plural'] : Array.from({ length }, (_, i) => `_${i}`)
}

function parseI18next(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const root = scanJson(decoded.text, unitCounter(options, PARTS))
  const lineOf = lineCounter(decoded.text)
  const suffixes = suffixesFor(options)
  const inTemplate = options.template?.layout.plurals
  const plurals = new Set<string>()
  const entries: JsonEntry[] = []
  for (const { item, path } of stringsOf(root)) {
    const position = entries.length + 1
    const line = lineOf(item.start)
    const base = baseOf(item, suffixes, inTemplate, path)
    const id = base === undefined ? encodePath(path) : encodePath([...path.slice(0, -1), base]) + pluralMark
    if (plurals.has(id)) continue
    if (base === undefined) {
      const target = [item.node.type === 'string' ? item.node.value : '']
      entries.push({ unit: unit({ id, context: showPath(path), target, position, line }), forms: [{ path, item }] })
    } else {
      plurals.add(id)
      const forms = suffixes.map((suffix): JsonForm => {
        const key = base + suffix
        return { path: [...path.slice(0, -1), key], item: stringIn(item.container, key) }
      })
      const target = forms.map(form => (form.item?.node.type === 'string' ? form.item.node.value : ''))
      const context = showPath([...path.slice(0, -1), base])
      entries.push({ unit: unit({ id, context, target, position, line }), forms })
    }
  }
  const place = (added: NewUnit) => placesOf(added, suffixes)
  return jsonFile({ format: 'i18next', decoded, root, entries, options, plurals, place })
}

// The key of the plural that a key is a form of. A key that happens to end like a form is none: that requires another form
// beside it, or the template.
function baseOf(
  { key, container }: JsonItem,
  suffixes: readonly string[],
  inTemplate: ReadonlySet<string> | undefined,
  path: readonly Segment[],
): string | undefined {
  if (key === undefined) return undefined
  for (const suffix of suffixes) {
    if (!key.endsWith(suffix) || key.length === suffix.length) continue
    const base = key.slice(0, key.length - suffix.length)
    const present = suffixes.filter(each => stringIn(container, base + each) !== undefined).length
    const known = inTemplate?.has(encodePath([...path.slice(0, -1), base]) + pluralMark)
    if (known ?? (present > 1 || (suffixes.length === 1 && present === 1))) return base
  }
  return undefined
}

function placesOf(added: NewUnit, suffixes: readonly string[]): Segment[][] {
  const id = added.id ?? added.context
  const plural = added.plural ?? (added.id?.endsWith(pluralMark) || added.target.length > 1)
  const path = decodePath(plural && id.endsWith(pluralMark) ? id.slice(0, -pluralMark.length) : id)
  if (!plural) return [path]
  return suffixes.map(suffix => [...path.slice(0, -1), `${path.at(-1)}${suffix}`])
}
