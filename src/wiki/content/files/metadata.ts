import { list, type Row } from '../../api/result/shape.ts'
import { unserialize } from '../../import/readers/php/unserialize.ts'

export type Metadata = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was read out of a file when it was uploaded: JSON since MediaWiki 1.38, PHP's serialisation before. */
export function readMetadata(bytes: Buffer | null): Metadata {
  const text = bytes?.toString() ?? ''
  if (text === '' || text === '0' || text === '-1') return {}
  try {
    const value: unknown = text.startsWith('{') ? JSON.parse(text) : asPlain(unserialize(bytes!))
    if (!isObject(value)) return {}
    return isObject(value.data) ? value.data : value
  } catch {
    return {}
  }
}

/** PHP's arrays as objects. */
function asPlain(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, entry]) => [String(key), asPlain(entry)]))
  if (Buffer.isBuffer(value)) return value.toString()
  return value
}

/** `[{ name, value }]`, values within values in the same form. */
export function asNameValues(data: unknown): unknown[] {
  const entries = Array.isArray(data)
    ? data.map((value, index) => [index, value] as const)
    : Object.entries(data as object)
  return list(
    'metadata',
    entries.map(
      ([name, value]): Row => ({
        name,
        value: typeof value === 'object' && value !== null ? asNameValues(value) : value,
      }),
    ),
  )
}

/** The part that all formats share. Images keep it inside, photographs are nothing else. */
export function commonMetadata(data: Metadata, mime: string): Metadata {
  const inner = mime === 'image/jpeg' || mime === 'image/tiff' ? data : isObject(data.metadata) ? data.metadata : {}
  return Object.fromEntries(
    Object.entries(inner).filter(([name]) => !name.startsWith('_MW_') && name !== 'MEDIAWIKI_EXIF_VERSION'),
  )
}
