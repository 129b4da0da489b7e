import { compareBytes } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { continuation, strings } from '../../api/params/common.ts'
import { boolean, CONTENT_LANGUAGE, integer, limit, manyOf, string, timestamp } from '../../api/params/kinds.ts'
import { isoTimestamp } from '../../api/params/timestamp.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Row } from '../../api/result/shape.ts'
import type { FileVersion } from '../../content/files/file-version.ts'
import { currentVersions, oldVersions } from '../../content/files/versions.ts'
import { NS } from '../../site/namespaces.ts'
import { fullUrl } from '../../site/urls.ts'
import { canonicalTitle, type FileRequest, fileContext, fileFacts } from '../families/file-facts.ts'

export const imageinfo = propModule({
  name: 'imageinfo',
  prefix: 'ii',
  classname: 'ApiQueryImageInfo',
  tag: 'ii',
  summary: 'What is known of a file and of its earlier versions: size, uploader, address, metadata.',
  helpUrls: [helpPage('Imageinfo')],
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

  async run(q, a) {
    const prop = new Set<string>(a.prop)
    const entries = q.pages.entries
      .filter(entry => entry.ns === NS.file)
      .sort((one, other) => compareBytes(one.title, other.title))
    const [afterName] = a.continue === undefined ? [''] : a.continue.split('|')
    const wanted = entries.filter(entry => compareBytes(entry.title, afterName!) >= 0)
    const current = await currentVersions(
      q.db,
      wanted.map(entry => entry.title),
    )
    const request = { prop, width: a.urlwidth, height: a.urlheight, ...widthOfParam(q, a) }
    for (const entry of wanted) {
      const file = current.get(entry.title)
      if (!file) {
        q.addToPage(entry.key, { imagerepository: '' })
        if (prop.has('badfile') || prop.has('uploadwarning'))
          q.addItemToPage(entry.key, missingFacts(q, entry.title, prop))
        continue
      }
      q.addToPage(entry.key, { imagerepository: 'local' })
      if (!(await addVersions(q, entry.key, file, a, request, wanted.length === 1))) return
    }
  },
})

interface VersionArgs {
  readonly limit: number
  readonly start: number | undefined
  readonly end: number | undefined
}

/** The versions of one file, newest first. A single file goes on at a time, several go on with the next file. */
async function addVersions(
  q: QueryRun,
  key: number,
  current: FileVersion,
  a: VersionArgs,
  request: FileRequest,
  isOnly: boolean,
): Promise<boolean> {
  const inRange =
    (a.start === undefined || current.timestamp <= a.start) && (a.end === undefined || current.timestamp >= a.end)
  const versions = inRange ? [current] : []
  if (isOnly || versions.length < a.limit) {
    versions.push(...(await oldVersions(q.db, current.name, { ...a, limit: a.limit + 1 - versions.length })))
  }
  const context = await fileContext(q, versions, request.prop)
  for (const [index, version] of versions.entries()) {
    if (index >= a.limit) {
      if (isOnly) q.continueWith(isoTimestamp(version.timestamp), 'start')
      break
    }
    if (!q.addItemToPage(key, fileFacts(q, version, request, context))) {
      if (isOnly) q.continueWith(isoTimestamp(version.timestamp), 'start')
      else q.continueWith(current.name)
      return false
    }
  }
  return true
}

function missingFacts(q: QueryRun, name: string, prop: ReadonlySet<string>): Row {
  return {
    ...(prop.has('uploadwarning') && { html: '' }),
    ...(prop.has('canonicaltitle') && { canonicaltitle: canonicalTitle(q, name) }),
    ...(prop.has('url') && { descriptionurl: fullUrl(q.site, { ns: NS.file, dbkey: name }) }),
    filemissing: true,
  }
}

/** `urlparam` as it stands in the names of thumbnails: `100px`. */
function widthOfParam(q: QueryRun, a: { readonly urlparam: string; readonly urlwidth: number }): Partial<FileRequest> {
  if (a.urlparam === '') return {}
  const width = /^(\d{1,9})px$/.exec(a.urlparam)?.[1]
  if (width === undefined) {
    const name = q.pages.entries.find(entry => entry.ns === NS.file)?.title ?? ''
    q.warn('apiwarn-badurlparam', [q.module.prefix, name])
    return {}
  }
  return a.urlwidth < 0 ? { width: Number(width) } : {}
}
