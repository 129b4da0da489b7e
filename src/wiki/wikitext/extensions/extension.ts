// What an extension declares. Each is one file or folder here, listed in `index.ts`.

import type { ParserFunction } from '../functions/call.ts'
import type { ParseState } from '../state/parse-state.ts'
import type { ExtensionName } from './names.ts'

/** A tag on a page. The page is parsed for links alone, or for HTML. */
export interface TagCall {
  readonly state: ParseState
  /** In lower case. */
  readonly name: string
  /** By lower-case name, with decoded values; not sanitized. */
  readonly attributes: ReadonlyMap<string, string>
  /** Null for an empty tag (`<poem/>`). */
  readonly inner: string | null
  /** Expands templates and arguments where the tag stands. */
  expand(text: string): string
  /** Converts expanded wikitext to HTML without paragraphs. Only records links when nothing is shown. */
  inline(expanded: string): string
  /** Converts expanded wikitext to HTML with paragraphs. Only records links when nothing is shown. */
  complete(expanded: string): string
  /** An interface message of the wiki, or the extension's own text. */
  message(key: string): string
}

export interface TagKind {
  /** The HTML of a tag; every part of it that comes from a page must be escaped or sanitized. */
  html(call: TagCall): string
  /** Records links, categories and properties if that takes less work than the HTML, with the same result. */
  links?(call: TagCall): void
}

export interface Styles {
  /** MediaWiki's name of the style module. */
  readonly module: string
  readonly css: string
}

/** A word that MediaWiki lists in `magicwords`. */
interface Word {
  readonly name: string
  readonly aliases: readonly string[]
}

export interface Extension {
  /** As MediaWiki's `siteinfo` has it. */
  readonly name: ExtensionName
  /** Other names under which a wiki may list it. */
  readonly aliases?: readonly string[]
  readonly type: 'parserhook' | 'api' | 'other'
  /** Documentation of the syntax. */
  readonly url: string
  /** Whether the wiki only shows the source, so that the extension does not count as supported. */
  readonly isShownAsSource?: true
  /** One sentence. */
  readonly about: string
  readonly tags?: Readonly<Record<string, TagKind>>
  readonly functions?: Readonly<Record<string, ParserFunction>>
  /** Spellings of the functions, if they differ from the names. */
  readonly words?: readonly Word[]
  /** Names of tracking categories and other interface messages, which wikis can change. */
  readonly messages?: Readonly<Record<string, string>>
  readonly styles?: Styles
}
