import type { ActionRun } from '../api/action-run.ts'
import { actionModule } from '../api/module.ts'
import { oneOf, string } from '../api/params/kinds.ts'
import { Continuation } from '../api/query/continuation.ts'
import { MESSAGE, REQUESTED_PAGE } from '../api/result/envelope.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'
import { list } from '../api/result/shape.ts'
import { type PageName, redirectsFrom } from '../content/pages.ts'
import { sha1OfFile } from '../content/sha1-base36.ts'
import { siteWords } from '../content/site-words.ts'
import { publishFile } from '../editing/publish-file.ts'
import { FileError } from '../files/file-error.ts'
import type { FileVersion } from '../files/file-version.ts'
import { inspectFile } from '../files/inspect/inspect-file.ts'
import { fileContent, storeFile } from '../files/stored-bytes.ts'
import { canTurn, turnedPicture } from '../files/turn-picture.ts'
import { currentVersions } from '../files/versions.ts'
import { type ApiMessage, apiMessage } from '../messages/message.ts'
import { NS } from '../site/namespaces.ts'
import { mustReplaceFile } from './may-change.ts'
import { checkTags } from './own-tags.ts'
import { untouchedPages } from './page-results.ts'
import { pageSetParams } from './query-params.ts'
import { outputContinuation, requestedPages } from './requested-pages.ts'
import { resultErrors } from './result-messages.ts'

/** Pages that cannot be rotated have no result. */
const ROTATED = {
  'id?': 'integer',
  ...REQUESTED_PAGE,
  'result?': 'string',
  'errors?': [MESSAGE],
} as const satisfies Members

export const imagerotate = actionModule({
  name: 'imagerotate',
  prefix: '',
  classname: 'ApiImageRotate',
  summary: 'Rotate images clockwise. Each becomes a new version of its file.',
  helpUrls: [],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      rotation: { words: 'Degrees to rotate the images by.' },
      tags: { words: 'Change tags to apply to the upload log entries.' },
    },
  },
  result: { imagerotate: [ROTATED] },
  params: {
    rotation: oneOf(['90', '180', '270'], { required: true }),
    continue: string(),
    tags: string({ multi: true, listsTags: true }),
    ...pageSetParams,
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const continuation = run.within('main', () => new Continuation(a.continue ?? '', run.request.params, [], []))
    const pages = await requestedPages(run, a, continuation, NS.file)
    const rows: ResultOf<typeof ROTATED>[] = await untouchedPages(run, pages, [
      ...(['invalid', 'special', 'missingIds', 'missingRevisions', 'interwiki'] as const),
    ])
    const tags = a.tags ?? []
    await checkTags(run, tags)
    const words = await siteWords(run.wiki, ['rotate-comment'])
    const comment = words.has('rotate-comment')
      ? words.text('rotate-comment', a.rotation)
      : `Image rotated by ${a.rotation} degrees clockwise`
    for (const entry of pages.entries.filter(({ ns }) => ns >= 0))
      rows.push(await turned(run, entry, entry.page?.id ?? 0, { degrees: Number(a.rotation), comment, tags }))
    outputContinuation(run, continuation, a.generator ?? null)
    return { imagerotate: list('page', rows) }
  },
})

interface Rotation {
  readonly degrees: number
  readonly comment: string
  readonly tags: readonly string[]
}

async function turned(run: ActionRun, { ns, title }: PageName, pageId: number, turn: Rotation) {
  const file = ns === NS.file ? await fileOf(run, title, pageId) : undefined
  const page = {
    id: pageId,
    ...run.pageName(ns, title),
    ...(pageId === 0 && { missing: true, ...(file && { known: true }) }),
  }
  const fault = await rotationFault(run, file, turn)
  return {
    ...page,
    ...(fault ? { result: 'Failure', errors: resultErrors(run, [fault]) } : { result: 'Success' }),
  }
}

/** The file of a page. A redirect in the file namespace leads to the file of its target. */
async function fileOf({ db }: ActionRun, title: string, pageId: number): Promise<FileVersion | undefined> {
  const own = (await currentVersions(db, [title])).get(title)
  if (own || pageId === 0) return own
  const [target] = await redirectsFrom(db, [pageId])
  if (!target || target.ns !== NS.file || target.interwiki) return undefined
  return (await currentVersions(db, [target.title])).get(target.title)
}

async function rotationFault(
  run: ActionRun,
  file: FileVersion | undefined,
  turn: Rotation,
): Promise<ApiMessage | null> {
  const { wiki, caller, now, signal } = run
  if (!file) return apiMessage('apierror-filedoesnotexist')
  if (!canTurn(file.mime)) return apiMessage('apierror-filetypecannotberotated')
  const { name } = file
  await mustReplaceFile(run, name)
  const bytes = await fileContent(wiki.files, file.sha1)
  if (bytes === null) return apiMessage('apierror-filenopath')
  const picture = await turnedPicture(bytes, file, { degrees: turn.degrees, now }).catch((error: unknown) => {
    if (error instanceof FileError) return error
    throw error
  })
  if (picture instanceof FileError) return apiMessage('thumbnail_error', [picture.message])
  const sha1 = await sha1OfFile(picture)
  const { facts } = await inspectFile(picture, name.slice(name.lastIndexOf('.') + 1))
  await storeFile(wiki.files!, sha1, picture)
  const { comment, tags } = turn
  const published = await publishFile(wiki, {
    caller,
    now,
    name,
    facts,
    sha1,
    bytes: picture,
    comment,
    pageText: comment,
    tags,
    watched: false,
    signal,
  })
  return published === 'same' ? apiMessage('fileexists-no-change', [run.titleText(NS.file, name)]) : null
}
