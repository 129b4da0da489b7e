import { breathe } from '#store/turn.ts'
import { DumpError } from '../../import/readers/dump-error.ts'
import type { ExportLogItem, ExportPage, ExportRevision } from '../../import/readers/xml/export-events.ts'
import { ExportScanner } from '../../import/readers/xml/export-scanner.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'

interface SentPage {
  readonly page: ExportPage
  readonly revisions: ExportRevision[]
}

/** Contents of an uploaded export. */
export interface SentExport {
  /** Namespaces of the source wiki by id; null if the file does not list them. */
  readonly namespaces: ReadonlyMap<number, string> | null
  readonly pages: readonly SentPage[]
  readonly logItems: readonly ExportLogItem[]
}

/** Bytes to read before yielding to other requests. */
const PIECE = 64 * 1024

/** Reads the whole file before anything is stored. */
export async function readSentExport(data: Buffer, signal: AbortSignal | undefined): Promise<SentExport> {
  checkRoot(data)
  const scanner = new ExportScanner('xml', {}, undefined, true)
  const pages: SentPage[] = []
  const logItems: ExportLogItem[] = []
  let namespaces: Map<number, string> | null = null
  try {
    for (let from = 0; from < data.length; from += PIECE) {
      await breathe(signal)
      for (const event of scanner.push(data.subarray(from, from + PIECE))) {
        if (event.kind === 'siteinfo') namespaces = new Map(event.namespaces.map(({ id, name }) => [id, name]))
        if (event.kind === 'page') pages.push({ page: event, revisions: [] })
        if (event.kind === 'revision') pages.at(-1)!.revisions.push(event)
        if (event.kind === 'logitem') logItems.push(event)
      }
    }
    scanner.finish()
  } catch (error) {
    if (error instanceof DumpError) failUnknown(error.message)
    throw error
  }
  return { namespaces, pages, logItems }
}

export const failUnknown = (why: string): never => fail('apierror-import-unknownerror', [escapeWikitext(why)])

/** Rejects files that are not exports up front, with the messages clients know. */
function checkRoot(data: Buffer): void {
  const start = data
    .subarray(0, 4096)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (!start.startsWith('<')) failUnknown('XML error at line 1: Document is empty\n')
  const root = /^(?:<\?[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<([\w.-]+)/.exec(start)?.[1]
  if (root !== undefined && root !== 'mediawiki') failUnknown(`Expected '<mediawiki>' tag, got '<${root}>' tag.`)
}
