import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#accounts/caller.ts'
import { type Html, html } from '#html/html.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import type { Title } from '../site/titles.ts'
import type { Wiki } from '../wiki.ts'
import { fileUrl } from './addresses.ts'
import { FileError, notFound } from './file-error.ts'
import type { FoundFile } from './find-file.ts'
import { sendFound } from './send-file.ts'
import { isStashKey, stashedFile, stashedVersion } from './stashed-file.ts'
import type { Thumbnails } from './thumbnails.ts'

const PAGE = 'UploadStash'

/** The subpage of the special page for stashed files, empty for the page itself; null for other pages. */
export function stashSubpage(site: Site, { ns, dbkey }: Pick<Title, 'ns' | 'dbkey'>): string | null {
  if (ns !== NS.special) return null
  // Wikis without special page names still support the canonical ones, which the API uses in URLs.
  const name = site.specialPages.resolve(dbkey) ?? { canonical: dbkey.split('/', 1)[0]!, subpage: afterSlash(dbkey) }
  return name.canonical === PAGE ? (name.subpage ?? '') : null
}

const afterSlash = (dbkey: string): string | null => /\/(.*)$/s.exec(dbkey)?.[1] ?? null

/** Sends a stashed file or its thumbnail, only to its owner. */
export function sendStashed(
  wiki: Wiki,
  thumbnails: Thumbnails | null,
  caller: Caller,
  subpage: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'private, no-cache', vary: 'Cookie, Authorization' })
  return sendFound(thumbnails, request, reply, () => findStashed(wiki, caller, subpage))
}

/** `file/KEY` or `thumb/KEY/120px-KEY`. */
async function findStashed(wiki: Wiki, { account }: Caller, subpage: string): Promise<FoundFile> {
  if (account === null) throw new FileError(403, 'Log in to see your unpublished uploads.')
  const [what, key = '', thumbName] = subpage.split('/', 3)
  if ((what !== 'file' && what !== 'thumb') || !isStashKey(key)) return notFound()
  const row = await stashedFile(wiki.db, key)
  if (!row) return notFound('This file is not in your upload stash.')
  if (row.account_id !== account.id) throw new FileError(403, 'This file belongs to another user.')
  const version = await stashedVersion(wiki.files, row)
  if (what === 'file') return { version, thumbName: null }
  return thumbName === undefined ? notFound('This thumbnail does not exist.') : { version, thumbName }
}

/** Lists the reader's stashed files. */
export async function stashPage(wiki: Wiki, { account }: Caller): Promise<Html> {
  if (account === null) return html`<p lang="en" dir="ltr">Log in to see your unpublished uploads.</p>`
  const rows = await wiki.db
    .selectFrom('stashed_file')
    .where('account_id', '=', account.id)
    .select('key')
    .orderBy('id')
    .limit(500)
    .execute()
  if (rows.length === 0) return html`<p lang="en" dir="ltr">You have no unpublished uploads.</p>`
  const links = rows.map(({ key }) => {
    const address = fileUrl(wiki.site, { name: key, archiveName: null, stashKey: key })
    return html`<li><a href="${address}">${key}</a></li>`
  })
  return html`<p lang="en" dir="ltr">Your unpublished uploads. Only you can see them.</p><ul>${links}</ul>`
}
