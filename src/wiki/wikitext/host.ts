// What the engine asks of the wiki around it. Every answer is synchronous: an importer preloads, a server prefetches.

import type { Site } from '#wiki/site/site.ts'
import type { Steps } from './steps.ts'

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

/** A page in a list of pages. */
export interface ListedTitle {
  readonly dbkey: string
  readonly isRedirect: boolean
}

export interface RevisionFacts {
  pageId: number
  revisionId: number
  /** Milliseconds since 1970. */
  timestamp: number
  user: string
  /** Null while nobody has said what is going to be saved. */
  size: number | null
}

/** How a page wants to show a file. */
export interface PictureParams {
  readonly width: number
  /** A height to fit into. */
  readonly height?: number
  /** Which language a drawing with several shows. */
  readonly lang?: string
}

export interface Picture {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** An uploaded file as pages show it. */
export interface ShownFile {
  /** Its own name, where the page named a redirect to it. */
  readonly name: string
  readonly width: number
  readonly height: number
  /** Address of the file itself, without the server. */
  readonly url: string
  /** Whether a picture can be made of it. */
  readonly isPicture: boolean
  /** A drawing can be made larger than it is. */
  readonly isDrawing: boolean
  /** Browsers do not show the file itself, or not the right way up. */
  readonly mustBeRendered: boolean
  /** Null where the size is none. */
  picture(params: PictureParams): Picture | null
}

export interface WikitextHost {
  readonly site: Site
  /** What the work on one text is counted by; without it there is no end to it. */
  readonly steps?: Steps
  /** Text of a page to include, or null when there is none. */
  templateText(ns: number, dbkey: string): TemplateSource | null
  pageExists(ns: number, dbkey: string): boolean
  /** How a link to a page looks. */
  linkState?(ns: number, dbkey: string): 'exists' | 'redirect' | 'missing'
  /** A title as it is shown: namespaces of users may depend on their gender. */
  shownTitle?(ns: number, dbkey: string): string
  fileExists(dbkey: string): boolean
  /** Interface message in the content language, with local changes; null when there is none. */
  message(key: string): string | null
  /** The same in another language; null when there is none. */
  messageIn?(language: string, key: string): string | null
  /** The language of the reader, which {{int:}} speaks; without it, the content language. */
  readonly readerLanguage?: string
  /** The instant to render for, in milliseconds since 1970. */
  readonly now: number
  readonly stats: SiteStatistics
  /** {{DISPLAYTITLE:}} may show any text, not only the page's own title in other dress. */
  readonly freeDisplayTitle?: boolean
  /** Name of the file a file page redirects to. */
  fileRedirect?(dbkey: string): string | null
  revision?(ns: number, dbkey: string): RevisionFacts | null
  /** The code of the language that a page is written in. */
  languageOf?(ns: number, dbkey: string): string
  pagesInCategory?(dbkey: string): { pages: number; subcategories: number; files: number }
  usersInGroup?(group: string): number
  /** Pages whose titles begin so, in their order: as many as a list of them shows. */
  titlesBeginning?(ns: number, prefix: string, hideRedirects: boolean): readonly ListedTitle[]
  protectionLevel?(ns: number, dbkey: string, action: string): string
  protectionExpiry?(ns: number, dbkey: string, action: string): string
  gender?(user: string): 'male' | 'female' | 'unknown'
  /** The file behind a name, or behind the redirect with that name. */
  file?(dbkey: string): ShownFile | null
  /** Whether a file must not be shown on a page. */
  isBadFile?(dbkey: string, page: PageContext): boolean
  /** Path of an uploaded file, as in its address. */
  fileUrl?(dbkey: string): string | null
}

/** The page that is being read. */
export interface PageContext {
  ns: number
  dbkey: string
  revision?: RevisionFacts
}
