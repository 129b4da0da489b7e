import type { Reader } from '#store/store.ts'
import { isTalk, NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'

/** An edit that names more people does not address them individually. */
const MAX_MENTIONED = 50

/** Namespaces with signed comments. */
export const isSignedOn = (ns: number): boolean => isTalk(ns) || ns === NS.project

/** Lines that the second text has in addition to the first. */
export function addedLines(before: string, after: string): string[] {
  const left = new Map<string, number>()
  for (const line of before.split('\n')) left.set(line, (left.get(line) ?? 0) + 1)
  return after.split('\n').filter(line => {
    const count = left.get(line) ?? 0
    if (count > 0) left.set(line, count - 1)
    return count === 0 && line.trim() !== ''
  })
}

const LINK = /\[\[\s*:?\s*([^[\]{}|<>\n:]{1,100}):\s*([^[\]{}|<>\n#]{1,255})/g
/** A time of day, a date and a time zone, as at the end of every signature. */
const TIME = /\d{1,2}[:.]\d{2}[^\n]{0,80}\([A-Z]{2,5}\)/

/** Whether a line has the author's signature: a link to their user or talk page, and a time. */
export const isSignedBy = (site: Site, line: string, author: string): boolean =>
  signatureIn(site, line, author) !== null

/** Where the author's signature begins in a line; null if there is none. */
export function signatureIn(site: Site, line: string, author: string): number | null {
  if (!TIME.test(line)) return null
  for (const match of line.matchAll(LINK)) {
    const [, prefix, title] = match
    const ns = site.namespaces.idOf(prefix!.trim())
    if (ns !== NS.user && ns !== NS.userTalk && ns !== NS.special) continue
    const name = ns === NS.special ? title!.split('/').slice(1).join('/') : title!
    if (plain(name) === plain(author)) return match.index
  }
  return null
}

const plain = (name: string): string => name.replaceAll('_', ' ').trim()

/**
 * Users mentioned in a signed comment: those whose user page the page links to, directly or through a template, and
 * whose name is in the added text. Returns names.
 */
export async function mentionedIn(db: Reader, site: Site, pageId: number, lines: readonly string[], author: string) {
  if (!lines.some(line => isSignedBy(site, line, author))) return []
  const linked = await db
    .selectFrom('page_link')
    .innerJoin('link_target', 'link_target.id', 'page_link.target_id')
    .select('link_target.title')
    .where('page_link.from_id', '=', pageId)
    .where('link_target.ns', '=', NS.user)
    .execute()
  const text = lines.join('\n').replaceAll('_', ' ')
  const names = linked
    .map(row => plain(row.title))
    .filter(name => !name.includes('/') && name !== author && isNamed(text, name))
  return names.length > MAX_MENTIONED ? [] : names
}

/** As a whole word; the first letter may be lower case in a link. */
function isNamed(text: string, name: string): boolean {
  const small = name.slice(0, 1).toLowerCase() + name.slice(1)
  return [name, small].some(each => {
    for (let at = text.indexOf(each); at >= 0; at = text.indexOf(each, at + 1))
      if (!isWord(text[at - 1]) && !isWord(text[at + each.length])) return true
    return false
  })
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)
