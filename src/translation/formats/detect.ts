// The likely format of a file, from its name and, where several formats share an ending, from what is in it.

import { decode } from './encoding.ts'
import { stringsOf } from './json/json.ts'
import { type JsonContainer, scanJson } from './json/scanner.ts'
import { pluralCategories } from './plural.ts'

const byExtension: Readonly<Record<string, string>> = {
  po: 'po',
  pot: 'po',
  xlf: 'xliff',
  xliff: 'xliff',
  sdlxliff: 'xliff',
  strings: 'strings',
  properties: 'properties',
  arb: 'arb',
  csv: 'csv',
  tsv: 'csv',
  yml: 'ruby-yaml',
  yaml: 'ruby-yaml',
}

// The id of a format, or undefined if the file is none we know. An answer is no promise that the file has no mistakes.
export function detectFormat(filename: string, bytes: Uint8Array): string | undefined {
  const extension = /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  if (extension === 'json') return detectJson(bytes)
  if (extension === 'xml' || extension === 'ts') return detectXml(bytes)
  return byExtension[extension]
}

function detectJson(bytes: Uint8Array): string | undefined {
  let root: JsonContainer
  try {
    root = scanJson(decode(bytes).text)
  } catch {
    return undefined
  }
  if (root.byKey.has('@metadata')) return 'mediawiki-json'
  if (root.byKey.has('@@locale')) return 'arb'
  if (hasPluralKeys(root)) return 'i18nextv4'
  return root.items.some(({ node }) => node.type === 'object' || node.type === 'array') ? 'json-nested' : 'json'
}

function hasPluralKeys(root: JsonContainer): boolean {
  for (const { item } of stringsOf(root)) {
    if (!item.key?.endsWith('_other')) continue
    const base = item.key.slice(0, -'other'.length)
    if (pluralCategories.some(name => name !== 'other' && item.container.byKey.has(base + name))) return true
  }
  return false
}

function detectXml(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1')
  const root = /<([A-Za-z][\w:.-]*)/.exec(start.replace(/<!--.*?(-->|$)/gs, ''))?.[1]
  if (root === 'resources') return 'aresource'
  if (root === 'TS') return 'ts'
  return root === 'xliff' ? 'xliff' : undefined
}
