import type { Reader } from '#store/store.ts'
import { isHidden } from '../site/hidden-parts.ts'
import { hashPath } from './addresses.ts'
import { FileError, notFound } from './file-error.ts'
import { type FileVersion, oldVersion } from './file-version.ts'
import { currentVersions } from './versions.ts'

/** The target of a URL below /images: a file or a thumbnail of one. */
export interface FoundFile {
  readonly version: FileVersion
  /** `100px-Mars.jpg`; null for the file itself. */
  readonly thumbName: string | null
}

const LONGEST_NAME = 255

/** `path` is the part after `/images/`, still percent-encoded. */
export async function findFile(db: Reader, path: string): Promise<FoundFile> {
  const parts = path.split('/').map(decode)
  const isThumb = parts[0] === 'thumb'
  if (isThumb) parts.shift()
  const isArchive = parts[0] === 'archive'
  if (isArchive) parts.shift()
  if (parts.length !== (isThumb ? 4 : 3)) notFound()
  const [outer, inner, file, thumbName = null] = parts as [string, string, string, string?]
  const name = isArchive ? nameOfArchived(file) : file
  // The folders are derived from the name, so other folders are rejected: each file has one URL.
  if (hashPath(name) !== `${outer}/${inner}`) notFound()
  const version = isArchive ? await archived(db, name, file) : (await currentVersions(db, [name])).get(name)
  // A hidden version counts as missing, and its URL is never exposed.
  if (!version || isHidden(version.deleted, 'text')) return notFound()
  return { version, thumbName }
}

function decode(part: string): string {
  const text = decoded(part)
  if (text === '' || text === '.' || text === '..' || Buffer.byteLength(text) > LONGEST_NAME) notFound()
  // No name contains control characters, and databases reject some of them.
  if (/[\u0000-\u001f\u007f/\\\ufffd]/.test(text)) notFound()
  return text
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new FileError(400, 'The URL is malformed.')
  }
}

/** `20220106120000!Mars.jpg` is an old version of `Mars.jpg`. */
const nameOfArchived = (archiveName: string): string => /^\d{14}!(.+)$/s.exec(archiveName)?.[1] ?? notFound()

async function archived(db: Reader, name: string, archiveName: string): Promise<FileVersion | undefined> {
  const row = await db
    .selectFrom('old_file')
    .where('name', '=', name)
    .where('archive_name', '=', archiveName)
    .selectAll()
    .executeTakeFirst()
  return row && oldVersion(row)
}
