// File information shared by imageinfo, allimages and stashimageinfo.

import type { Caller } from '#accounts/caller.ts'
import type { Reader } from '#store/store.ts'
import type { ActionRun } from '../../api/action-run.ts'
import { type authorMembers, type commentMembers, suppressedMembers } from '../../api/result/common.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { asObject } from '../../api/result/shape.ts'
import { type Actor, actorsById } from '../../content/actors.ts'
import { parsedSummaries } from '../../content/parsed-summaries.ts'
import { base36ToHex } from '../../content/sha1-base36.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { fileUrl } from '../../files/addresses.ts'
import type { FileVersion } from '../../files/file-version.ts'
import { commonMetadata, type Metadata, readMetadata, withoutLists } from '../../files/metadata.ts'
import type { ThumbParams } from '../../files/thumb-params.ts'
import { thumbnailOf } from '../../files/thumbnail-of.ts'
import { canSee, isHidden, isSuppressed } from '../../site/hidden-parts.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { fullUrl } from '../../site/urls.ts'
import {
  asNameValues,
  extendedMetadata,
  extendedMetadataMembers,
  metadataFacts,
  metadataMembers,
} from './file-metadata.ts'

const dimensionMembers = {
  'size?': 'integer',
  'width?': 'integer',
  'height?': 'integer',
  'duration?': 'number',
} as const satisfies Members

/** A file that is not published yet. */
export const stashedFileMembers = {
  'timestamp?': 'string',
  ...dimensionMembers,
  'canonicaltitle?': 'string',
  'url?': 'string',
  'descriptionurl?': 'string',
  'sha1?': 'string',
  'metadata?': ['null', '|', [metadataMembers]],
  'commonmetadata?': [metadataMembers],
  'extmetadata?': extendedMetadataMembers,
  'mime?': 'string',
  'bitdepth?': 'integer',
} as const satisfies Members

/** The current version of a file, of which nothing can be hidden. */
export const fileMembers = {
  ...stashedFileMembers,
  'user?': 'string',
  'userid?': 'integer',
  'anon?': 'boolean',
  'comment?': 'string',
  'parsedcomment?': 'string',
  'descriptionshorturl?': 'string',
  'mediatype?': 'string|null',
} as const satisfies Members

export const thumbMembers = {
  'thumburl?': 'string',
  'thumbwidth?': 'integer',
  'thumbheight?': 'integer',
  'thumbmime?': 'string',
  'responsiveUrls?': { '*': 'string' },
} as const satisfies Members

/** Any version of a file. */
export const fileVersionMembers = {
  ...fileMembers,
  ...thumbMembers,
  'archivename?': 'string',
  'userhidden?': 'boolean',
  'commenthidden?': 'boolean',
  'filehidden?': 'boolean',
  ...suppressedMembers,
} as const satisfies Members

type FileFacts = ResultOf<typeof fileVersionMembers>

/** The reader of file information and the wiki. */
export interface FileViewer {
  readonly run: ActionRun
  readonly db: Reader
  readonly site: Site
  readonly caller: Caller
  titleText(ns: number, dbkey: string): string
}

/** Data read in advance to describe files. */
export interface FileContext {
  readonly actors: ReadonlyMap<number, Actor>
  readonly summaries: ReadonlyMap<number, string>
  /** Parsed summaries by version, since their links depend on the page. */
  readonly parsed: ReadonlyMap<FileVersion, string>
  /** Page ids of the files' description pages, by name. */
  readonly pageIds: ReadonlyMap<string, number>
}

export interface FileRequest {
  readonly prop: ReadonlySet<string>
  /** Requested thumbnail, if any. */
  readonly thumb: ThumbParams | null
  /** Fields of extended metadata to include; empty for all. */
  readonly only: readonly string[]
  /** Requested metadata version; version 1 has no lists. */
  readonly metadataVersion: string
}

/** Request of modules without further parameters. */
export const plainRequest = (prop: ReadonlySet<string>): FileRequest => ({
  prop,
  thumb: null,
  only: [],
  metadataVersion: 'latest',
})

export async function fileContext(
  q: FileViewer,
  files: readonly FileVersion[],
  prop: ReadonlySet<string>,
): Promise<FileContext> {
  const actors =
    prop.has('user') || prop.has('userid')
      ? await actorsById(
          q.db,
          files.map(file => file.actorId),
        )
      : new Map()
  const wantsComment = prop.has('comment') || prop.has('parsedcomment')
  const summaries = wantsComment
    ? await summaryTexts(
        q.db,
        files.map(file => file.summaryId),
      )
    : new Map<number, string>()
  const parsed = new Map<FileVersion, string>()
  if (prop.has('parsedcomment')) {
    const texts = files.map(file => ({
      text: summaries.get(file.summaryId) ?? '',
      page: { ns: NS.file, title: file.name },
    }))
    const html = await parsedSummaries(q.run, texts)
    for (const [index, file] of files.entries()) parsed.set(file, html[index]!)
  }
  return { actors, summaries, parsed, pageIds: prop.has('url') ? await pageIds(q, files) : new Map() }
}

async function pageIds(q: FileViewer, files: readonly FileVersion[]): Promise<Map<string, number>> {
  const names = [...new Set(files.map(file => file.name))]
  if (names.length === 0) return new Map()
  const rows = await q.db
    .selectFrom('page')
    .where('ns', '=', NS.file)
    .where('title', 'in', names)
    .select(['id', 'title'])
    .execute()
  return new Map(rows.map(row => [row.title, row.id]))
}

