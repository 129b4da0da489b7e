import type { ActionRun } from '../../api/action-run.ts'
import type { UploadedFile } from '../../api/request.ts'
import { sha1OfFile } from '../../content/sha1-base36.ts'
import { type NameVerdict, nameVerdict } from '../../files/file-name.ts'
import { usualEnding } from '../../files/inspect/file-kinds.ts'
import { type Inspection, inspectFile } from '../../files/inspect/inspect-file.ts'
import { isStashKey, type StashedFile, stashedFile } from '../../files/stashed-file.ts'
import { fileContent } from '../../files/stored-bytes.ts'
import { fail, messageParam } from '../../messages/message.ts'

/** An inspected file to be uploaded. */
export interface SentFile {
  /** The requested name. */
  readonly wanted: string
  readonly bytes: Buffer
  readonly sha1: string
  readonly verdict: NameVerdict
  readonly inspection: Inspection
  /** The stash entry it comes from, if any. */
  readonly stashed: StashedFile | null
}

/** Inspects a file under its requested name. */
export async function inspectUpload(
  { wiki }: ActionRun,
  wanted: string,
  bytes: Buffer,
  stashed: StashedFile | null = null,
): Promise<SentFile> {
  // Only a name without an extension needs one guessed from the content.
  const guessed = wanted.includes('.') ? null : usualEnding((await inspectFile(bytes, '')).facts.mime)
  const verdict = nameVerdict(wiki.site, wanted, () => guessed)
  const inspection = await inspectFile(bytes, verdict.ending)
  return { wanted, bytes, sha1: await sha1OfFile(bytes), verdict, inspection, stashed }
}

/** A form without a file still sends a part without a filename. */
export function sentFile({ request }: ActionRun, name: 'file' | 'chunk'): UploadedFile | undefined {
  const file = request.files.get(name)
  return file === undefined || file.filename === '' ? undefined : file
}

/** A stashed file of the caller, with its content. */
export async function ownStashed(run: ActionRun, key: string): Promise<{ row: StashedFile; bytes: Buffer }> {
  if (!isStashKey(key)) fail('uploadstash-bad-path-bad-format', [key])
  const { account } = run.caller
  if (account === null) {
    fail('apierror-mustbeloggedin', [messageParam('action-upload')], { code: 'stashnotloggedin' })
  }
  const row = await stashedFile(run.db, key)
  if (!row) fail('uploadstash-file-not-found', [key])
  if (row.account_id !== account.id) fail('uploadstash-wrong-owner', [key])
  const bytes = await fileContent(run.wiki.files, row.sha1)
  return { row, bytes: bytes ?? fail('uploadstash-file-not-found', [key]) }
}
