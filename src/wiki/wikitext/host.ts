// What the parser needs from the wiki. Everything is synchronous: an importer preloads, a server prefetches.

import type { Site } from '#wiki/site/site.ts'
import type { Steps } from './steps.ts'

export interface TemplateSource {
  text: string
  /** The redirect target if known; otherwise it is read from the text. */
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

/** An entry in a list of pages. */
export interface ListedTitle {
  readonly dbkey: string
  readonly isRedirect: boolean
}

export interface RevisionFacts {
  pageId: number
  revisionId: number
  /** Unix time in milliseconds. */
  timestamp: number
  user: string
  /** Null while the text to be saved is unknown. */
  size: number | null
}

/** Protection in force. A missing page can only be protected from creation. */
export interface PageProtection {
  /** What is restricted, for whom, and until when as Unix time in seconds; null is forever. */
  readonly own: readonly (readonly [action: string, level: string, expiresAt: number | null])[]
  /** Restrictions of pages with cascading protection that include this one. */
  readonly cascaded: readonly (readonly [action: string, level: string, ns: number, dbkey: string])[]
}

/** Requested dimensions of a file. */
export interface PictureParams {
  readonly width: number
  /** Maximum height. */
  readonly height?: number
  /** Language of a multilingual drawing. */
  readonly lang?: string
}

export interface Picture {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** An uploaded file as shown on pages. */
export interface ShownFile {
  /** The actual name, if the page uses a redirect. */
  readonly name: string
  readonly width: number
  readonly height: number
  /** URL of the file, without the server. */
  readonly url: string
  /** Whether it can be shown as a picture. */
  readonly isPicture: boolean
  /** Whether it can be enlarged. */
  readonly isDrawing: boolean
  /** Facts for scripts. */
  readonly facts?: { readonly size: number; readonly mimeType: string; readonly length: number }
  /** Browsers cannot show the original, or not upright. */
  readonly mustBeRendered: boolean
  /** Null when there is no valid size. */
  picture(params: PictureParams): Picture | null
}

export interface WikitextHost {
  readonly site: Site
  /** Limits the work on one text; unlimited when missing. */
  readonly steps?: Steps
  /** Whether the same texts are parsed often, so that their trees are worth the memory. */
  readonly keepsTrees?: boolean
  /** Text of a page to include; null when it does not exist. */
  templateText(ns: number, dbkey: string): TemplateSource | null
  pageExists(ns: number, dbkey: string): boolean
  /** How a link to a page looks. */
  linkState?(ns: number, dbkey: string): 'exists' | 'redirect' | 'missing'
  /** A display title: user namespaces may depend on gender. */
  shownTitle?(ns: number, dbkey: string): string
  fileExists(dbkey: string): boolean
  /** Interface message in the content language with local changes; null when there is none. */
  message(key: string): string | null
  /** The same in another language. */
  messageIn?(language: string, key: string): string | null
  /** The reader's language for {{int:}}; defaults to the content language. */
  readonly readerLanguage?: string
  /** The time to render for, as Unix time in milliseconds. */
  readonly now: number
  readonly stats: SiteStatistics
  /** Whether {{DISPLAYTITLE:}} may show any text, not only variants of the page's own title. */
  readonly freeDisplayTitle?: boolean
  /** Target of a file page redirect. */
  fileRedirect?(dbkey: string): string | null
  revision?(ns: number, dbkey: string): RevisionFacts | null
  /** Language code of a page. */
  languageOf?(ns: number, dbkey: string): string
  pagesInCategory?(dbkey: string): { pages: number; subcategories: number; files: number }
  usersInGroup?(group: string): number
  /** Pages by title prefix in order, up to the limit of a list. */
  titlesBeginning?(ns: number, prefix: string, hideRedirects: boolean): readonly ListedTitle[]
  protection?(ns: number, dbkey: string): PageProtection
  gender?(user: string): 'male' | 'female' | 'unknown'
  /** The file with a name, or the target of a redirect. */
  file?(dbkey: string): ShownFile | null
  /** Whether a file must not be shown on a page. */
  isBadFile?(dbkey: string, page: PageContext): boolean
  /** Path of an uploaded file in its URL. */
  fileUrl?(dbkey: string): string | null
  /** Where scripts run; "elsewhere" makes the work start again on a thread. */
  readonly scripts?: 'here' | 'elsewhere'
  /** Called before each script; throws when the work must be repeated with data that is missing now. */
  beginScripts?(): void
  /** Keeps results of scripts, if the same text is parsed more than once. */
  readonly scriptMemo?: Map<string, unknown>
  /** False when something that was asked for is not known yet. */
  readonly isComplete?: boolean
  readonly scriptLimits?: { readonly seconds: number; readonly megabytes: number }
  /** The content model of an existing page; null when there is no such page. */
  contentModelOf?(ns: number, dbkey: string): string | null
  /** The page with an ID. */
  titleOfPage?(id: number): { readonly ns: number; readonly dbkey: string } | null
  pagesInNamespace?(ns: number): number
}

/** The page being parsed. */
export interface PageContext {
  ns: number
  dbkey: string
  revision?: RevisionFacts
}
