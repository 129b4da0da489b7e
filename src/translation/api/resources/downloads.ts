import { invalidField } from '#fields/problem.ts'
import { type Conversion, conversion, conversionIds } from '../../catalogue/conversions.ts'
import { FormatError } from '../../formats/index.ts'
import { parseError } from '../errors.ts'
import { RawAnswer } from '../resource.ts'

const OTHER = 'application/octet-stream'
const MEDIA_TYPES: Record<string, string> = {
  po: 'text/x-gettext-translation; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  arb: 'application/json',
  xliff: 'application/x-xliff+xml',
  xlf: 'application/x-xliff+xml',
  xml: 'application/xml',
  ts: 'application/x-linguist',
  properties: 'text/plain; charset=utf-8',
  strings: 'text/plain; charset=utf-8',
  yml: 'application/yaml',
  zip: 'application/zip',
}

/** Every media type a translation file can have. */
export const FILE_TYPES: readonly string[] = [
  ...new Set(
    [...conversionIds().map(id => conversion(id)?.contentType ?? OTHER), ...Object.values(MEDIA_TYPES)].map(
      type => type.split(';')[0]!,
    ),
  ),
].sort()

export function download(content: Uint8Array, filename: string, contentType: string | null = null): RawAnswer {
  const extension = /\.([^./]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  return new RawAnswer(Buffer.from(content), {
    'Content-Type': contentType ?? MEDIA_TYPES[extension] ?? OTHER,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    'X-Content-Type-Options': 'nosniff',
  })
}

/** Errors in an uploaded file are client errors, not server errors. */
export async function readable<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw error instanceof FormatError ? parseError(error.message) : error
  }
}

export function conversionFor(id: string): Conversion {
  const format = conversion(id)
  if (format) return format
  const choices = conversionIds().join(', ')
  throw invalidField(
    'format',
    'invalid_choice',
    `"${id.slice(0, 40)}" is not a valid choice. Valid choices: ${choices}.`,
  )
}
