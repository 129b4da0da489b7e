// JSON files of go-i18n version 2.

import { decode } from '../encoding.ts'
import type { FileFormat, NewUnit, ParsedFile, ParseOptions } from '../format.ts'
import { emptyObject, type JsonEntry, jsonFile } from '../json/json-file.ts'
import { decodePath, encodePath, type Segment, showPath } from '../json/path.ts'
import { type JsonContainer, jsonRoot, scanJson, stringIn, textIn } from '../json/scanner.ts'
import { lineCounter } from '../lines.ts'
import { categoriesFor } from '../plural.ts'
import { unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { categoriesOf, isMessage } from './go-i18n-messages.ts'

export const goI18nJsonV2: FileFormat = {
  id: 'go-i18n-json-v2',
  name: 'go-i18n v2 JSON file',
  extensions: ['json'],
  recognises: ({ seen }) => {
    const root = seen(jsonRoot)
    return root?.items.some(({ node }) => node.type === 'object' && isMessage(keysOf(node))) ?? false
  },
  monolingual: true,
  nests: true,
  states: [],
  flags: [],
  parse: parseMessages,
  create: emptyObject,
}

const PARTS = 12

function parseMessages(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const root = scanJson(decoded.text, unitCounter(options, PARTS))
  const lineOf = lineCounter(decoded.text)
  const entries: JsonEntry[] = []
  const objects = new Map<string, JsonContainer>()
  const plurals = new Set<string>()
  const count = unitCounter(options)
  const walk = (container: JsonContainer, path: readonly Segment[]): void => {
    for (const item of container.items) {
      const { key, node, start } = item
      const here = [...path, key!]
      const id = encodePath(here)
      const fields = { id, context: showPath(here), position: entries.length + 1 }
      if (node.type === 'string') {
        count()
        const line = lineOf(start)
        entries.push({ unit: unit({ ...fields, target: [node.value], line }), forms: [{ path: here, item }] })
      } else if (node.type === 'object' && isMessage(keysOf(node))) {
        count()
        const { categories, isPlural } = categoriesOf(id, keysOf(node), options)
        if (isPlural) plurals.add(id)
        objects.set(id, node)
        const forms = categories.map(category => ({ path: [...here, category], item: stringIn(node, category) }))
        const target = categories.map(category => textIn(node, category))
        const note = textIn(node, 'description')
        entries.push({ unit: unit({ ...fields, target, note, line: lineOf(start) }), forms })
      } else if (node.type === 'object') walk(node, here)
    }
  }
  walk(root, [])
  return jsonFile({
    format: 'go-i18n-json-v2',
    decoded,
    root,
    entries,
    options,
    plurals,
    place: added => placesOf(added, options),
    describe: (added, edits, after) => {
      if (added.note && isPluralUnit(added)) edits.add([...pathOf(added), 'description'], added.note, after)
    },
    extra: ({ remove }, edits) => {
      for (const id of remove) for (const item of objects.get(id)?.items ?? []) edits.remove(item)
    },
  })
}

const keysOf = (object: JsonContainer): string[] => object.items.map(({ key }) => key!)

const pathOf = (added: NewUnit): Segment[] => decodePath(added.id ?? added.context)

const isPluralUnit = ({ plural, target }: NewUnit): boolean => plural ?? target.length > 1

function placesOf(added: NewUnit, options: ParseOptions): Segment[][] {
  const path = pathOf(added)
  if (!isPluralUnit(added)) return [path]
  return categoriesFor(options.plural, options.language).map(category => [...path, category])
}
