// The state of parsing one page.

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

/** Converts a tag to its text in the expansion, and collects its properties. */
type TagHandler = (state: ParseState, tag: ExtensionTag, expandFully: (text: string) => string) => string

/** Marks headings, so that sections can be identified in the expanded text. */
export interface HeadingMarks {
  /** Enters a complete text, whose own headings start sections. */
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
  /** Whether the text is about to be saved: only substitutions are expanded, the rest is kept. */
  saving = false
  /** Whether the text becomes HTML, which can contain special page lists. */
  includesSpecialPages = false
  /** Whether comments are kept in the expanded text. */
  keepsComments = false
  headings: HeadingMarks | null = null
  /** Counts calls whose result depends on what came before them on the page. */
  volatile = 0
  /** Completes the expanded text of the page with what is known only at its end. */
  finish: ((expanded: string) => string) | null = null
  #seconds: number | null = null
  #changes = Number.POSITIVE_INFINITY
  /** Expansions of templates without arguments, which are constant within a page. */
  readonly plainExpansions = new Map<string, string>()

  /** Expansions from other pages; null to expand every call. */
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

  /** Some output is valid only for this many seconds. */
  lastsAtMost(seconds: number | null): void {
    if (seconds !== null) this.#seconds = Math.min(seconds, this.#seconds ?? seconds)
  }

  /** Null when nothing depends on the time. */
  get lasts(): number | null {
    return this.#seconds
  }

  /** The text would expand differently after this many seconds. */
  changesAfter(seconds: number | null): void {
    if (seconds !== null) this.#changes = Math.min(seconds, this.#changes)
  }

  /** Seconds for which the expansion stays the same; null if it does not depend on the time. */
  get staysSame(): number | null {
    return Number.isFinite(this.#changes) ? this.#changes : null
  }

  get site() {
    return this.host.site
  }
}
