// Application Resource Bundles, as used by Flutter: a string per key, and "@key" with notes for translators.

import { decode } from '../encoding.ts'
import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import type { JsonEdits } from '../json/edits.ts'
import { emptyObject, type JsonEntry, jsonFile } from '../json/json-file.ts'
import { type JsonContainer, type JsonItem, jsonRoot, scanJson } from '../json/scanner.ts'
import { lineCounter } from '../lines.ts'
import { type CheckedChanges, unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export const arb: FileFormat = {
  id: 'arb',
  name: 'ARB file',
  extensions: ['arb', 'json'],
  recognises: ({ extension, seen }) => {
    const keys = extension === 'arb' ? null : seen(jsonRoot)?.byKey
    return keys === null || (keys?.has('@@locale') === true && !keys.has('@metadata'))
  },
  monolingual: true,
  states: [],
  flags: ['icu-message-format'],
  parse: parseArb,
  create: createArb,
}

// A message may have a description, and placeholders with examples.
const PARTS = 20

function parseArb(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const root = scanJson(decoded.text, unitCounter(options, PARTS))
  const lineOf = lineCounter(decoded.text)
  const entries: JsonEntry[] = []
  const headers = new Map<string, string>()
  for (const item of root.items) {
    const { key, node } = item
    if (node.type !== 'string') continue
    if (key!.startsWith('@@')) headers.set(key!.slice(2), node.value)
    if (key!.startsWith('@')) continue
    const note = noteOf(root, key!)
    const position = entries.length + 1
    entries.push({
      unit: unit({ id: key!, context: key!, target: [node.value], note, position, line: lineOf(item.start) }),
      forms: [{ path: [key!], item }],
    })
  }
  return jsonFile({
    format: 'arb',
    decoded,
    root,
    entries,
    options,
    headers,
    language: headers.get('locale'),
    place: added => [[added.id ?? added.context]],
    anchor: id => (root.byKey.has(`@${id}`) ? [`@${id}`] : undefined),
    describe: (added, edits, after) => {
      if (added.note) edits.add([`@${added.id ?? added.context}`, 'description'], added.note, after)
    },
    extra: (changes, edits) => editMetadata(root, changes, edits),
  })
}

function metadataOf(root: JsonContainer, key: string): JsonContainer | undefined {
  const node = root.byKey.get(`@${key}`)?.node
  return node?.type === 'object' ? node : undefined
}

function noteOf(root: JsonContainer, key: string): string {
  const metadata = metadataOf(root, key)
  const string = (item: JsonItem | undefined) => (item?.node.type === 'string' ? item.node.value : '')
  const parts = [string(metadata?.byKey.get('description'))]
  const placeholders = metadata?.byKey.get('placeholders')?.node
  if (placeholders?.type === 'object') {
    for (const { key: name, node } of placeholders.items) {
      const example = node.type === 'object' ? string(node.byKey.get('example')) : ''
      if (example !== '') parts.push(`{${name}}: ${example}`)
    }
  }
  return parts.filter(part => part !== '').join('\n')
}

function editMetadata(root: JsonContainer, changes: CheckedChanges, edits: JsonEdits): void {
  for (const id of changes.remove) {
    const item = root.byKey.get(`@${id}`)
    if (item !== undefined) edits.remove(item)
  }
  for (const [name, value] of Object.entries(changes.headers)) {
    const node = root.byKey.get(`@@${name}`)?.node
    if (node?.type === 'string') edits.setString(node, value)
    else edits.add([`@@${name}`], value, null)
  }
}

function createArb(options: CreateOptions): Uint8Array {
  const template =
    options.template === undefined ? undefined : parseArb(options.template, { maxBytes: options.maxBytes })
  return parseArb(emptyObject(options), { template }).serialize({
    headers: { locale: options.language, ...options.headers },
  })
}
