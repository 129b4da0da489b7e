// Everything that belongs to the reading of one page.

import type { PageContext, WikitextHost } from '../host.ts'
import { type MagicWords, magicWordsOf } from '../magic/words.ts'
import type { HeadingNode, Tree } from '../preprocessor/nodes.ts'
import { Steps } from '../steps.ts'
import type { TitleCache } from '../title-cache.ts'
import type { Frame } from './frame.ts'
import { Usage } from './limits.ts'
import { ParserOutput } from './output.ts'
import type { RememberedExpansions } from './remembered.ts'
import { StripMarkers } from './strip-markers.ts'
import type { TemplateStore } from './template-store.ts'

export interface ExtensionTag {
  name: string
  attributes: string
  inner: string | null
  close: string
}

/** What a tag leaves in the expanded text, and what it brings to light on the way. */
type TagHandler = (state: ParseState, tag: ExtensionTag, expandFully: (text: string) => string) => string

/** Leaves marks in the headings of texts, by which sections are found again when all is expanded. */
export interface HeadingMarks {
  /** A whole text, whose own headings begin sections. */
  enter(tree: Tree): void
  mark(heading: HeadingNode, frame: Frame, text: string): string
}

export class ParseState {
  readonly host: WikitextHost
  readonly page: PageContext
  readonly words: MagicWords
  readonly output: ParserOutput
  readonly usage = new Usage()
  readonly steps: Steps
  readonly strip = new StripMarkers()
  readonly templates: TemplateStore
  readonly titles: TitleCache
  readonly tagHandler: TagHandler
  /** The text is about to be saved: only what is to be substituted is expanded, the rest stays as it is written. */
  saving = false
  /** The text becomes HTML, in which lists of special pages can stand. */
  includesSpecialPages = false
  /** Comments stay in the expanded text. */
  keepsComments = false
  headings: HeadingMarks | null = null
  #seconds: number | null = null
  #changes = Number.POSITIVE_INFINITY
  /** Expansions of templates called without arguments: within one page they always give the same. */
  readonly plainExpansions = new Map<string, string>()

  /** What calls gave on other pages; null when each is to be expanded for itself. */
  readonly remembered: RememberedExpansions | null

  constructor(
    host: WikitextHost,
    page: PageContext,
    templates: TemplateStore,
    tagHandler: TagHandler,
    remembered: RememberedExpansions | null = null,
  ) {
    this.host = host
    this.page = page
    this.steps = host.steps ?? new Steps()
    this.words = magicWordsOf(host.site)
    this.output = new ParserOutput(host.site, key => host.message(key))
    this.templates = templates
    this.titles = templates.titles
    this.tagHandler = tagHandler
    this.remembered = remembered
  }

  /** Something in the text stays true for so many seconds only. */
  lastsAtMost(seconds: number | null): void {
    if (seconds !== null) this.#seconds = Math.min(seconds, this.#seconds ?? seconds)
  }

  /** Null where nothing in the text tells the time. */
  get lasts(): number | null {
    return this.#seconds
  }

  /** Read so many seconds later, the text would give something else. */
  changesAfter(seconds: number | null): void {
    if (seconds !== null) this.#changes = Math.min(seconds, this.#changes)
  }

  /** For how many seconds the text gives the same; null where it does not depend on the time. */
  get staysSame(): number | null {
    return Number.isFinite(this.#changes) ? this.#changes : null
  }

  get site() {
    return this.host.site
  }
}
