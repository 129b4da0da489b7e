import { list, type Row, realBooleans } from '../../api/result/shape.ts'
import type { FileVersion } from '../../files/file-version.ts'
import type { Metadata } from '../../files/metadata.ts'
import { isoTimestamp } from '../../site/timestamp.ts'

/** `[{ name, value }]`, with nested values in the same form. */
export function asNameValues(data: unknown): unknown[] {
  const entries = Array.isArray(data)
    ? data.map((value, index) => [index, value] as const)
    : Object.entries(data as object)
  return list(
    'metadata',
    entries.map(
      ([name, value]): Row =>
        typeof value === 'object' && value !== null
          ? { name: asKey(name), value: asNameValues(value) }
          : realBooleans({ name: asKey(name), value }, ['value']),
    ),
  )
}

/** List entries have numeric names. */
const asKey = (name: string | number): string | number => (/^(?:0|[1-9]\d*)$/.test(String(name)) ? Number(name) : name)

export const metadataFacts = (data: Metadata): unknown[] | null =>
  Object.keys(data).length > 0 ? asNameValues(data) : null

/** Metadata known for every file; MediaWiki extensions add more from description pages. */
export function extendedMetadata(file: FileVersion, only: readonly string[]): Row | [] {
  const own = (value: string): Row => ({ value, source: 'mediawiki-metadata', hidden: '' })
  const metadata: Row = {
    DateTime: own(isoTimestamp(file.timestamp)),
    ObjectName: own(file.name.replaceAll('_', ' ').replace(/\.[^.]*$/, '')),
  }
  const selected = Object.entries(metadata).filter(([name]) => only.length === 0 || only.includes(name))
  return selected.length > 0 ? Object.fromEntries(selected) : []
}
