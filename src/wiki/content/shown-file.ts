import { padded } from '#store/keyset.ts'
import { fileUrl } from '../files/addresses.ts'
import type { FileVersion } from '../files/file-version.ts'
import { type MediaKind, mediaKind } from '../files/media-kinds.ts'
import { isTurned } from '../files/metadata.ts'
import { pictureUrl, shownSize } from '../files/thumbnail-of.ts'
import { currentVersions } from '../files/versions.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import type { TextWiki } from '../wiki.ts'
import type { Picture, PictureParams, ShownFile } from '../wikitext/host.ts'

/** A file as shown on pages; URLs omit the server. */
export function shownFile(site: Site, version: FileVersion): ShownFile {
  const kind = mediaKind(version.mime)
  const { name, width, height } = version
  return {
    name,
    width,
    height,
    url: onThisServer(site, fileUrl(site, version)),
    isPicture: kind !== null,
    isDrawing: kind?.isDrawing ?? false,
    mustBeRendered: kind !== null && (kind.shownAs !== null || isTurned(version)),
    picture: params => (kind === null ? null : pictureOf(site, version, kind, params)),
  }
}

function pictureOf(site: Site, version: FileVersion, kind: MediaKind, params: PictureParams): Picture | null {
  const size = shownSize(version, params)
  if (!size) return null
  return { ...size, url: onThisServer(site, pictureUrl(site, version, kind, params, size)) }
}

const onThisServer = (site: Site, url: string): string =>
  url.startsWith(site.server) ? url.slice(site.server.length) : url

/** Files by name; null when there is no such file. */
export interface FilesFound {
  readonly files: Map<string, ShownFile | null>
  /** Targets of file page redirects. */
  readonly redirects: Map<string, string>
}

/** Adds the files with these names and the targets of redirects among them. */
export async function findFiles(wiki: TextWiki, names: readonly string[], found: FilesFound): Promise<void> {
  await addVersions(wiki, names, found.files)
  const missing = names.filter(name => found.files.get(name) === null)
  for (const { from, to } of await redirectsOf(wiki, missing)) found.redirects.set(from, to)
  const targets = missing.map(name => found.redirects.get(name)).filter(name => name !== undefined)
  await addVersions(
    wiki,
    targets.filter(name => !found.files.has(name)),
    found.files,
  )
}

async function addVersions(wiki: TextWiki, names: readonly string[], files: FilesFound['files']): Promise<void> {
  for (const name of names) files.set(name, null)
  for (const [name, version] of await currentVersions(wiki.db, names)) files.set(name, shownFile(wiki.site, version))
}

async function redirectsOf({ db }: TextWiki, names: readonly string[]): Promise<{ from: string; to: string }[]> {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('page')
    .innerJoin('redirect', 'redirect.from_id', 'page.id')
    .where('page.ns', '=', NS.file)
    .where('page.title', 'in', padded(names))
    .where('redirect.ns', '=', NS.file)
    .select(['page.title as from', 'redirect.title as to', 'redirect.interwiki'])
    .execute()
  return rows.filter(row => !row.interwiki)
}
