// The state of rendering one page to HTML.

import { displayTitleHtml } from '../../display-title.ts'
import { Expander } from '../../expand/expander.ts'
import type { PageContext, WikitextHost } from '../../host.ts'
import type { ModuleFault } from '../../lua/check-module.ts'
import { Frame } from '../../state/frame.ts'
import { type ExtensionTag, ParseState } from '../../state/parse-state.ts'
import { TemplateStore } from '../../state/template-store.ts'
import { escapeHtml } from '../../text.ts'
import { variantLanguage } from '../../variants/link-variant.ts'
import { PageVariant, type VariantWords } from '../../variants/page-variant.ts'
import { Footnotes, type WrittenRef } from './footnotes.ts'
import { SectionMarks } from './heading-marks.ts'
import { LinkHolders } from './link-holders.ts'
import { ownWords } from './own-words.ts'
import type { PageReader } from './reader.ts'
import { EditLinks, type FoundSection } from './sections.ts'

/** Expands templates and arguments in the context of a tag. */
export type ExpandHere = (text: string) => string

/** Conversion steps that need the state of a rendering. */
export interface HtmlMaker {
  /** Converts embedded expanded wikitext. */
  inline(rendering: Rendering, expanded: string): string
  /** Restores placeholders and builds paragraphs. */
  finish(rendering: Rendering, half: string): string
  /** Converts an extension tag. */
  tag(rendering: Rendering, tag: ExtensionTag, expand: ExpandHere): string
}

/** Display options beyond the text itself. */
export interface RenderOptions {
  /** Whether to add section edit links. */
  readonly editSections: boolean
  readonly tableOfContents: boolean
  /** Whether to append the limit report as a comment. */
  readonly limitReport: boolean
  /** Class of the outer element; none when empty. */
  readonly wrapper: string
  /** Default thumbnail width. */
  readonly thumbnailWidth: number
  /** Variant of the page's language to convert to; null for the text as written. */
  readonly variant: string | null
  /** Null for a reader who uses the wiki's content language. */
  readonly reader: PageReader | null
}

export const usualOptions: RenderOptions = {
  editSections: true,
  tableOfContents: true,
  limitReport: false,
  wrapper: 'mw-parser-output',
  thumbnailWidth: 300,
  variant: null,
  reader: null,
}

export interface VariantTitle {
  readonly html: string
  /** Whether a rule of the page replaces the title with its namespace. */
  readonly isWhole: boolean
}

export class Rendering {
  readonly host: WikitextHost
  readonly page: PageContext
  readonly options: RenderOptions
  /** Site, magic words, strip markers, and collected properties: links, files, categories. */
  readonly state: ParseState
  readonly expander: Expander
  /** Finished links, kept as placeholders until the end. */
  readonly links = new LinkHolders()
  /** Behaviour switches such as __NOTOC__, by ID. */
  readonly switches = new Set<string>()
  readonly reader: PageReader
  readonly marks: SectionMarks
  readonly editLinks = new EditLinks()
  sections: readonly FoundSection[] = []
  /** Whether the page has a table of contents, even if it is not shown. */
  showsContents = false
  /** The first syntax error of a module. */
  moduleFault: ModuleFault | null = null
  tableOfContents = ''
  /** Null for a language without variants. */
  readonly variant: PageVariant | null
  readonly footnotes = new Footnotes<WrittenRef | null>()
  /** HTML shown beside the title, by name. */
  readonly indicators = new Map<string, string>()
  /** Number of extension tags parsed so far. */
  tags = 0
  /** Number of bracketed URLs without a label, which are numbered. */
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
    const language = variantLanguage(host, page)
    this.variant = language === null ? null : this.#variantOf(language)
    this.reader = options.reader ?? { language: host.site.language, message: key => this.message(key) }
  }

  readonly variantWords = (): VariantWords => {
    const error = (key: string) => `<span class="error">${escapeHtml(this.message(key).replace('$1', '10'))}</span>`
    return { invalidRule: error('converter-manual-rule-error'), tooDeep: error('language-converter-depth-warning') }
  }

  #variantOf(language: string): PageVariant {
    const { variant } = this.options
    const { variants } = this.site
    return new PageVariant(
      variants,
      language,
      (variant === null ? null : variants.named(language, variant)) ?? language,
      this.variantWords,
      this.state.steps,
    )
  }

  /** The title of the page in the requested variant; null for a language without variants. */
  variantTitle(): VariantTitle | null {
    const { variant } = this
    if (variant === null) return null
    const { title } = variant
    if (title !== undefined && title !== null) {
      return { html: displayTitleHtml(title, this.host.freeDisplayTitle ?? false), isWhole: true }
    }
    const text = this.page.dbkey.replaceAll('_', ' ')
    return { html: escapeHtml(variant.convertPlain(text)), isWhole: false }
  }

  get site() {
    return this.host.site
  }

  /** Unparsed interface message in the content language, or our own text if there is none. */
  message(key: string): string {
    return this.host.message(key) ?? ownWords(key)
  }

  /** Expands templates and functions in a separate text. */
  expand(text: string): string {
    return this.expander.expandText(text, new Frame(this.page, null), false)
  }

  /** Converts embedded expanded wikitext such as a caption; placeholders stay. */
  inline(expanded: string): string {
    return this.#maker.inline(this, expanded)
  }

  /** Converts expanded wikitext to complete HTML with paragraphs and links. */
  complete(expanded: string): string {
    return this.#maker.finish(this, this.inline(expanded))
  }
}
