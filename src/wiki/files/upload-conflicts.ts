import { afterPrefix } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import type { FileVersion } from './file-version.ts'
import { currentVersions } from './versions.ts'

/** Reasons to warn before uploading a file under a name. */
export type UploadConflict =
  | { readonly kind: 'exists'; readonly file: FileVersion }
  | { readonly kind: 'page-exists' }
  | { readonly kind: 'similar'; readonly file: FileVersion }
  | { readonly kind: 'thumbnail'; readonly file: FileVersion }
  | { readonly kind: 'thumbnail-name'; readonly prefix: string }
  | { readonly kind: 'camera-name'; readonly prefix: string }

const SPELLINGS: Readonly<Record<string, string>> = {
  htm: 'html',
  jpeg: 'jpg',
  mpeg: 'mpg',
  ogv: 'ogg',
  tiff: 'tif',
}

/** Finds files with nearly the same name. `prefixes` are the name prefixes cameras use. */
export async function similarConflict(
  db: Reader,
  name: string,
  prefixes: readonly string[],
): Promise<UploadConflict | null> {
  const dot = name.lastIndexOf('.')
  const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, '']
  const similar = (await normalSpelling(db, base, extension)) ?? (await otherExtension(db, base))
  if (similar) return { kind: 'similar', file: similar }
  if (/^\d\d(px-|.px-)/s.test(base)) {
    const prefix = name.slice(0, name.indexOf('-') + 1)
    const whole = upperFirst(`${base.slice(base.indexOf('-') + 1)}.${extension}`)
    const file = (await currentVersions(db, [whole])).get(whole)
    return file ? { kind: 'thumbnail', file } : { kind: 'thumbnail-name', prefix }
  }
  const prefix = prefixes.find(beginning => base.startsWith(beginning))
  return prefix === undefined ? null : { kind: 'camera-name', prefix }
}

const upperFirst = (name: string): string => name.replace(/^./u, letter => letter.toUpperCase())

/** `Photo.JPEG` may exist as `Photo.jpg`. */
async function normalSpelling(db: Reader, base: string, extension: string): Promise<FileVersion | undefined> {
  const lower = extension.toLowerCase()
  const normal = Object.hasOwn(SPELLINGS, lower) ? SPELLINGS[lower]! : lower
  const name = `${base}.${normal}`
  return normal === extension ? undefined : (await currentVersions(db, [name])).get(name)
}

async function otherExtension(db: Reader, base: string): Promise<FileVersion | undefined> {
  let query = db.selectFrom('file').where('name', '>=', `${base}.`).orderBy('name').limit(1)
  const past = afterPrefix(`${base}.`)
  if (past !== null) query = query.where('name', '<', past)
  const found = await query.select('name').executeTakeFirst()
  return found && (await currentVersions(db, [found.name])).get(found.name)
}

/** The prefixes are listed in a message, one per line, with comments after a number sign. */
export const cameraPrefixes = (message: string): string[] =>
  message
    .split('\n')
    .map(line => line.replace(/#.*/s, '').trim())
    .filter(line => line !== '')
