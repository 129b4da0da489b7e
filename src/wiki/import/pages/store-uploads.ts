import type { Row } from '#store/insert-rows.ts'
import type { Writer } from '#store/store.ts'
import { sha1Base36 } from '../../content/sha1-base36.ts'
import { personOf } from '../bulk/actor-store.ts'
import type { ImportContext } from '../context.ts'
import type { ExportUpload } from '../readers/xml/export-events.ts'
import type { Outcome } from '../tables/mapping.ts'
import { secondsOf } from '../timestamps.ts'
import { fileFacts } from './file-facts.ts'

const common = ['size', 'width', 'height', 'bits', 'summary_id', 'actor_id', 'timestamp']
const kinds = ['metadata', 'media_type', 'major_mime', 'minor_mime', 'sha1']

/** Stores uploads from an export; versions with an archive name are old ones. */
export async function storeUploads(
  tx: Writer,
  uploads: readonly ExportUpload[],
  context: ImportContext,
): Promise<Outcome> {
  if (uploads.length === 0) return { stored: 0, skipped: new Map() }
  const { ids, insert, actors, summaries } = context
  const actorIds = await actors.resolve(
    tx,
    uploads.map(upload => personOf(upload.contributor)),
  )
  const summaryIds = await summaries.store(
    tx,
    uploads.map(upload => upload.comment ?? ''),
  )
  const current: Row[] = []
  const old: Row[] = []
  for (const [index, upload] of uploads.entries()) {
    const name = upload.filename.replaceAll(' ', '_')
    const { width, height, bits, mediaType, major, minor } = await fileFacts(name, upload.contents)
    const sha1 = upload.sha1base36 || (upload.contents === undefined ? '' : sha1Base36(upload.contents))
    const size = upload.size ?? upload.contents?.length ?? 0
    const numbers = [size, width, height, bits, summaryIds[index]!, actorIds[index]!, secondsOf(upload.timestamp) ?? 0]
    const rest = [Buffer.alloc(0), mediaType, major, minor, sha1]
    if (upload.archivename === undefined || upload.archivename === '') current.push([name, ...numbers, ...rest])
    else old.push([name, upload.archivename, ...numbers, ...rest])
  }
  const first = await ids.reserve(tx, 'old_file', old.length)
  const oldRows = old.map((row, index) => [first + index, ...row])
  const added =
    (await insert(tx, 'file', ['name', ...common, ...kinds], current)) +
    (await insert(tx, 'old_file', ['id', 'name', 'archive_name', ...common, ...kinds], oldRows))
  return {
    stored: added,
    skipped: added < uploads.length ? new Map([['already there', uploads.length - added]]) : new Map(),
  }
}
