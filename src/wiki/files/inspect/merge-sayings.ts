import type { Said, Sayings } from './picture-facts.ts'
import { readXmp } from './xmp.ts'

/** Merges the metadata from all parts of a file. */
export async function mergedSayings({ exif, newerIptc, iptc, native, xmp }: Sayings): Promise<Record<string, unknown>> {
  const told = xmp === undefined ? {} : await readXmp(xmp)
  const merged: Record<string, unknown> = {}
  for (const said of [exif, newerIptc, told.exif, told.general, told.deprecated, iptc, native]) add(merged, said ?? {})
  return merged
}

/** Adds localized variants to the value that takes precedence, which becomes the default. */
function add(merged: Record<string, unknown>, said: Said): void {
  for (const [name, value] of Object.entries(said)) {
    const known = merged[name]
    if (known === undefined) merged[name] = value
    else if (isInLanguages(value) && typeof known !== 'object') merged[name] = { ...value, 'x-default': known }
  }
}

const isInLanguages = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && '_type' in value && value._type === 'lang'
