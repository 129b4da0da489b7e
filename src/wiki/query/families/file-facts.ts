// imageinfo, allimages and stashimageinfo say the same things of files.
import { fail } from '../../api/messages/message.ts'
import { isoTimestamp } from '../../api/params/timestamp.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { asObject, type Row } from '../../api/result/shape.ts'
import { type Actor, actorsById } from '../../content/actors.ts'
import { fileUrl } from '../../content/files/addresses.ts'
import type { FileVersion } from '../../content/files/file-version.ts'
import { asNameValues, commonMetadata, readMetadata } from '../../content/files/metadata.ts'
import { canScale, fittingWidth, type Thumbnail, thumbnailOf } from '../../content/files/thumbnail.ts'
import { parsedSummaries } from '../../content/parsed-summaries.ts'
import { canSee, isHidden, isSuppressed } from '../../content/revision-visibility.ts'
import { base36ToHex } from '../../content/sha1-base36.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { NS } from '../../site/namespaces.ts'
import { fullUrl } from '../../site/urls.ts'

/** What of files must be read beforehand to tell of them. */
export interface FileContext {
  readonly actors: ReadonlyMap<number, Actor>
  readonly summaries: ReadonlyMap<number, string>
  readonly parsed: ReadonlyMap<number, string>
  /** Page ids of the files' description pages, by name. */
  readonly pageIds: ReadonlyMap<string, number>
}

export interface FileRequest {
  readonly prop: ReadonlySet<string>
  readonly width: number
  readonly height: number
}

export async function fileContext(
  q: QueryRun,
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
  const parsed = new Map<number, string>()
  if (prop.has('parsedcomment')) {
    const texts = files.map(file => ({
      text: summaries.get(file.summaryId) ?? '',
      page: { ns: NS.file, title: file.name },
    }))
    const html = await parsedSummaries(q.run, texts)
    for (const [index, file] of files.entries()) parsed.set(file.summaryId, html[index]!)
  }
  return { actors, summaries, parsed, pageIds: prop.has('url') ? await pageIds(q, files) : new Map() }
}

async function pageIds(q: QueryRun, files: readonly FileVersion[]): Promise<Map<string, number>> {
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

export function fileFacts(q: QueryRun, file: FileVersion, request: FileRequest, context: FileContext): Row {
  const { prop } = request
  const seesFile = canSee(file.deleted, 'text', q.caller)
  const hidden = (['text', 'comment', 'user'] as const).filter(part => isHidden(file.deleted, part))
  const facts: Row = {
    ...(prop.has('timestamp') && { timestamp: isoTimestamp(file.timestamp) }),
    ...uploader(q, file, prop, context),
    ...((prop.has('size') || prop.has('dimensions')) && dimensions(file)),
    ...comment(q, file, prop, context),
    ...(hidden.includes('text') && { filehidden: true }),
    ...(hidden.length > 0 && isSuppressed(file.deleted) && { suppressed: true }),
  }
  return seesFile ? { ...facts, ...openFacts(q, file, request, context) } : facts
}

function uploader(q: QueryRun, file: FileVersion, prop: ReadonlySet<string>, { actors }: FileContext): Row {
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

function dimensions(file: FileVersion): Row {
  const { duration } = readMetadata(file.metadata)
  return {
    size: file.size,
    width: file.width,
    height: file.height,
    ...(typeof duration === 'number' && duration > 0 && { duration }),
  }
}

function comment(q: QueryRun, file: FileVersion, prop: ReadonlySet<string>, context: FileContext): Row {
  if (!prop.has('comment') && !prop.has('parsedcomment')) return {}
  const mark = isHidden(file.deleted, 'comment') ? { commenthidden: true } : {}
  if (!canSee(file.deleted, 'comment', q.caller)) return mark
  return {
    ...mark,
    ...(prop.has('parsedcomment') && { parsedcomment: context.parsed.get(file.summaryId) ?? '' }),
    ...(prop.has('comment') && { comment: context.summaries.get(file.summaryId) ?? '' }),
  }
}

/** What a hidden version keeps to itself. */
function openFacts(q: QueryRun, file: FileVersion, request: FileRequest, { pageIds }: FileContext): Row {
  const { prop } = request
  const data = prop.has('metadata') || prop.has('commonmetadata') ? readMetadata(file.metadata) : {}
  const pageId = pageIds.get(file.name)
  return {
    ...(prop.has('canonicaltitle') && { canonicaltitle: canonicalTitle(q, file.name) }),
    ...(prop.has('url') && {
      ...thumbFacts(q, file, request),
      url: fileUrl(q.site.server, file.name, file.archiveName),
      descriptionurl: fullUrl(q.site, { ns: NS.file, dbkey: file.name }),
      ...(pageId !== undefined && { descriptionshorturl: `${q.site.server}${q.site.script}?curid=${pageId}` }),
    }),
    ...(prop.has('sha1') && { sha1: base36ToHex(file.sha1) }),
    ...(prop.has('metadata') && { metadata: Object.keys(data).length > 0 ? asNameValues(data) : null }),
    ...(prop.has('commonmetadata') && { commonmetadata: asNameValues(commonMetadata(data, file.mime)) }),
    ...(prop.has('extmetadata') && { extmetadata: extendedMetadata(file) }),
    ...(prop.has('mime') && { mime: file.mime }),
    ...(prop.has('mediatype') && { mediatype: file.mediaType }),
    ...(prop.has('archivename') && file.archiveName !== null && { archivename: file.archiveName }),
    ...(prop.has('bitdepth') && { bitdepth: file.bits }),
  }
}

export const canonicalTitle = (q: QueryRun, name: string): string => q.titleText(NS.file, name)

function thumbFacts(q: QueryRun, file: FileVersion, { prop, width, height }: FileRequest): Row {
  if (width < 0 && height < 0) return {}
  if (!canScale(file.mime) || file.width === 0) return {}
  const wanted = fittingWidth(file, width >= 0 ? width : file.width, height)
  if (wanted <= 0) fail('apierror-urlparamnormal', [file.name])
  const thumb = shown(q, file, wanted)
  const larger = Object.fromEntries(
    [1.5, 2]
      .map(density => [String(density), shown(q, file, Math.round(wanted * density)).url] as const)
      .filter(([, url]) => url !== thumb.url),
  )
  return {
    thumburl: thumb.url,
    thumbwidth: thumb.width,
    thumbheight: thumb.height,
    ...(prop.has('thumbmime') && { thumbmime: thumb.mime }),
    ...(Object.keys(larger).length > 0 && { responsiveUrls: larger }),
  }
}

/** Nothing needs to be made where the file itself is small enough and every browser shows it. */
function shown(q: QueryRun, file: FileVersion, width: number): Thumbnail {
  const thumb = thumbnailOf(q.site.server, file, width)
  const isItself = width >= file.width && /^image\/(png|jpeg|gif)$/.test(file.mime)
  return isItself ? { ...thumb, url: fileUrl(q.site.server, file.name, file.archiveName) } : thumb
}

/** The two fields every file has; what else a photograph says of itself is in `commonmetadata`. */
function extendedMetadata(file: FileVersion): Row {
  const own = (value: string): Row => ({ value, source: 'mediawiki-metadata', hidden: '' })
  return asObject({
    DateTime: own(isoTimestamp(file.timestamp)),
    ObjectName: own(file.name.replaceAll('_', ' ').replace(/\.[^.]*$/, '')),
  })
}
