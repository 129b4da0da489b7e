// Translations of Nextcloud apps: the keys are the source texts, and plurals are lists with a rule for the whole file.

import { decode } from '../encoding.ts'
import type { CreateOptions, FileFormat, NewUnit, ParsedFile, ParseOptions } from '../format.ts'
import { type JsonEntry, type JsonForm, jsonFile } from '../json/json-file.ts'
import type { Segment } from '../json/path.ts'
import { type JsonItem, jsonRoot, objectIn, scanJson, textIn } from '../json/scanner.ts'
import { lineCounter } from '../lines.ts'
import { parsePluralForms, pluralFormsHeader } from '../plural.ts'
import { unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export const nextcloudJson: FileFormat = {
  id: 'nextcloud-json',
  name: 'Nextcloud JSON file',
  extensions: ['json'],
  recognises: ({ seen }) => {
    const root = seen(jsonRoot)
    return objectIn(root ?? undefined, 'translations') !== undefined && root!.byKey.has('pluralForm')
  },
  monolingual: false,
  states: [],
  flags: [],
  parse: parseTranslations,
  create: createFile,
}

const PARTS = 6

function parseTranslations(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const root = scanJson(decoded.text, unitCounter(options, PARTS))
  const lineOf = lineCounter(decoded.text)
  const plural = parsePluralForms(textIn(root, 'pluralForm')) ?? options.plural
  const entries: JsonEntry[] = []
  const plurals = new Set<string>()
  const count = unitCounter(options)
  for (const item of objectIn(root, 'translations')?.items ?? []) {
    const forms = formsOf(item, plural?.count)
    if (forms === undefined) continue
    count()
    const id = item.key!
    const isPlural = item.node.type === 'array'
    if (isPlural) plurals.add(id)
    const target = forms.map(form => (form.item?.node.type === 'string' ? form.item.node.value : ''))
    const source = isPlural ? sourcesOf(id) : [id]
    entries.push({ unit: unit({ id, source, target, position: entries.length + 1, line: lineOf(item.start) }), forms })
  }
  return jsonFile({
    format: 'nextcloud-json',
    decoded,
    root,
    entries,
    options,
    plurals,
    plural,
    place: added => placesOf(added),
    extra: ({ remove }, edits) => {
      for (const id of remove) edits.remove(objectIn(root, 'translations')!.byKey.get(id)!, true)
    },
  })
}

// A plural has the key "_singular_::_plural_".
function sourcesOf(key: string): string[] {
  const match = /^_(.*)_::_(.*)_$/s.exec(key)
  return match === null ? [key] : [match[1]!, match[2]!]
}

function formsOf(item: JsonItem, count: number | undefined): JsonForm[] | undefined {
  const { key, node } = item
  const path: Segment[] = ['translations', key!]
  if (node.type === 'string') return [{ path, item }]
  if (node.type !== 'array') return undefined
  const { items } = node
  return Array.from({ length: Math.max(count ?? 0, items.length) }, (_, i) => ({
    path: [...path, i],
    item: items[i]?.node.type === 'string' ? items[i] : undefined,
  }))
}

function placesOf(added: NewUnit): Segment[][] {
  const isPlural = added.plural ?? (added.source.length > 1 || added.target.length > 1)
  const [singular = '', plural = singular] = added.source
  const key = added.id ?? (isPlural ? `_${singular}_::_${plural}_` : singular || added.context)
  return isPlural ? added.target.map((_, i) => ['translations', key, i]) : [['translations', key]]
}

function createFile(options: CreateOptions): Uint8Array {
  const rule = JSON.stringify(pluralFormsHeader(options.plural ?? { count: 2, formula: 'n != 1' }))
  if (options.template === undefined) {
    return Buffer.from(`{ "translations": {\n},"pluralForm" :${rule}\n}\n`)
  }
  const { text } = decode(options.template, { maxBytes: options.maxBytes })
  const root = scanJson(text)
  const node = root.byKey.get('pluralForm')?.node
  const ruled = node === undefined ? text : text.slice(0, node.start) + rule + text.slice(node.end)
  const file = parseTranslations(Buffer.from(ruled), { plural: options.plural })
  return file.serialize({
    update: file.units.map(({ id, target }) => ({ id, target: target.map(() => '') })),
  })
}
