import { compareBytes } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, strings } from '../../api/params/common.ts'
import { boolean, CONTENT_LANGUAGE, integer, limit, manyOf, string, timestamp } from '../../api/params/kinds.ts'
import { badContinue, keyOf, text, time } from '../../api/query/keys.ts'
import type { Entry } from '../../api/query/page-set.ts'
import { gathered, listedPerPage, propModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Wanted } from '../../api/query/wanted.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { asObject } from '../../api/result/shape.ts'
import { MAX_RESULT_SIZE } from '../../api/result/size.ts'
import { type BadFiles, badFiles, isBadFile } from '../../content/bad-files.ts'
import { redirectsFrom } from '../../content/pages.ts'
import type { FileVersion } from '../../files/file-version.ts'
import type { ThumbParams } from '../../files/thumb-params.ts'
import { currentVersions, versionsOf } from '../../files/versions.ts'
import { fail } from '../../messages/message.ts'
import { NS } from '../../site/namespaces.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { prefixedDbKey } from '../../site/title-format.ts'
import { parseTitle } from '../../site/titles.ts'
import {
  canonicalTitle,
  type FileContext,
  type FileRequest,
  fileContext,
  fileFacts,
  fileVersionMembers,
  pageUrls,
} from '../families/file-facts.ts'
import { thumbRequest, type UrlArgs, warnOfNoThumbnail } from '../families/thumb-request.ts'
import { uploadWarnings } from '../families/upload-warning.ts'

/** Thumbnail URLs will be fetched, and thumbnails are expensive to create. */
const MAX_THUMBNAILS = 50

const filePageMembers = { 'badfile?': 'boolean', 'imagerepository?': 'string' } as const satisfies Members

const shownVersionMembers = {
  'html?': 'string',
  ...fileVersionMembers,
  'filemissing?': 'boolean',
} as const satisfies Members

type FilePage = ResultOf<typeof filePageMembers>
type ShownVersion = ResultOf<typeof shownVersionMembers>

export const imageinfo = propModule({
  name: 'imageinfo',
  prefix: 'ii',
  classname: 'ApiQueryImageInfo',
  tag: 'ii',
  cacheable: true,
  summary: 'Get information about files and their versions: size, uploader, URL and metadata.',
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
      metadataversion: { words: 'Version of the metadata format.' },
      extmetadatalanguage: { words: 'Language for extended metadata.' },
      extmetadatamultilang: { words: 'Return extended metadata in all available languages.' },
      extmetadatafilter: { words: 'Return only these fields of the extended metadata.' },
      badfilecontexttitle: { words: 'Page for checking the bad image list.' },
    },
  },
  result: { ...filePageMembers, 'imageinfo?': [shownVersionMembers] },
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

  // Current and old versions are in different tables, and some fields belong to the page and some to a version.
  pageListing(q, a) {
    const entries = q.pages.entries.filter(entry => entry.ns === NS.file)
    const context = contextTitle(q, a.badfilecontexttitle)
    if (entries.length === 0) return null
    const prop = new Set<string>(a.prop)
    const isOnly = entries.length === 1
    // A single file continues by time. For several files, versions beyond the limit are never listed.
    const goesOn = isOnly ? ({ continueParam: 'start', continueKeys: [isoTime('timestamp')] } as const) : {}
    const query = gathered<FileRow>(async wanted => rowsOf(q, a, entries, wanted, isOnly ? wanted.take : a.limit))
    return listedPerPage(query, {
      ...goesOn,
      keys: [text('title'), time('timestamp')],
      limit: isOnly ? a.limit : Number.POSITIVE_INFINITY,
      pageId: row => row.entry.key,
      addsFields: row => row.isOfPage,
      items: async rows => {
        const bad = prop.has('badfile') ? { files: await badFiles(q.wiki), context } : null
        const shown = new Set(rows.map(row => row.entry))
        const files = new Map(rows.flatMap(({ file, title }) => (file ? [[title, file] as const] : [])))
        const warnings = prop.has('uploadwarning') ? await uploadWarnings(q, [...shown], files) : null
        const versions = rows.flatMap(({ version }) => version ?? [])
        return new FileItems(q, a, prop, bad, warnings, await fileContext(q, versions, prop)).item
      },
    })
  },
})

const isoTime = keyOf<number>(isoTimestamp, badContinue)

interface FileArgs extends UrlArgs {
  readonly limit: number
  readonly start: number | undefined
  readonly end: number | undefined
  readonly prop: readonly string[]
  readonly extmetadatafilter: readonly string[] | undefined
  readonly metadataversion: string
}

/** A row about a file: its page or one of its versions. */
interface FileRow {
  readonly entry: Entry
  readonly title: string
  /** Continue position in the file's history. */
  readonly timestamp: number
  readonly isOfPage: boolean
  /** Null for a missing file. */
  readonly file: FileVersion | null
  readonly version: FileVersion | null
  /** Enough was read for one response. */
  readonly isEnd?: true
}

/** Approximate size of a version in a response. */
const TYPICAL_SIZE = 1600

