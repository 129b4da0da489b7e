// What the engine asks of the wiki around it. Every answer is synchronous: an importer preloads, a server prefetches.

import type { Site } from '#wiki/site/site.ts'

export interface TemplateSource {
  text: string
  /** Where the page redirects to, when the caller knows; otherwise it is read from the text. */
  redirect?: { ns: number; dbkey: string } | null
}

export interface SiteStatistics {
  pages: number
  articles: number
  files: number
  edits: number
  users: number
  activeUsers: number
  admins: number
}

export interface RevisionFacts {
  pageId: number
  revisionId: number
  /** Milliseconds since 1970. */
  timestamp: number
  user: string
  size: number
}

export interface WikitextHost {
  readonly site: Site
  /** Text of a page to include, or null when there is none. */
  templateText(ns: number, dbkey: string): TemplateSource | null
  pageExists(ns: number, dbkey: string): boolean
  fileExists(dbkey: string): boolean
  /** Interface message in the content language, with local changes; null when there is none. */
  message(key: string): string | null
  /** The instant to render for, in milliseconds since 1970. */
  readonly now: number
  readonly stats: SiteStatistics
  /** {{DISPLAYTITLE:}} may show any text, not only the page's own title in other dress. */
  readonly freeDisplayTitle?: boolean
  /** Name of the file a file page redirects to. */
  fileRedirect?(dbkey: string): string | null
  revision?(ns: number, dbkey: string): RevisionFacts | null
  pagesInCategory?(dbkey: string): { pages: number; subcategories: number; files: number }
  usersInGroup?(group: string): number
  protectionLevel?(ns: number, dbkey: string, action: string): string
  protectionExpiry?(ns: number, dbkey: string, action: string): string
  gender?(user: string): 'male' | 'female' | 'unknown'
  /** Path of an uploaded file, as in its address. */
  fileUrl?(dbkey: string): string | null
}

/** The page that is being read. */
export interface PageContext {
  ns: number
  dbkey: string
  revision?: RevisionFacts
}
