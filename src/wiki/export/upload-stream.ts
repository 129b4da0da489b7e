import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Reader } from '#store/store.ts'
import { type Actor, actorsById } from '../content/actors.ts'
import { commentLine, contributorLines, element, indented } from '../content/page-export/write-export.ts'
import { summaryTexts } from '../content/summaries.ts'
import type { FileStore, Kept } from '../file-store.ts'
import { fileUrl, hashPath } from '../files/addresses.ts'
import { currentVersion, type FileVersion, oldVersion } from '../files/file-version.ts'
import { bytesName, isFileHash } from '../files/stored-bytes.ts'
import { HIDDEN, isHidden } from '../site/hidden-parts.ts'
import type { Site } from '../site/site.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import type { Tally } from './tally.ts'

export interface UploadOptions {
  /** The wiki's file store. */
  readonly fileStore: FileStore
  /** Whether to include file contents in base64. */
  readonly contents: boolean
  /** Folder for copies, laid out like MediaWiki's images folder. */
  readonly copyTo: string | undefined
  readonly withHidden: boolean
}

/** All versions of a file as XML, oldest first. */
export async function* streamUploads(
  db: Reader,
  site: Site,
  name: string,
  options: UploadOptions,
  tally: Tally,
): AsyncGenerator<string> {
  const old = await db
    .selectFrom('old_file')
    .selectAll()
    .where('name', '=', name)
    .orderBy('timestamp')
    .orderBy('id')
    .execute()
  const current = await db.selectFrom('file').selectAll().where('name', '=', name).execute()
  const versions = [...old.map(oldVersion), ...current.map(currentVersion)]
  const actors = await actorsById(
    db,
    versions.map(({ actorId }) => actorId),
  )
  const summaries = await summaryTexts(
    db,
    versions.map(({ summaryId }) => summaryId),
  )
  for (const version of versions) {
    // The format cannot mark a version as hidden, so a hidden one is left out.
    if (!options.withHidden && isHidden(version.deleted, 'text')) {
      tally.skip('files', 'hidden')
      continue
    }
    // MediaWiki can leave rows without an archive name when a file is moved during an upload.
    if (version.archiveName === '') {
      tally.skip('files', 'lost before the import')
      continue
    }
    yield* streamVersion(
      site,
      version,
      actors.get(version.actorId) ?? null,
      summaries.get(version.summaryId) ?? '',
      options,
      tally,
    )
  }
}

/** Replaces hidden user names: MediaWiki aborts an import at a file without an uploader. */
const NOBODY: Actor = { id: 0, name: 'Unknown user', account_id: null }

async function* streamVersion(
  site: Site,
  version: FileVersion,
  actor: Actor | null,
  summary: string,
  { fileStore, contents, copyTo, withHidden }: UploadOptions,
  tally: Tally,
): AsyncGenerator<string> {
  const { name, archiveName, sha1, timestamp, size } = version
  const hidden = withHidden ? 0 : version.deleted
  const author = isHidden(hidden, 'user')
    ? { deleted: hidden & ~HIDDEN.user, actor: NOBODY, summary }
    : { deleted: hidden, actor, summary }
  const rel = archiveName === null ? `${hashPath(name)}/${name}` : `archive/${hashPath(name)}/${archiveName}`
  tally.write('files')
  yield indented(2, ['<upload>']) +
    indented(3, [element('timestamp', {}, isoTimestamp(timestamp))]) +
    contributorLines(3, author) +
    indented(3, [
      ...commentLine(author),
      element('filename', {}, name),
      ...(archiveName === null ? [] : [element('archivename', {}, archiveName)]),
      element('src', {}, fileUrl(site, version)),
      element('size', {}, size),
      element('sha1base36', {}, sha1),
      element('rel', {}, rel),
    ])
  const source = isFileHash(sha1) ? await fileStore.about(bytesName(sha1)) : null
  if (source === null && (contents || copyTo !== undefined)) tally.note('files', 'without the file, which is missing')
  if (source !== null && contents) yield* inBase64(fileStore, source)
  if (source !== null && copyTo !== undefined)
    await copyVersion(fileStore, source, path.join(copyTo, ...rel.split('/')))
  yield indented(2, ['</upload>'])
}

async function* inBase64(fileStore: FileStore, { name }: Kept): AsyncGenerator<string> {
  yield '      <contents encoding="base64">'
  let held = Buffer.alloc(0)
  for await (const part of (await fileStore.stream(name)) ?? []) {
    const bytes = Buffer.concat([held, part as Buffer])
    // Encodes multiples of three bytes, so that the chunks concatenate to valid base64.
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.toString('base64', 0, whole)
    held = bytes.subarray(whole)
  }
  yield `${held.toString('base64')}</contents>\n`
}

/** Writes to a temporary file and renames it; skips a file that is already there with the right size. */
async function copyVersion(fileStore: FileStore, { name, size, modified }: Kept, target: string): Promise<void> {
  const there = await stat(target).catch(() => null)
  if (there?.size === size && Math.floor(there.mtimeMs / 1000) === modified) return
  const source = await fileStore.stream(name)
  if (source === null) return
  await mkdir(path.dirname(target), { recursive: true })
  await pipeline(source, createWriteStream(`${target}.part`))
  await utimes(`${target}.part`, modified, modified)
  await rename(`${target}.part`, target)
}