export function fileFacts(q: FileViewer, file: FileVersion, request: FileRequest, context: FileContext): FileFacts {
  const { prop } = request
  const isFileHidden = isHidden(file.deleted, 'text')
  const hidesSomething = (['text', 'comment', 'user'] as const).some(part => isHidden(file.deleted, part))
  const facts: FileFacts = {
    ...(prop.has('timestamp') && { timestamp: isoTimestamp(file.timestamp) }),
    ...uploader(q, file, prop, context),
    ...((prop.has('size') || prop.has('dimensions')) && dimensions(file)),
    ...comment(q, file, prop, context),
    ...(isFileHidden && { filehidden: true }),
    ...(hidesSomething && isSuppressed(file.deleted) && { suppressed: true }),
  }
  // Hidden content is accessible only through undeletion, so its location is not shown even with the right.
  return asObject(isFileHidden ? facts : { ...facts, ...openFacts(q, file, request, context) })
}

function uploader(
  q: FileViewer,
  file: FileVersion,
  prop: ReadonlySet<string>,
  { actors }: FileContext,
): ResultOf<typeof authorMembers> {
  if (!prop.has('user') && !prop.has('userid')) return {}
  const mark = isHidden(file.deleted, 'user') ? { userhidden: true } : {}
  const actor = actors.get(file.actorId)
  if (!actor || !canSee(file.deleted, 'user', q.caller)) return mark
  return {
    ...mark,
    ...(prop.has('user') && { user: actor.name }),
    ...(prop.has('userid') && { userid: actor.account_id ?? 0 }),
    ...(!actor.account_id && { anon: true }),
  }
}

function dimensions(file: FileVersion): ResultOf<typeof dimensionMembers> {
  const { duration } = readMetadata(file.metadata)
  return {
    size: file.size,
    width: file.width,
    height: file.height,
    ...(typeof duration === 'number' && duration > 0 && { duration }),
  }
}

function comment(
  q: FileViewer,
  file: FileVersion,
  prop: ReadonlySet<string>,
  context: FileContext,
): ResultOf<typeof commentMembers> {
  if (!prop.has('comment') && !prop.has('parsedcomment')) return {}
  const mark = isHidden(file.deleted, 'comment') ? { commenthidden: true } : {}
  if (!canSee(file.deleted, 'comment', q.caller)) return mark
  return {
    ...mark,
    ...(prop.has('parsedcomment') && { parsedcomment: context.parsed.get(file) ?? '' }),
    ...(prop.has('comment') && { comment: context.summaries.get(file.summaryId) ?? '' }),
  }
}

/** Fields omitted for hidden versions. */
function openFacts(q: FileViewer, file: FileVersion, request: FileRequest, { pageIds }: FileContext): FileFacts {
  const { prop } = request
  const data = prop.has('metadata') || prop.has('commonmetadata') ? readMetadata(file.metadata) : {}
  const thumb = prop.has('url') ? thumbFacts(q, file, request) : {}
  return {
    ...(prop.has('canonicaltitle') && { canonicaltitle: canonicalTitle(q, file.name) }),
    ...(prop.has('url') && {
      ...thumb,
      url: fileUrl(q.site, file),
      ...(file.stashKey === null ? pageUrls(q, file.name, pageIds) : { descriptionurl: fileUrl(q.site, file) }),
    }),
    ...(prop.has('sha1') && { sha1: base36ToHex(file.sha1) }),
    ...(prop.has('metadata') && { metadata: metadataFacts(inVersion(data, file.mime, request.metadataVersion)) }),
    ...(prop.has('commonmetadata') && { commonmetadata: asNameValues(commonMetadata(data, file.mime)) }),
    ...(prop.has('extmetadata') && { extmetadata: extendedMetadata(file, request.only) }),
    // Requesting the thumbnail type also returns the type of the file.
    ...((prop.has('mime') || 'thumbmime' in thumb) && { mime: file.mime }),
    ...(prop.has('mediatype') && { mediatype: file.mediaType }),
    ...(prop.has('archivename') && file.archiveName !== null && { archivename: file.archiveName }),
    ...(prop.has('bitdepth') && { bitdepth: file.bits }),
  }
}

const inVersion = (data: Metadata, mime: string, version: string): Metadata =>
  version === '1' ? withoutLists(data, mime) : data

export const canonicalTitle = (q: FileViewer, name: string): string => q.titleText(NS.file, name)

/** URLs of the description page. */
export function pageUrls(
  q: FileViewer,
  name: string,
  ids: ReadonlyMap<string, number>,
): Pick<FileFacts, 'descriptionurl' | 'descriptionshorturl'> {
  const id = ids.get(name)
  return {
    descriptionurl: fullUrl(q.site, { ns: NS.file, dbkey: name }),
    ...(id !== undefined && { descriptionshorturl: `${q.site.server}${q.site.script}?curid=${id}` }),
  }
}

function thumbFacts(q: FileViewer, file: FileVersion, { prop, thumb }: FileRequest): ResultOf<typeof thumbMembers> {
  const picture = thumb && thumbnailOf(q.site, file, thumb)
  if (!picture) return {}
  return {
    thumburl: picture.url,
    thumbwidth: picture.width,
    thumbheight: picture.height,
    ...(prop.has('thumbmime') && { thumbmime: picture.mime }),
    ...(Object.keys(picture.larger).length > 0 && { responsiveUrls: picture.larger }),
  }
}
