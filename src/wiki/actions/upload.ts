import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { watchlistExpiry } from '../api/params/common.ts'
import { boolean, upload as file, integer, oneOf, string, text } from '../api/params/kinds.ts'
import { callerBlock } from '../content/caller-block.ts'
import { readPageState } from '../editing/page-state.ts'
import { publishFile } from '../editing/publish-file.ts'
import { willWatch } from '../editing/watching.ts'
import { download, isAllowedHost } from '../files/download.ts'
import { isStashKey, stashedFile } from '../files/stashed-file.ts'
import { storeFile } from '../files/stored-bytes.ts'
import { currentVersions } from '../files/versions.ts'
import { ApiError, apiMessage, fail, messageParam, textList } from '../messages/message.ts'
import { NS } from '../site/namespaces.ts'
import { blockError, denialsFor } from './may-change.ts'
import { checkTags } from './own-tags.ts'
import { mustNotBeTooFast } from './rate-limits.ts'
import { resultErrors } from './result-messages.ts'
import { asPlainError } from './unwanted-titles.ts'
import { uploadWarnings } from './upload/conflicts.ts'
import { publishedFacts, stashedFacts } from './upload/file-fields.ts'
import { takePiece } from './upload/pieces.ts'
import { largestFile, mustBeAcceptable, mustBeNamed, refuseForNow, stashUpload } from './upload/refusals.ts'
import { inspectUpload, ownStashed, type SentFile, sentFile } from './upload/sent-file.ts'
import { UPLOAD_RESULT, type UploadResult, type UploadWarnings } from './upload/upload-result.ts'

export const upload = actionModule({
  name: 'upload',
  prefix: '',
  classname: 'ApiUpload',
  summary: 'Upload a file, whole or in chunks, or publish a stashed one.',
  helpUrls: [helpPage('Upload')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      filename: { words: 'Target filename.' },
      comment: { words: 'Upload comment. Also the initial text of the file page without text.' },
      tags: { words: 'Change tags to apply to the upload log entry and the file page revision.' },
      text: { words: 'Initial text of the page of a new file.' },
      watch: { words: 'Watch the page.' },
      watchlist: { words: 'Watch the page, use the preferences, or leave the watchlist unchanged.' },
      ignorewarnings: { words: 'Ignore warnings.' },
      file: { words: 'Contents of the file.' },
      url: { words: 'URL to fetch the file from, if the wiki allows it.' },
      filekey: { words: 'Key of a stashed file to publish.' },
      sessionkey: { words: 'Use filekey instead.' },
      stash: { words: 'Stash the file without publishing it.' },
      filesize: { words: 'Size of the whole file, for uploads in chunks.' },
      offset: { words: 'Offset of the chunk in bytes.' },
      chunk: { words: 'Contents of the chunk.' },
      async: { words: 'Allow background processing. Has no effect: uploads are always synchronous.' },
      checkstatus: { words: 'Only return the status of the upload with this key.' },
    },
  },
  result: { upload: UPLOAD_RESULT },
  params: {
    filename: string(),
    comment: string({ default: '' }),
    tags: string({ multi: true, listsTags: true }),
    text: text(),
    watch: boolean({ deprecated: true }),
    watchlist: oneOf(['nochange', 'preferences', 'watch'], { default: 'preferences' }),
    watchlistexpiry: watchlistExpiry(),
    ignorewarnings: boolean(),
    file: file(),
    url: string(),
    filekey: string(),
    sessionkey: string({ deprecated: true }),
    stash: boolean(),
    filesize: integer({ min: 0, max: 104_857_600, clamped: true }),
    offset: integer({ min: 0, clamped: true }),
    chunk: file(),
    async: boolean(),
    checkstatus: boolean(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const { site, files } = run.wiki
    if (files === null || site.info.general.uploadsenabled === false) fail('uploaddisabled')
    const key = a.filekey || (a.sessionkey ?? a.filekey)
    const chunk = sentFile(run, 'chunk')
    if (!chunk) requireOneSource(run, key, a.url)
    if (key && key !== '0' && a.checkstatus) return { upload: await progressOf(run, key) }
    const { filename } = a
    if (filename === undefined) fail('apierror-missingparam', ['filename'], { code: 'nofilename' })
    const options = { ...a, tags: a.tags ?? [], filename }
    return { upload: chunk ? await inPieces(run, options, chunk.data, key) : await whole(run, options, key) }
  },
})

