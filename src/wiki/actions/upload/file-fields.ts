import type { ActionRun } from '../../api/action-run.ts'
import type { ResultOf } from '../../api/result/kinds.ts'
import { parsedSummaries } from '../../content/parsed-summaries.ts'
import type { FileVersion } from '../../files/file-version.ts'
import { stashedFile, stashedVersion } from '../../files/stashed-file.ts'
import { currentVersions } from '../../files/versions.ts'
import {
  type FileViewer,
  fileContext,
  fileFacts,
  type fileMembers,
  plainRequest,
  type stashedFileMembers,
} from '../../query/families/file-facts.ts'
import { NS } from '../../site/namespaces.ts'

/** All properties of `prop=stashimageinfo`. */
const OF_STASHED = new Set([
  ...['timestamp', 'canonicaltitle', 'url', 'size', 'dimensions', 'sha1', 'mime', 'thumbmime', 'metadata'],
  ...['commonmetadata', 'extmetadata', 'bitdepth', 'badfile'],
])
/** All properties of `prop=imageinfo`. */
const OF_PUBLISHED = new Set([
  ...OF_STASHED,
  ...['user', 'userid', 'comment', 'parsedcomment', 'mediatype', 'archivename', 'uploadwarning'],
])

type FileFields = ResultOf<typeof fileMembers>

const viewerOf = (run: ActionRun): FileViewer => ({
  run,
  db: run.db,
  site: run.wiki.site,
  caller: run.caller,
  titleText: (ns, dbkey) => run.titleText(ns, dbkey),
})

interface Upload {
  /** The comment as sent; the log truncates long ones. */
  readonly comment: string
  /** Whether the page existed before: the response omits details of a page created with the file. */
  readonly hadPage: boolean
}

/** File information in the response to an upload. */
export async function publishedFacts(run: ActionRun, name: string, { comment, hadPage }: Upload): Promise<FileFields> {
  const file = (await currentVersions(run.db, [name])).get(name)
  if (!file) return {}
  const viewer = viewerOf(run)
  const { actors, pageIds } = await fileContext(viewer, [file], OF_PUBLISHED)
  const [html] = await parsedSummaries(run, [{ text: comment, page: { ns: NS.file, title: name } }])
  return fileFields(viewer, file, OF_PUBLISHED, {
    actors,
    pageIds: hadPage ? pageIds : new Map(),
    summaries: new Map([[file.summaryId, comment]]),
    parsed: new Map([[file, html!]]),
  })
}

export async function stashedFacts(run: ActionRun, key: string): Promise<ResultOf<typeof stashedFileMembers>> {
  const row = await stashedFile(run.db, key)
  if (!row) return {}
  const viewer = viewerOf(run)
  const file = await stashedVersion(run.wiki.files, row)
  return fileFields(viewer, file, OF_STASHED, await fileContext(viewer, [], OF_STASHED))
}

const fileFields = (
  viewer: FileViewer,
  file: FileVersion,
  prop: ReadonlySet<string>,
  context: Parameters<typeof fileFacts>[3],
): FileFields => fileFacts(viewer, file, plainRequest(prop), context)
