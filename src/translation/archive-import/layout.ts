/** Why an archive cannot be imported, worded for the person who runs the import. */
export class ArchiveError extends Error {}

/** Files that belong together, one per language. */
export interface Layout {
  /** How the component is called there. */
  readonly name: string
  /** Path pattern with a star for the language. */
  readonly filemask: string
  /** Path of the file with the source texts; it may be missing in the archive. */
  readonly source: string
  readonly files: readonly LanguageFile[]
}

export interface LanguageFile {
  readonly path: string
  /** The text in place of the star. */
  readonly code: string
  /** The code of the language, which may differ from it. */
  readonly language: string
}

/** What a configuration in an archive says about its files. */
export interface Configured {
  /** The file that says so. */
  readonly file: string
  readonly sourceLanguage: string | undefined
  readonly layouts: readonly Layout[]
  /** What in it has no effect here, by name. */
  readonly unsupported: readonly string[]
}

/** A path in a configuration, relative to the archive. */
export function pathIn(root: string, base: string, path: string): string {
  const parts = `${root}${base}/${path}`.split('/').filter(part => part !== '' && part !== '.')
  if (parts.includes('..')) throw new ArchiveError(`"${path.slice(0, 200)}" leads outside the archive.`)
  return parts.join('/')
}
