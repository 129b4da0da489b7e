import { resolveLanguageCode } from '#languages/resolve-code.ts'
import { formats } from '../formats/index.ts'

const MOST_LOOKED_AT = 5000
/** A language code in a path. */
const CODE = /(?<=^|[/._-])[A-Za-z]{2,3}(?:[-_@][A-Za-z0-9]{2,8})*(?=$|[/.])/g
const EXTENSIONS = new Set(formats().flatMap(each => each.extensions))

export const extensionOf = (path: string): string => /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

/** Whether a file may contain strings, judging by its name. */
export const isTranslatable = (path: string): boolean => EXTENSIONS.has(extensionOf(path)) || path.endsWith('.pot')

const isLanguage = (code: string): boolean => {
  const plain = code.replace(/^([a-z]{2,3})-r([A-Z]{2})$/, '$1_$2')
  return plain.length >= 2 && resolveLanguageCode(plain)?.exists === true
}

export interface Mask {
  readonly mask: string
  readonly files: { readonly path: string; readonly code: string }[]
}

/** All masks that match some paths, best matches first. */
export function masksOf(paths: readonly string[], most = MOST_LOOKED_AT): Mask[] {
  const masks = new Map<string, Mask>()
  const verdicts = new Map<string, boolean>()
  for (const path of paths.slice(0, most)) {
    if (!EXTENSIONS.has(extensionOf(path))) continue
    for (const match of path.matchAll(CODE)) {
      const [code] = match
      if (match.index + code.length === path.length) continue
      if (!verdicts.has(code)) verdicts.set(code, isLanguage(code))
      if (!verdicts.get(code)) continue
      const mask = `${path.slice(0, match.index)}*${path.slice(match.index + code.length)}`
      const entry = masks.get(mask) ?? { mask, files: [] }
      entry.files.push({ path, code })
      masks.set(mask, entry)
    }
  }
  return [...masks.values()].sort((a, b) => b.files.length - a.files.length || a.mask.length - b.mask.length)
}
