import { compareBytes } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, strings } from '../../api/params/common.ts'
import { boolean, CONTENT_LANGUAGE, integer, limit, manyOf, string, timestamp } from '../../api/params/kinds.ts'
import { text, time } from '../../api/query/keys.ts'
import type { Entry } from '../../api/query/page-set.ts'
import { propModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { asObject, type Row } from '../../api/result/shape.ts'
import { badFiles, isBadFile } from '../../content/bad-files.ts'
import { redirectsFrom } from '../../content/pages.ts'
import type { FileVersion } from '../../files/file-version.ts'
import { currentVersions, oldVersions } from '../../files/versions.ts'
import { fail } from '../../messages/message.ts'
import { NS } from '../../site/namespaces.ts'
import { digitTimestamp, isoTimestamp } from '../../site/timestamp.ts'
import { prefixedDbKey } from '../../site/title-format.ts'
import { parseTitle } from '../../site/titles.ts'
import { canonicalTitle, type FileRequest, fileContext, fileFacts, pageUrls } from '../families/file-facts.ts'
import { thumbRequest, warnOfNoThumbnail } from '../families/thumb-request.ts'
import { uploadWarnings } from '../families/upload-warning.ts'

/** Telling where a thumbnail is means that somebody will fetch it, and it is dear to make. */
const MOST_THUMBNAILS = 50

export const imageinfo = propModule({
  name: 'imageinfo',
  prefix: 'ii',
  classname: 'ApiQueryImageInfo',
  tag: 'ii',
  cacheable: true,
  summary: 'What is known of a file and of its earlier versions: size, uploader, address, metadata.',
  helpUrls: [helpPage('Imageinfo')],
  help: {
    examples: [
      ['action=query&titles=File:Albert%20Einstein%20Head.jpg&prop=imageinfo', 'simple'],
      [
        'action=query&titles=File:Test.jpg&prop=imageinfo&iilimit=50&iiend=2007-12-31T23:59:59Z&iiprop=timestamp|user|url',
        'dated',
      ],
    ],
    params: {
      prop: {
        values: [
          'timestamp',
          'user',
          'userid',
          'comment',
          'parsedcomment',
          'canonicaltitle',
          'url',
          'size',
          'dimensions',
          'sha1',
          'mime',
          'thumbmime',
          'mediatype',
          'metadata',
          'commonmetadata',
          'extmetadata',
          'archivename',
          'bitdepth',
          'uploadwarning',
          'badfile',
        ],
      },
      urlwidth: { params: [50] },
      metadataversion: { words: 'The version of the metadata format.' },
      extmetadatalanguage: { words: 'In which language to give extended metadata.' },
      extmetadatamultilang: { words: 'Give extended metadata in all languages.' },
      extmetadatafilter: { words: 'Only these fields of the extended metadata.' },
      badfilecontexttitle: { words: 'The page on which a file might not be allowed.' },
    },
  },
  params: {
    prop: manyOf(
      [
        'archivename',
        'badfile',
        'bitdepth',
        'canonicaltitle',
        'comment',
        'commonmetadata',
        'dimensions',
        'extmetadata',
        'mediatype',
        'metadata',
        'mime',
        'parsedcomment',
        'sha1',
        'size',
        'thumbmime',
        'timestamp',
        'uploadwarning',
        'url',
        'user',
        'userid',
      ],
      { default: ['timestamp', 'user'] },
    ),
    limit: limit({ default: 1 }),
    start: timestamp(),
    end: timestamp(),
    urlwidth: integer({ default: -1 }),
    urlheight: integer({ default: -1 }),
    metadataversion: string({ default: '1' }),
    extmetadatalanguage: string({ default: CONTENT_LANGUAGE }),
    extmetadatamultilang: boolean(),
    extmetadatafilter: strings(),
    urlparam: string({ default: '' }),
    badfilecontexttitle: string(),
    continue: continuation(),
    localonly: boolean(),
  },

  // Current versions and older ones are in different tables, some facts belong to the page and some to a version, and of a
  // single file the list goes on with `start`.
  async run(q, a) {
    const prop = new Set<string>(a.prop)
    const entries = q.pages.entries.filter(entry => entry.ns === NS.file)
    const context = contextTitle(q, a.badfilecontexttitle)
    if (entries.length === 0) return
    const begun = q.cursor(a.continue, text('name'), time('timestamp')) ?? ['', undefined]
    const [fromName, fromTime] = begun as [string, number | undefined]
    const wanted = entries
      .filter(entry => compareBytes(entry.title, fromName) >= 0)
      .sort((one, other) => compareBytes(one.title, other.title))
    const files = await filesOf(q, wanted)
    const bad = prop.has('badfile') ? await badFiles(q.wiki) : null
    const warnings = prop.has('uploadwarning') ? await uploadWarnings(q, wanted, files) : null
    const pageIds = idsOfPages(wanted)
    let thumbnails = 0
    for (const entry of wanted) {
      const warning = warnings ? { html: warnings.get(entry.title) ?? '' } : {}
      const file = files.get(entry.title)
      if (bad) q.addToPage(entry.key, { badfile: isBadFile(bad, file?.name ?? entry.title, context) })
      if (!file) {
        q.addToPage(entry.key, { imagerepository: '' })
        if (bad || warnings) warnOfNoThumbnail(q, entry.title, a)
        if (bad || warnings) q.addItemToPage(entry.key, { ...warning, ...missingFacts(q, entry.title, prop, pageIds) })
        continue
      }
      const start = entry.title === fromName && fromTime !== undefined ? fromTime : a.start
      const place = { entry, isOnly: entries.length === 1 }
      if (thumbnails >= MOST_THUMBNAILS) {
        goOnAt(q, place, start ?? file.timestamp)
        return
      }
      q.addToPage(entry.key, { imagerepository: 'local' })
      const thumb = thumbRequest(q, file, a)
      const only = a.extmetadatafilter ?? []
      const request: VersionRequest = { prop, thumb, only, metadataVersion: a.metadataversion, warning }
      const left = thumb && prop.has('url') ? MOST_THUMBNAILS - thumbnails : Number.POSITIVE_INFINITY
      const shown = await addVersions(q, place, file, { start, end: a.end, limit: a.limit }, request, left)
      if (shown === null) return
      if (thumb && prop.has('url')) thumbnails += shown
    }
  },
})

function contextTitle(q: QueryRun, text: string | undefined): string | null {
  if (text === undefined) return null
  const title = parseTitle(q.site, text)
  if ('invalid' in title || title.interwiki !== '') fail('apierror-bad-badfilecontexttitle', [q.module.prefix])
  return prefixedDbKey(q.site, title.ns, title.dbkey)
}

/** The files of these names. A redirect among description pages leads to the file of its target. */
async function filesOf(q: QueryRun, entries: readonly Entry[]): Promise<Map<string, FileVersion>> {
  const files = await currentVersions(
    q.db,
    entries.map(entry => entry.title),
  )
  const redirects = entries.filter(({ title, page }) => page?.is_redirect === 1 && !files.has(title))
  const rows = await redirectsFrom(
    q.db,
    redirects.map(entry => entry.page!.id),
  )
  const targets = rows.filter(row => row.ns === NS.file && !row.interwiki)
  const found = await currentVersions(
    q.db,
    targets.map(row => row.title),
  )
  for (const { from_id, title } of targets) {
    const source = redirects.find(entry => entry.page!.id === from_id)
    const file = found.get(title)
    if (source && file) files.set(source.title, file)
  }
  return files
}

interface Range {
  readonly start: number | undefined
  readonly end: number | undefined
  readonly limit: number
}

interface Place {
  readonly entry: Entry
  /** Only one file was asked for. */
  readonly isOnly: boolean
}

interface VersionRequest extends FileRequest {
  readonly warning: Row
}

/** The next request begins with the version of this time. A single file goes on by time alone. */
function goOnAt(q: QueryRun, { entry, isOnly }: Place, time: number): void {
  if (isOnly) q.continueWith(isoTimestamp(time), 'start')
  else q.continueWith(`${entry.title}|${digitTimestamp(time)}`)
}

/** The versions of one file, newest first. Returns how many there were room for, or null when the answer is full. */
async function addVersions(
  q: QueryRun,
  place: Place,
  current: FileVersion,
  range: Range,
  request: VersionRequest,
  most: number,
): Promise<number | null> {
  const { start, end, limit } = range
  const inRange = (start === undefined || current.timestamp <= start) && (end === undefined || current.timestamp >= end)
  const versions = inRange ? [current] : []
  versions.push(...(await oldVersions(q.db, current.name, { ...range, limit: limit + 1 - versions.length })))
  const context = await fileContext(q, versions, request.prop)
  for (const [index, version] of versions.entries()) {
    if (index >= limit) {
      // With several files, what is beyond the limit is left out for good.
      if (place.isOnly) goOnAt(q, place, version.timestamp)
      break
    }
    const facts = asObject({ ...request.warning, ...fileFacts(q, version, request, context) })
    if (index >= most || !q.addItemToPage(place.entry.key, facts)) {
      goOnAt(q, place, version.timestamp)
      return null
    }
  }
  return Math.min(versions.length, limit)
}

/** Description pages exist without files, too. */
const idsOfPages = (entries: readonly Entry[]): Map<string, number> =>
  new Map(entries.flatMap(({ title, page }) => (page ? [[title, page.id] as const] : [])))

function missingFacts(q: QueryRun, name: string, prop: ReadonlySet<string>, pageIds: ReadonlyMap<string, number>): Row {
  return {
    ...(prop.has('canonicaltitle') && { canonicaltitle: canonicalTitle(q, name) }),
    ...(prop.has('url') && pageUrls(q, name, pageIds)),
    filemissing: true,
  }
}