interface UploadOptions {
  readonly filename: string
  readonly url: string | undefined
  readonly comment: string
  readonly text: string | undefined
  readonly tags: readonly string[]
  readonly watch: boolean
  readonly watchlist: 'nochange' | 'preferences' | 'watch'
  readonly watchlistexpiry: number | null | undefined
  readonly ignorewarnings: boolean
  readonly stash: boolean
  readonly filesize: number | undefined
  readonly offset: number | undefined
}

function requireOneSource(run: ActionRun, key: string | undefined, url: string | undefined): void {
  const sources = [
    ...(sentFile(run, 'file') ? ['file'] : []),
    ...(url === undefined ? [] : ['url']),
    ...(key === undefined ? [] : ['filekey']),
  ]
  if (sources.length > 1) fail('apierror-invalidparammix', [textList(sources), sources.length])
  if (sources.length === 0) fail('apierror-missingparam-one-of', [textList(['filekey', 'file', 'url']), 3])
}

/** Status of an upload in chunks. */
async function progressOf({ db, caller }: ActionRun, key: string): Promise<UploadResult> {
  const row = await stashedFile(db, key)
  if (row?.status !== 'chunks' || row.account_id !== caller.account?.id) fail('apierror-upload-missingresult')
  return { result: 'Continue', stage: 'uploading', offset: row.size }
}

async function whole(run: ActionRun, wish: UploadOptions, key: string | undefined): Promise<UploadResult> {
  const direct = sentFile(run, 'file')
  const address = key === undefined && !direct ? wish.url! : null
  if (address !== null) mustBeAllowedSource(run, address)
  if (key !== undefined && !isStashKey(key)) fail('apierror-invalid-file-key')
  const stashed = key === undefined ? null : await ownStashed(run, key)
  await mustBeAllowedToUpload(run, address === null ? ['upload', 'edit'] : ['upload_by_url', 'upload', 'edit'])
  const bytes = stashed?.bytes ?? direct?.data ?? (await fetched(run, address!))
  const sent = await inspectUpload(run, wish.filename, bytes, stashed?.row)
  await mustBeAcceptable(run, sent)
  if (!wish.stash) await mustBeAllowedThere(run, sent)
  const { name } = sent.verdict as { readonly name: string }
  const warnings = await uploadWarnings(run, { wanted: wish.filename, name, sha1: sent.sha1 })
  if (warnings && !wish.ignorewarnings) return { result: 'Warning', warnings, ...(await stashUpload(run, sent)) }
  if (!wish.stash) {
    await mustNotBeTooFast(run, 'upload')
    return publish(run, wish, sent, name, warnings)
  }
  const keys = await stashUpload(run, sent)
  const imageinfo = await stashedFacts(run, keys.filekey)
  return { result: 'Success', ...(warnings && { warnings }), ...keys, imageinfo }
}

async function inPieces(
  run: ActionRun,
  wish: UploadOptions,
  bytes: Buffer,
  key: string | undefined,
): Promise<UploadResult> {
  const { offset, filename } = wish
  if (key !== undefined && offset === 0) fail('apierror-upload-filekeynotallowed')
  if (key === undefined && offset !== 0) fail('apierror-upload-filekeyneeded')
  const before = key === undefined ? null : await ownStashed(run, key)
  await mustBeAllowedToUpload(run)
  const first = await inspectUpload(run, filename, before?.bytes ?? bytes, before?.row)
  if ('fault' in first.verdict) fail('illegal-filename')
  await mustBeNamed(run, first)
  if (!wish.stash) await mustBeAllowedThere(run, first)
  const warnings = await uploadWarnings(run, { wanted: filename, name: first.verdict.name, sha1: first.sha1 })
  if (warnings && !wish.ignorewarnings) return { result: 'Warning', warnings, ...(await stashUpload(run, first, true)) }
  const piece = { bytes, offset: offset ?? 0, filesize: wish.filesize ?? 0, before: before?.row ?? null }
  return { ...(warnings && { warnings }), ...(await takePiece(run, first, piece)) }
}

