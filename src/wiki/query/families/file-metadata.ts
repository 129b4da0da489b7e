import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { list, realBooleans } from '../../api/result/shape.ts'
import type { FileVersion } from '../../files/file-version.ts'
import type { Metadata } from '../../files/metadata.ts'
import { isoTimestamp } from '../../site/timestamp.ts'

/** A value can be a list of the same form. */
export const metadataMembers = { name: 'string|integer', value: 'any' } as const satisfies Members

type NameValue = ResultOf<typeof metadataMembers>

/** `[{ name, value }]`, with nested values in the same form. */
export function asNameValues(data: unknown): NameValue[] {
  const entries = Array.isArray(data)
    ? data.map((value, index) => [index, value] as const)
    : Object.entries(data as object)
  return list(
    'metadata',
    entries.map(
      ([name, value]): NameValue =>
        typeof value === 'object' && value !== null
          ? { name: asKey(name), value: asNameValues(value) }
          : realBooleans({ name: asKey(name), value }, ['value']),
    ),
  )
}

/** List entries have numeric names. */
const asKey = (name: string | number): string | number => (/^(?:0|[1-9]\d*)$/.test(String(name)) ? Number(name) : name)

export const metadataFacts = (data: Metadata): NameValue[] | null =>
  Object.keys(data).length > 0 ? asNameValues(data) : null

const ownMembers = { value: 'string', source: 'string', hidden: 'string' } as const satisfies Members

export const extendedMetadataMembers = {
  'DateTime?': ownMembers,
  'ObjectName?': ownMembers,
} as const satisfies Members

/** Metadata known for every file; MediaWiki extensions add more from description pages. */
export function extendedMetadata(file: FileVersion, only: readonly string[]): ResultOf<typeof extendedMetadataMembers> {
  const own = (value: string) => ({ value, source: 'mediawiki-metadata', hidden: '' })
  const isRequested = (name: string) => only.length === 0 || only.includes(name)
  const metadata = {
    ...(isRequested('DateTime') && { DateTime: own(isoTimestamp(file.timestamp)) }),
    ...(isRequested('ObjectName') && { ObjectName: own(file.name.replaceAll('_', ' ').replace(/\.[^.]*$/, '')) }),
  }
  return Object.keys(metadata).length > 0 ? metadata : emptyList()
}

/** PHP has one empty collection. */
const emptyList = (): object => []
