import type { MetadataFields, MetadataSources } from './picture-facts.ts'
import { readXmp } from './xmp.ts'

/** Merges the metadata from all parts of a file. */
export async function mergeMetadata({
  exif,
  newerIptc,
  iptc,
  native,
  xmp,
}: MetadataSources): Promise<Record<string, unknown>> {
  const parsed = xmp === undefined ? {} : await readXmp(xmp)
  const merged: Record<string, unknown> = {}
  for (const fields of [exif, newerIptc, parsed.exif, parsed.general, parsed.deprecated, iptc, native])
    add(merged, fields ?? {})
  return merged
}

/** Adds localized variants to the value that takes precedence, which becomes the default. */
function add(merged: Record<string, unknown>, fields: MetadataFields): void {
  for (const [name, value] of Object.entries(fields)) {
    const existing = merged[name]
    if (existing === undefined) merged[name] = value
    else if (isInLanguages(value) && typeof existing !== 'object') merged[name] = { ...value, 'x-default': existing }
  }
}

const isInLanguages = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && '_type' in value && value._type === 'lang'