/** Throws unless this wiki fetches files from the address. */
function mustBeAllowedSource({ wiki }: ActionRun, address: string): void {
  const { uploadByUrl, uploadByUrlDomains } = wiki.services.config
  if (uploadByUrl.length === 0) fail('copyuploaddisabled')
  if (!isAllowedHost(address, uploadByUrlDomains)) fail('apierror-copyuploadbaddomain')
}

function fetched(run: ActionRun, address: string): Promise<Buffer> {
  const { uploadByUrlDomains, uploadByUrlNetwork } = run.wiki.services.config
  return download(address, {
    domains: uploadByUrlDomains,
    allowPrivate: uploadByUrlNetwork === 'any',
    mostBytes: largestFile(run),
    signal: run.signal,
  })
}

/** Throws unless the caller may upload files at all. */
async function mustBeAllowedToUpload(run: ActionRun, rights: readonly string[] = ['upload', 'edit']): Promise<void> {
  const { caller, db, now } = run
  const lacking = rights.filter(right => !caller.can(right))
  if (lacking.length > 0 && caller.account === null)
    fail('apierror-mustbeloggedin', [messageParam('action-upload')], { code: 'mustbeloggedin' })
  if (lacking.length > 0) {
    const nowhere = { ns: NS.file, title: '', page: null, model: 'wikitext' }
    const [denial] = await denialsFor(run, [[lacking[0]!, nowhere]])
    throw new ApiError([denial!])
  }
  const block = await callerBlock(db, caller, now)
  if (block && (block.sitewide || block.restrictions!.actions.includes('upload')))
    throw new ApiError([await blockError(run, block)])
}

/** Throws unless the caller may upload a file under this name. */
async function mustBeAllowedThere(run: ActionRun, sent: SentFile): Promise<void> {
  const { name } = sent.verdict as { readonly name: string }
  const state = await readPageState(run.wiki, { ns: NS.file, title: name })
  const denials = await denialsFor(run, [
    ['edit', state],
    ['upload', state],
  ])
  if (denials.length > 0) await refuseForNow(run, sent, denials.map(asPlainError))
  const file = (await currentVersions(run.db, [name])).get(name)
  if (!file || run.caller.can('reupload')) return
  const isOwn = run.caller.can('reupload-own') && (await uploaderOf(run, file.actorId)) === run.caller.account?.id
  if (!isOwn) await refuseForNow(run, sent, [apiMessage('fileexists-forbidden', [name])])
}

async function uploaderOf({ db }: ActionRun, actorId: number): Promise<number | null> {
  const row = await db.selectFrom('actor').where('id', '=', actorId).select('account_id').executeTakeFirst()
  return row?.account_id ?? null
}

async function publish(
  run: ActionRun,
  wish: UploadOptions,
  sent: SentFile,
  name: string,
  warnings: UploadWarnings | null,
): Promise<UploadResult> {
  const { wiki, caller, now, signal } = run
  const page = { ns: NS.file, title: name }
  const isNew = !(await currentVersions(run.db, [name])).has(name)
  const preferences = ['watchuploads', 'watchcreations', 'watchdefault'] as const
  const watched = wish.watch || (await willWatch(wiki, caller, page, wish.watchlist, isNew, preferences)).watched
  await checkTags(run, wish.tags)
  await storeFile(wiki.files!, sent.sha1, sent.bytes)
  const { comment, tags } = wish
  const published = await publishFile(wiki, {
    caller,
    now,
    name,
    facts: sent.inspection.facts,
    sha1: sent.sha1,
    bytes: sent.bytes,
    comment,
    tags,
    signal,
    pageText: wish.text ?? comment,
    watched,
    watchedUntil: wish.watchlistexpiry,
    stashKey: sent.stashed?.key,
  })
  if (published === 'same') return refuseSame(run, name)
  const imageinfo = await publishedFacts(run, name, { comment: comment.trim(), hadPage: published.hadPage })
  return { result: 'Success', filename: name, ...(warnings && { warnings }), imageinfo }
}

/** MediaWiki has already moved the file at this point and fails to stash it; clients expect that error. */
function refuseSame(run: ActionRun, name: string): never {
  const lost = apiMessage('uploadstash-exception', ['UploadStashBadPathException', "Path doesn't exist."])
  const stasherrors = resultErrors(run, [lost])
  fail('fileexists-no-change', [run.titleText(NS.file, name)], { data: { stasherrors } })
}
