import type { ActionRun } from '../../api/action-run.ts'
import { list } from '../../api/result/shape.ts'
import { stashFile } from '../../editing/stash-file.ts'
import { takenEndings } from '../../files/file-name.ts'
import type { Fault } from '../../files/inspect/hostile-drawing.ts'
import { storeFile } from '../../files/stored-bytes.ts'
import type { CatalogueKey } from '../../messages/catalogue.ts'
import { ApiError, type ApiMessage, apiMessage, fail, type MessageParam } from '../../messages/message.ts'
import type { SentFile } from './sent-file.ts'

/** Stashes a file that cannot be published yet, so that it need not be sent again. */
export async function stashUpload(
  run: ActionRun,
  { bytes, sha1, inspection }: SentFile,
  isPart = false,
): Promise<Keys> {
  await storeFile(run.wiki.files!, sha1, bytes)
  const { caller, now } = run
  const filekey = await stashFile(run.wiki, { caller, now, facts: inspection.facts, sha1, bytes, isPart })
  return { filekey, sessionkey: filekey }
}

interface Keys {
  readonly filekey: string
  /** Older name of the key. */
  readonly sessionkey: string
}

/** Rejects an upload that another parameter value would fix, and stashes the file meanwhile. */
export async function refuseForNow(
  run: ActionRun,
  sent: SentFile,
  messages: readonly ApiMessage[],
  invalidparameter = 'filename',
): Promise<never> {
  const keys = await stashUpload(run, sent)
  const details = { ...keys, invalidparameter }
  // A block error carries only the block.
  throw new ApiError(
    messages.map(message =>
      message.data?.blockinfo ? message : { ...message, data: { ...message.data, ...details } },
    ),
  )
}

/** Throws unless the content and the name of the file are acceptable. */
export async function mustBeAcceptable(run: ActionRun, sent: SentFile): Promise<void> {
  const { bytes, inspection } = sent
  if (bytes.length === 0) fail('empty-file')
  if (bytes.length > largestFile(run)) fail('file-too-large')
  if (inspection.fault) refuseContent(inspection.fault)
  await mustBeNamed(run, sent)
}

/** Content errors also include their key and parameters. */
function refuseContent([key, ...params]: Fault): never {
  fail(key as CatalogueKey, params, { data: { details: list('detail', [key, ...params]) } })
}

export async function mustBeNamed(run: ActionRun, sent: SentFile): Promise<void> {
  const { verdict } = sent
  if (!('fault' in verdict)) return
  if (verdict.fault === 'filetype-banned') refuseEnding(run, verdict.ending, verdict.banned)
  const { fault, filtered } = verdict
  const data = fault === 'illegal-filename' ? { filename: filtered } : undefined
  await refuseForNow(run, sent, [apiMessage(fault, [], data && { data })])
}

function refuseEnding({ wiki }: ActionRun, ending: string, banned: readonly string[]): never {
  const allowed = takenEndings(wiki.site)
  const words = (items: readonly string[]): MessageParam => ({ list: items, type: 'comma' })
  const named = banned.length > 0 ? words(banned) : ending
  fail('filetype-banned-type', [named, words(allowed), allowed.length, Math.max(1, banned.length)], {
    data: {
      filetype: ending,
      allowed: list('ext', allowed),
      ...(banned.length > 0 && { blacklisted: list('ext', [...banned]) }),
    },
  })
}

/** Default maximum size of a file in bytes. */
const DEFAULT_MAX_SIZE = 100 * 1024 * 1024

export const largestFile = ({ wiki }: ActionRun): number =>
  Math.min(Number(wiki.site.info.general.maxuploadsize ?? DEFAULT_MAX_SIZE), DEFAULT_MAX_SIZE)
