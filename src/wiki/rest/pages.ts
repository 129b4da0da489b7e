// Pages and revisions as every endpoint reads them.
import type { Reader } from '#store/store.ts'
import { type Actor, actorsById } from '../content/actors.ts'
import { type PageRow, pagesByName } from '../content/pages.ts'
import { REVISIONS, type RevisionRow } from '../content/revisions.ts'
import { slotsOf } from '../content/slots.ts'
import { summaryTexts } from '../content/summaries.ts'
import { readTexts } from '../content/text-blobs.ts'
import { plaintext } from '../messages/message.ts'
import { canSee } from '../site/hidden-parts.ts'
import { NS } from '../site/namespaces.ts'
import { titleOrNull } from '../site/titles.ts'
import type { RestCall } from './endpoint.ts'
import { failRest } from './rest-error.ts'

type Reading = Pick<RestCall, 'wiki' | 'db' | 'site' | 'caller' | 'viewer'>

/** The page of a title; null if there is none, and for titles that no page of this wiki can have. */
export async function pageOfTitle({ db, site }: Reading, text: string, ns: number = NS.main): Promise<PageRow | null> {
  const title = titleOrNull(site, text, ns)
  if (title === null || title.interwiki !== '' || title.ns < 0 || title.dbkey === '') return null
  return (await pagesByName(db, [{ ns: title.ns, title: title.dbkey }]))[0] ?? null
}

export const mustExist = (page: PageRow | null, title: string): PageRow =>
  page ?? failRest(404, 'rest-nonexistent-title', [plaintext(title)])

export const revisionById = async (db: Reader, id: number): Promise<RevisionRow | null> =>
  id > 0 ? ((await REVISIONS.where('revision.id', '=', id).all(db))[0] ?? null) : null

/** A page name as key and as text. */
export function namesOf(
  { viewer }: Pick<Reading, 'viewer'>,
  ns: number,
  dbkey: string,
): { key: string; title: string } {
  const title = viewer.titleText(ns, dbkey)
  return { key: title.replaceAll(' ', '_'), title }
}

export const nameMembers = { key: 'string', title: 'string' } as const

/** The licence of the wiki's texts; MediaWiki has null for what is not set. */
export function licence({ site }: Pick<Reading, 'site'>): { url: string | null; title: string | null } {
  const { url, text } = site.info.rightsinfo ?? { url: '', text: '' }
  return { url: url || null, title: text || null }
}

export const licenceMembers = { license: { url: 'string|null', title: 'string|null' } } as const

export const authorMembers = { user: ['null', '|', { id: 'integer|null', name: 'string' }] } as const

const userOf = ({ account_id, name }: Actor) => ({ id: account_id, name })

export type Author = ReturnType<typeof userOf>

/** Authors and summaries of revisions, as far as the caller may see them. */
export async function authorship(
  { db, caller }: Pick<Reading, 'db' | 'caller'>,
  rows: readonly RevisionRow[],
): Promise<(row: RevisionRow) => { user: Author | null; comment: string | null }> {
  const actors = await actorsById(
    db,
    rows.map(row => row.actor_id),
  )
  const summaries = await summaryTexts(
    db,
    rows.map(row => row.summary_id),
  )
  return ({ actor_id, summary_id, deleted }) => {
    const actor = canSee(deleted, 'user', caller) ? actors.get(actor_id) : undefined
    return {
      user: actor ? userOf(actor) : null,
      comment: canSee(deleted, 'comment', caller) ? (summaries.get(summary_id) ?? '') : null,
    }
  }
}

export interface RevisionText {
  readonly model: string
  /** Null when it was never imported. */
  text(): Promise<string | null>
}

/** The text of a revision. Callers check first whether it may be read. */
export async function textOf({ wiki, db }: Pick<Reading, 'wiki' | 'db'>, id: number): Promise<RevisionText> {
  const main = (await slotsOf(db, [id])).get(id)?.find(slot => slot.role === 'main')
  return {
    model: main?.model ?? 'wikitext',
    text: async () => {
      if (!main?.blobId) return null
      return (await readTexts(wiki, [main.blobId])).get(main.blobId)?.toString() ?? null
    },
  }
}

/** The source of a revision, or the reason why it cannot be read. */
export async function sourceOf(call: Reading, revision: RevisionRow, stored: RevisionText): Promise<string> {
  if (!canSee(revision.deleted, 'text', call.caller))
    failRest(403, 'rest-permission-denied-revision', [{ num: revision.id }])
  return (await stored.text()) ?? failRest(404, 'rest-nonexistent-revision', [{ num: revision.id }])
}
