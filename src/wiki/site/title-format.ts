// Formats titles as text and as keys, and extracts their parts.

import type { Gender } from './namespaces.ts'
import { hasTalk, NS, subjectOf, talkOf } from './namespaces.ts'
import type { Site } from './site.ts'
import type { Title } from './titles.ts'

/** "Talk:Some page": local namespace name (gendered if the language requires it) and spaces. */
export function prefixedText(site: Site, ns: number, dbkey: string, gender?: Gender): string {
  return prefixed(site, ns, gender) + spaced(dbkey)
}

/**
 * A db key with spaces. Lists call this for each row, and checking first is
 * much faster when there is nothing to replace.
 */
export const spaced = (dbkey: string): string => (dbkey.includes('_') ? dbkey.replace(/_/g, ' ') : dbkey)

/** "User_talk:Some_page" with the local namespace name, as used in URLs. */
export function prefixedDbKey(site: Site, ns: number, dbkey: string, gender?: Gender): string {
  return prefixed(site, ns, gender).replaceAll(' ', '_') + dbkey
}

function prefixed(site: Site, ns: number, gender?: Gender): string {
  if (ns === NS.main) return ''
  return site.namespaces.has(ns) ? `${site.namespaces.nameOf(ns, gender)}:` : `Special:Badtitle/NS${ns}:`
}

/** The complete title with interwiki prefix and fragment. */
export function fullText(site: Site, title: Title, gender?: Gender): string {
  const prefix = title.interwiki === '' ? '' : `${title.interwiki}:`
  const fragment = title.fragment === '' ? '' : `#${title.fragment}`
  return prefix + prefixedText(site, title.ns, title.dbkey, gender) + fragment
}

export interface PageKey {
  ns: number
  dbkey: string
}

export function talkPageOf({ ns, dbkey }: PageKey): PageKey | null {
  return hasTalk(ns) ? { ns: talkOf(ns), dbkey } : null
}

export function subjectPageOf({ ns, dbkey }: PageKey): PageKey {
  return { ns: subjectOf(ns), dbkey }
}

/** Everything before the last slash, if the namespace has subpages. */
export function basePageOf(site: Site, { ns, dbkey }: PageKey): string {
  if (!site.namespaces.hasSubpages(ns)) return dbkey
  const slash = dbkey.lastIndexOf('/')
  return slash > 0 ? dbkey.slice(0, slash) : dbkey
}

/** Everything before the first slash, if the namespace has subpages. */
export function rootPageOf(site: Site, { ns, dbkey }: PageKey): string {
  if (!site.namespaces.hasSubpages(ns)) return dbkey
  const slash = dbkey.indexOf('/', 1)
  return slash > 0 ? dbkey.slice(0, slash) : dbkey
}

/** Everything after the last slash, if the namespace has subpages. */
export function subpageOf(site: Site, { ns, dbkey }: PageKey): string {
  if (!site.namespaces.hasSubpages(ns)) return dbkey
  return dbkey.slice(dbkey.lastIndexOf('/') + 1)
}
