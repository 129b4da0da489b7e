import type { ExportContent, ExportPage, ExportRevision } from '../readers/xml/export-events.ts'
import { secondsOf } from '../timestamps.ts'

/** State of a page, from the revisions read so far. */
export interface PageState {
  readonly id: number
  readonly ns: number
  readonly title: string
  readonly redirect: boolean
  latest: RevisionFacts | undefined
}

interface RevisionFacts {
  readonly id: number
  readonly timestamp: number
  readonly length: number
  readonly model: string
  readonly isFirst: boolean
}

/** A revision to be stored. */
export interface PendingRevision {
  readonly page: PageState
  readonly revision: ExportRevision
  readonly timestamp: number
  readonly slots: readonly ExportContent[]
}

/** Bits of `deleted` for the hidden parts of a revision. */
const HIDDEN = { text: 1, comment: 2, user: 4 } as const

export function hiddenParts(revision: {
  readonly main?: ExportContent
  readonly commentDeleted: boolean
  readonly contributor: { readonly deleted: boolean } | undefined
}): number {
  return (
    (revision.main?.textDeleted ? HIDDEN.text : 0) |
    (revision.commentDeleted ? HIDDEN.comment : 0) |
    (revision.contributor?.deleted ? HIDDEN.user : 0)
  )
}

/** The stored title, without its namespace. */
function dbkeyOf(title: string, namespace: number): string {
  const own = namespace === 0 ? title : title.slice(title.indexOf(':') + 1)
  return own.replaceAll(' ', '_')
}

export function pageState(page: ExportPage, id: number): PageState {
  const ns = page.namespace ?? 0
  return { id, ns, title: dbkeyOf(page.title, ns), redirect: page.redirect !== undefined, latest: undefined }
}

export function revisionFacts(revision: ExportRevision): RevisionFacts {
  return {
    id: revision.id,
    timestamp: secondsOf(revision.timestamp) ?? 0,
    length: sizeOf(revision),
    model: revision.main.model ?? 'wikitext',
    isFirst: revision.parentId === undefined || revision.parentId === 0,
  }
}

export function isNewer(one: RevisionFacts, other: RevisionFacts | undefined): boolean {
  if (other === undefined || one.timestamp !== other.timestamp) return one.timestamp > (other?.timestamp ?? -Infinity)
  return one.id > other.id
}

/** Total bytes of all slots. */
export function sizeOf({ main, otherSlots }: ExportRevision): number {
  let size = contentSize(main)
  for (const slot of otherSlots) size += contentSize(slot)
  return size
}

export const contentSize = ({ text, bytes }: ExportContent): number => text?.length ?? bytes ?? 0
