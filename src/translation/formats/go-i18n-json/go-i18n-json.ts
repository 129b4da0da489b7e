// Files of go-i18n version 1: a list of messages with an id, and a translation or one per plural category.

import { decode } from '../encoding.ts'
import type { FileFormat, NewUnit, ParsedFile, ParseOptions } from '../format.ts'
import { type JsonEntry, type JsonForm, jsonFile } from '../json/json-file.ts'
import type { Segment } from '../json/path.ts'
import { type JsonContainer, type JsonItem, jsonArray, objectIn, scanJson, stringIn, textIn } from '../json/scanner.ts'
import { lineCounter } from '../lines.ts'
import { categoriesFor } from '../plural.ts'
import { unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export const goI18nJson: FileFormat = {
  id: 'go-i18n-json',
  name: 'go-i18n v1 JSON file',
  extensions: ['json'],
  recognises: ({ seen }) => seen(jsonArray) !== null,
  monolingual: true,
  states: [],
  flags: [],
  parse: parseMessages,
  create: ({ template }) => Buffer.from(`[]${Buffer.from(template ?? []).includes('\r\n') ? '\r\n' : '\n'}`),
}

const PARTS = 10

function parseMessages(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const root = scanJson(decoded.text, unitCounter(options, PARTS), 'array')
  const lineOf = lineCounter(decoded.text)
  const entries: JsonEntry[] = []
  const items = new Map<string, JsonItem>()
  const plurals = new Set<string>()
  const count = unitCounter(options)
  for (const item of root.items) {
    const message = item.node
    if (message.type !== 'object' || stringIn(message, 'id') === undefined) continue
    const forms = formsOf(message, item.index, options)
    if (forms === undefined) continue
    count()
    const id = textIn(message, 'id')
    items.set(id, item)
    if (objectIn(message, 'translation') !== undefined) plurals.add(id)
    const target = forms.map(form => (form.item?.node.type === 'string' ? form.item.node.value : ''))
    const note = textIn(message, 'description')
    entries.push({
      unit: unit({ id, context: id, target, note, position: entries.length + 1, line: lineOf(item.start) }),
      forms,
    })
  }
  return jsonFile({
    format: 'go-i18n-json',
    decoded,
    root,
    entries,
    options,
    plurals,
    // The id of a new message is written like a form before the others.
    place: (added, order) => {
      const index = root.items.length + order
      return [[index, 'id'], ...placesOf(added, index, options)]
    },
    fit: added => [added.id ?? added.context, ...added.target],
    extra: ({ remove }, edits) => {
      for (const id of remove) edits.remove(items.get(id)!)
    },
  })
}

function formsOf(message: JsonContainer, index: number, options: ParseOptions): JsonForm[] | undefined {
  const single = stringIn(message, 'translation')
  if (single !== undefined) return [{ path: [index, 'translation'], item: single }]
  const plural = objectIn(message, 'translation')
  if (plural === undefined) return undefined
  return categoriesFor(options.plural, options.language).map(category => ({
    path: [index, 'translation', category],
    item: stringIn(plural, category),
  }))
}

function placesOf({ plural, target }: NewUnit, index: number, options: ParseOptions): Segment[][] {
  if (!(plural ?? target.length > 1)) return [[index, 'translation']]
  return categoriesFor(options.plural, options.language).map(category => [index, 'translation', category])
}
