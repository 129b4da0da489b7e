// The message files of MediaWiki and the banana libraries: one string per key, and "@metadata" with the authors.

import { decode } from '../encoding.ts'
import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import type { JsonEdits } from '../json/edits.ts'
import { type JsonEntry, jsonFile } from '../json/json-file.ts'
import { type JsonContainer, jsonRoot, scanJson } from '../json/scanner.ts'
import { lineCounter } from '../lines.ts'
import { type CheckedChanges, unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export const mediawikiJson: FileFormat = {
  id: 'mediawiki-json',
  name: 'MediaWiki message file',
  extensions: ['json'],
  recognises: ({ seen }) => seen(jsonRoot)?.byKey.has('@metadata') ?? false,
  monolingual: true,
  states: [],
  flags: [],
  parse: parseMessages,
  create: createMessages,
}

const metadataKey = '@metadata'

function parseMessages(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const root = scanJson(decoded.text, unitCounter(options))
  const lineOf = lineCounter(decoded.text)
  const entries: JsonEntry[] = []
  for (const item of root.items) {
    if (item.key === metadataKey) continue
    if (item.node.type === 'object' || item.node.type === 'array') {
      failAt(decoded.text, item.start, `the message "${item.key}" holds an ${item.node.type} instead of a string`)
    }
    if (item.node.type !== 'string') continue
    const id = item.key!
    const target = [item.node.value]
    entries.push({
      unit: unit({ id, context: id, target, position: entries.length + 1, line: lineOf(item.start) }),
      forms: [{ path: [id], item }],
    })
  }
  return jsonFile({
    format: 'mediawiki-json',
    decoded,
    root,
    entries,
    options,
    headers: headersOf(root),
    place: added => [[added.id ?? added.context]],
    extra: (changes, edits) => editAuthors(root, changes, edits),
  })
}

// The only header is the list of authors, a name per line.
function headersOf(root: JsonContainer): Map<string, string> {
  const authors = authorsOf(root)
  if (authors === undefined) return new Map()
  const names = authors.items.flatMap(({ node }) => (node.type === 'string' ? [node.value] : []))
  return new Map([['authors', names.join('\n')]])
}

function authorsOf(root: JsonContainer): JsonContainer | undefined {
  const metadata = root.byKey.get(metadataKey)?.node
  const authors = metadata?.type === 'object' ? metadata.byKey.get('authors')?.node : undefined
  return authors?.type === 'array' ? authors : undefined
}

function editAuthors(root: JsonContainer, { headers }: CheckedChanges, edits: JsonEdits): void {
  if (headers.authors === undefined) return
  const names = new Set(headers.authors.split('\n').filter(name => name !== ''))
  const authors = authorsOf(root)
  const listed = new Set<string>()
  for (const item of authors?.items ?? []) {
    if (item.node.type !== 'string') continue
    if (names.has(item.node.value)) listed.add(item.node.value)
    else edits.remove(item, true)
  }
  const added = [...names].filter(name => !listed.has(name))
  const from = authors?.items.length ?? 0
  added.forEach((name, i) => {
    edits.add([metadataKey, 'authors', from + i], name, authors === undefined ? null : undefined)
  })
}

function createMessages(options: CreateOptions): Uint8Array {
  const template =
    options.template === undefined ? undefined : parseMessages(options.template, { maxBytes: options.maxBytes })
  // MediaWiki indents with tabs.
  const { indent = '\t', newline } = template?.layout ?? { newline: '\n' }
  const lines = ['{', `${indent}"${metadataKey}": {`, `${indent}${indent}"authors": []`, `${indent}}`, '}', '']
  return parseMessages(Buffer.from(lines.join(newline))).serialize({ headers: options.headers })
}