/** Versions by file title, newest first. */
async function rowsOf(
  q: QueryRun,
  a: FileArgs,
  entries: readonly Entry[],
  wanted: Wanted,
  most: number,
): Promise<FileRow[]> {
  const [name, time] = (wanted.after ?? []) as [string?, number?]
  const left = wanted.sorted<Pick<Entry, 'title'>>(entries, byTitle, name === undefined ? undefined : { title: name })
  const files = await filesOf(q, left as Entry[])
  const tellsOfMissing = a.prop.includes('badfile') || a.prop.includes('uploadwarning')
  const rows: FileRow[] = []
  let read = 0
  for (const entry of left as Entry[]) {
    const { title } = entry
    const file = files.get(title) ?? null
    const start = title === name ? time : a.start
    const row = { entry, title, file, version: null, timestamp: start ?? file?.timestamp ?? 0 }
    rows.push({ ...row, isOfPage: true, ...(read > MAX_RESULT_SIZE && { isEnd: true }) })
    if (read > MAX_RESULT_SIZE) break
    if (!file && tellsOfMissing) rows.push({ ...row, isOfPage: false })
    if (!file) continue
    for (const version of await versionsOf(q.db, file, { start, end: a.end, limit: most })) {
      rows.push({ ...row, isOfPage: false, version, timestamp: version.timestamp })
      read += TYPICAL_SIZE + version.metadata.length
    }
  }
  return rows
}

const byTitle = (one: Pick<Entry, 'title'>, other: Pick<Entry, 'title'>): number => compareBytes(one.title, other.title)

interface BadRequest {
  readonly files: BadFiles
  /** Page for checking the bad image list. */
  readonly context: string | null
}

/** Renders rows about files. */
class FileItems {
  readonly #q: QueryRun
  readonly #args: FileArgs
  readonly #prop: ReadonlySet<string>
  readonly #bad: BadRequest | null
  readonly #warnings: ReadonlyMap<string, string> | null
  readonly #context: FileContext
  /** Requested thumbnail of the current file. */
  #thumb: ThumbParams | null = null
  #thumbnails = 0

  constructor(
    q: QueryRun,
    args: FileArgs,
    prop: ReadonlySet<string>,
    bad: BadRequest | null,
    warnings: ReadonlyMap<string, string> | null,
    context: FileContext,
  ) {
    this.#q = q
    this.#args = args
    this.#prop = prop
    this.#bad = bad
    this.#warnings = warnings
    this.#context = context
  }

  /** Undefined to end the response. */
  readonly item = (row: FileRow): FilePage | ShownVersion | undefined => {
    if (row.isEnd || (row.file && this.#thumbnails >= MAX_THUMBNAILS)) return undefined
    return row.isOfPage ? this.#ofPage(row) : this.#ofVersion(row)
  }

  #ofPage({ title, file }: FileRow): FilePage {
    const bad = this.#bad && { badfile: isBadFile(this.#bad.files, file?.name ?? title, this.#bad.context) }
    if (file) this.#thumb = thumbRequest(this.#q, file, this.#args)
    return { ...bad, imagerepository: file ? 'local' : '' }
  }

  #ofVersion({ title, version }: FileRow): ShownVersion {
    const warning = this.#warnings ? { html: this.#warnings.get(title) ?? '' } : {}
    if (!version) {
      warnOfNoThumbnail(this.#q, title, this.#args)
      return { ...warning, ...this.#missing(title) }
    }
    if (this.#thumb && this.#prop.has('url')) this.#thumbnails++
    const request: FileRequest = {
      prop: this.#prop,
      thumb: this.#thumb,
      only: this.#args.extmetadatafilter ?? [],
      metadataVersion: this.#args.metadataversion,
    }
    return asObject({ ...warning, ...fileFacts(this.#q, version, request, this.#context) })
  }

  /** A description page can exist without a file. */
  #missing(name: string): ShownVersion {
    const page = this.#q.pages.entry(NS.file, name)?.page
    return {
      ...(this.#prop.has('canonicaltitle') && { canonicaltitle: canonicalTitle(this.#q, name) }),
      ...(this.#prop.has('url') && pageUrls(this.#q, name, new Map(page ? [[name, page.id]] : []))),
      filemissing: true,
    }
  }
}

function contextTitle(q: QueryRun, text: string | undefined): string | null {
  if (text === undefined) return null
  const title = parseTitle(q.site, text)
  if ('invalid' in title || title.interwiki !== '') fail('apierror-bad-badfilecontexttitle', [q.module.prefix])
  return prefixedDbKey(q.site, title.ns, title.dbkey)
}

/** Files by name. A redirect in the file namespace leads to the file of its target. */
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
  const targetFiles = await currentVersions(
    q.db,
    targets.map(row => row.title),
  )
  for (const { from_id, title } of targets) {
    const source = redirects.find(entry => entry.page!.id === from_id)
    const file = targetFiles.get(title)
    if (source && file) files.set(source.title, file)
  }
  return files
}
