// JSON files with one string per key, and JSON files with strings in nested objects and arrays.

import { decode } from '../encoding.ts'
import type { FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import { lineCounter } from '../lines.ts'
import { unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { emptyObject, type JsonEntry, jsonFile } from './json-file.ts'
import { decodePath, encodePath, type Segment, showPath } from './path.ts'
import { type JsonContainer, type JsonItem, jsonRoot, scanJson } from './scanner.ts'

export const json: FileFormat = {
  id: 'json',
  name: 'JSON file',
  extensions: ['json'],
  recognises: ({ seen }) => seen(jsonRoot) !== null,
  monolingual: true,
  keysAreSources: true,
  states: [],
  flags: [],
  parse: parseFlat,
  create: emptyObject,
}

export const jsonNested: FileFormat = {
  id: 'json-nested',
  name: 'JSON nested structure file',
  extensions: ['json'],
  recognises: ({ seen }) =>
    seen(jsonRoot)?.items.some(({ node }) => node.type === 'object' || node.type === 'array') ?? false,
  monolingual: true,
  nests: true,
  keysAreSources: true,
  states: [],
  flags: [],
  parse: parseNested,
  create: emptyObject,
}

function parseFlat(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const root = scanJson(decoded.text, unitCounter(options))
  const lineOf = lineCounter(decoded.text)
  const entries: JsonEntry[] = []
  for (const item of root.items) {
    // Ignoring nested strings would make the file look fully translated.
    if (item.node.type === 'object' || item.node.type === 'array') {
      failAt(decoded.text, item.start, `"${item.key}" holds an ${item.node.type}; read the file as json-nested`)
    }
    if (item.node.type !== 'string') continue
    const id = item.key!
    entries.push(entryOf(item, [id], id, id, entries.length + 1, lineOf))
  }
  return jsonFile({ format: 'json', decoded, root, entries, options, place: added => [[added.id ?? added.context]] })
}

function parseNested(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const root = scanJson(decoded.text, unitCounter(options))
  const lineOf = lineCounter(decoded.text)
  const entries: JsonEntry[] = []
  for (const { item, path } of stringsOf(root)) {
    entries.push(entryOf(item, path, encodePath(path), showPath(path), entries.length + 1, lineOf))
  }
  const place = (added: { id?: string | undefined; context: string }) => [decodePath(added.id ?? added.context)]
  return jsonFile({ format: 'json-nested', decoded, root, entries, options, place })
}

function entryOf(
  item: JsonItem,
  path: readonly Segment[],
  id: string,
  context: string,
  position: number,
  lineOf: (offset: number) => number,
): JsonEntry {
  const value = item.node.type === 'string' ? item.node.value : ''
  return { unit: unit({ id, context, target: [value], position, line: lineOf(item.start) }), forms: [{ path, item }] }
}

// All strings below a container, with their paths, in the order of the file.
export function* stringsOf(
  container: JsonContainer,
  path: readonly Segment[] = [],
): Generator<{ item: JsonItem; path: Segment[] }> {
  for (const item of container.items) {
    const here = [...path, item.key ?? item.index]
    if (item.node.type === 'string') yield { item, path: here }
    else if (item.node.type !== 'literal') yield* stringsOf(item.node, here)
  }
}
