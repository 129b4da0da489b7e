// Everything that belongs to making HTML of one page.

import { Expander } from '../../expand/expander.ts'
import type { PageContext, WikitextHost } from '../../host.ts'
import { Frame } from '../../state/frame.ts'
import { type ExtensionTag, ParseState } from '../../state/parse-state.ts'
import { TemplateStore } from '../../state/template-store.ts'
import { Footnotes, type WrittenRef } from './footnotes.ts'
import { SectionMarks } from './heading-marks.ts'
import { LinkHolders } from './link-holders.ts'
import { ownWords } from './own-words.ts'
import type { PageReader } from './reader.ts'
import { EditLinks, type FoundSection } from './sections.ts'

/** `expand` expands templates and arguments where a tag stands. */
export type ExpandHere = (text: string) => string

/** The ways from wikitext to HTML, which all need what a rendering holds. */
export interface HtmlMaker {
  /** Expanded wikitext inside of a page. */
  inline(rendering: Rendering, expanded: string): string
  /** Placeholders put back and paragraphs made. */
  finish(rendering: Rendering, half: string): string
  /** What a tag of an extension leaves in the text. */
  tag(rendering: Rendering, tag: ExtensionTag, expand: ExpandHere): string
}

/** What the reader wants to see, beyond the text itself. */
export interface RenderOptions {
  /** Links to edit sections. */
  readonly editSections: boolean
  readonly tableOfContents: boolean
  /** A comment at the end that says how much the page made use of. */
  readonly limitReport: boolean
  /** Class of the element around everything; none when it is empty. */
  readonly wrapper: string
  /** Width of thumbnails that name none. */
  readonly thumbnailWidth: number
  /** Null for a reader who has the wiki's own language. */
  readonly reader: PageReader | null
}

export const usualOptions: RenderOptions = {
  editSections: true,
  tableOfContents: true,
  limitReport: false,
  wrapper: 'mw-parser-output',
  thumbnailWidth: 300,
  reader: null,
}

export class Rendering {
  readonly host: WikitextHost
  readonly page: PageContext
  readonly options: RenderOptions
  /** Site, magic words, strip markers, and what comes to light: links, files, categories, properties. */
  readonly state: ParseState
  readonly expander: Expander
  /** Finished links, which stand in the text as placeholders until its end. */
  readonly links = new LinkHolders()
  /** Switches such as __NOTOC__ that the text has, by their ids. */
  readonly switches = new Set<string>()
  readonly reader: PageReader
  readonly marks: SectionMarks
  readonly editLinks = new EditLinks()
  sections: readonly FoundSection[] = []
  /** The page has a table of contents, even if it is not shown. */
  showsContents = false
  tableOfContents = ''
  readonly footnotes = new Footnotes<WrittenRef | null>()
  /** HTML that stands beside the title, by name. */
  readonly indicators = new Map<string, string>()
  /** How many tags of extensions were read so far. */
  tags = 0
  /** How many addresses in brackets had no label: they are numbered. */
  unnamedAddresses = 0

  readonly #maker: HtmlMaker

  constructor(host: WikitextHost, page: PageContext, options: RenderOptions, maker: HtmlMaker) {
    this.#maker = maker
    this.host = host
    this.page = page
    this.options = options
    this.state = new ParseState(host, page, new TemplateStore(host), (_, tag, expand) => maker.tag(this, tag, expand))
    this.expander = new Expander(this.state)
    this.marks = new SectionMarks(this.state.strip)
    this.state.headings = this.marks
    this.state.includesSpecialPages = true
    this.reader = options.reader ?? { language: host.site.language, message: key => this.message(key) }
  }

  get site() {
    return this.host.site
  }

  /** An interface message in the content language as it is written, or our own words where there is none. */
  message(key: string): string {
    return this.host.message(key) ?? ownWords(key)
  }

  /** Templates and functions of a text that stands on its own. */
  expand(text: string): string {
    return this.expander.expandText(text, new Frame(this.page, null), false)
  }

  /** Expanded wikitext inside of a page, such as a caption: links and marks become HTML, placeholders stay. */
  inline(expanded: string): string {
    return this.#maker.inline(this, expanded)
  }

  /** Expanded wikitext as HTML of its own, with paragraphs and all links. */
  complete(expanded: string): string {
    return this.#maker.finish(this, this.inline(expanded))
  }
}
