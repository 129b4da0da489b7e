import type { ActionRun } from '../../api/action-run.ts'
import { inspectFile } from '../../files/inspect/inspect-file.ts'
import { dropPartial, readPartial, writePartial } from '../../files/partial-file.ts'
import type { StashedFile } from '../../files/stashed-file.ts'
import type { CatalogueKey } from '../../messages/catalogue.ts'
import { fail, num } from '../../messages/message.ts'
import { uploadWarnings } from './conflicts.ts'
import { stashedFacts } from './file-fields.ts'
import { largestFile, stashUpload } from './refusals.ts'
import { inspectUpload, type SentFile } from './sent-file.ts'
import type { UploadResult } from './upload-result.ts'

export interface Piece {
  readonly bytes: Buffer
  /** Position of the chunk in the file. */
  readonly offset: number
  /** Size of the whole file. */
  readonly filesize: number
  /** The stashed upload so far; null for the first chunk. */
  readonly before: StashedFile | null
}

/** Default minimum size of a chunk other than the last, in bytes. */
const DEFAULT_MIN_CHUNK = 1024

/** Stores a chunk. The last one completes and stashes the file. `first` is the first chunk. */
export async function takePiece(run: ActionRun, first: SentFile, piece: Piece): Promise<UploadResult> {
  const { offset, filesize, bytes, before } = piece
  const reached = offset + bytes.length
  if (reached > filesize) fail('apierror-invalid-chunk')
  const smallest = Number(run.wiki.site.info.general.minuploadchunksize ?? DEFAULT_MIN_CHUNK)
  if (reached !== filesize && bytes.length < smallest) fail('apierror-chunk-too-small', [num(smallest)])
  const key = before === null ? await begin(run, first) : await appendChunk(run, before, piece)
  if (reached !== filesize) return { result: 'Continue', offset: reached, filekey: key }
  return finish(run, first.wanted, key)
}

async function begin(run: ActionRun, first: SentFile): Promise<string> {
  // Checks only the content: the file has no name yet.
  const { partFault } = await inspectFile(first.bytes, '')
  if (partFault) refusePiece(partFault, partFault[0])
  const { filekey } = await stashUpload(run, first, true)
  await writePartial(run.wiki.pieces!, filekey, 0, first.bytes)
  return filekey
}

async function appendChunk(run: ActionRun, before: StashedFile, { bytes, offset }: Piece): Promise<string> {
  const { key } = before
  const failed = { code: 'stashfailed', data: { offset: String(before.size) } }
  if (before.status !== 'chunks') fail('apierror-stashfailed-complete')
  if (before.size + bytes.length > largestFile(run)) fail('file-too-large', [], failed)
  if (before.size !== offset) fail('invalid-chunk-offset', [], failed)
  const { partFault } = await inspectFile(bytes, key.slice(key.lastIndexOf('.') + 1))
  if (partFault) refusePiece(partFault, 'stashfailed')
  await writePartial(run.wiki.pieces!, key, offset, bytes)
  const moved = await run.wiki.store.transaction(tx =>
    tx
      .updateTable('stashed_file')
      .set({ size: offset + bytes.length, chunk_index: (before.chunk_index ?? 0) + 1 })
      .where('key', '=', key)
      .where('size', '=', offset)
      .executeTakeFirst(),
  )
  if (moved.numUpdatedRows !== 1n) fail('invalid-chunk-offset', [], failed)
  return key
}

const refusePiece = ([key, ...params]: readonly [string, ...string[]], code: string): never =>
  fail(key as CatalogueKey, params, { code })

/** Checks the complete file and stashes it under a new key. */
async function finish(run: ActionRun, wanted: string, key: string): Promise<UploadResult> {
  const pieces = run.wiki.pieces!
  const whole = await inspectUpload(run, wanted, await readPartial(pieces, key))
  if (whole.inspection.fault || 'fault' in whole.verdict) fail('verification-error', [], { code: 'stashfailed' })
  const warnings = await uploadWarnings(run, { wanted, name: whole.verdict.name, sha1: whole.sha1 })
  const { filekey } = await stashUpload(run, whole)
  await run.wiki.store.transaction(tx => tx.deleteFrom('stashed_file').where('key', '=', key).execute())
  await dropPartial(pieces, key)
  return {
    result: 'Success',
    filekey,
    ...(warnings && { warnings }),
    imageinfo: await stashedFacts(run, filekey),
  }
}
