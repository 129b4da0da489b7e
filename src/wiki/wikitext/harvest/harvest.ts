// Extracts everything that MediaWiki's link tables hold from the wikitext of a page.

import { CITE_ERROR_CATEGORY, citeWording } from '../cite-wording.ts'
import { Expander } from '../expand/expander.ts'
import { extensionTag } from '../extensions/index.ts'
import { keepPageImage } from '../extensions/page-images.ts'
import { tagCall } from '../extensions/tag-call.ts'
import type { PageContext, WikitextHost } from '../host.ts'
import { MODULE_MODEL, moduleDocumentation } from '../module-documentation.ts'
import { trackedFault } from '../module-syntax.ts'
import { markQuotes } from '../quotes.ts'
import { redirectOf } from '../redirect.ts'
import { scriptRedirectOf } from '../script-redirect.ts'
import { Frame } from '../state/frame.ts'
import { UncertainLimit } from '../state/limits.ts'
import type { Found } from '../state/output.ts'
import { type ExtensionTag, ParseState } from '../state/parse-state.ts'
import { RememberedExpansions } from '../state/remembered.ts'
import { TemplateStore } from '../state/template-store.ts'
import { langconvertTarget } from '../variants/langconvert.ts'
import { reduceBlocks } from './blocks.ts'
import { recordFreeLinks, takeBracketedLinks, trackMagicLinks } from './external-links.ts'
import { recordGallery } from './image-options.ts'
import { readInternalLinks } from './internal-links.ts'
import { References, readAttributes, trackExtends } from './references.ts'
import { reduceTags } from './sanitize.ts'
import { trackSwitches } from './track-switches.ts'

export interface Harvest extends Found {
  redirect: { ns: number; dbkey: string; interwiki: string; fragment: string } | null
  /** Number of module calls on the page, including its templates. */
  usesInvoke: number
}

/** Tags with wikitext content. */
/** As when the page is shown. */
const maxTags = 10_000

/** Content models other than wikitext that MediaWiki parses for links. */
const readModels = new Set(['javascript', 'css'])

/** Extracts links from pages of one wiki; templates stay preprocessed between pages. */
export class Harvester {
  readonly #host: WikitextHost
  readonly #templates: TemplateStore
  readonly #remembered = new RememberedExpansions()

  constructor(host: WikitextHost) {
    this.#host = host
    this.#templates = new TemplateStore(host)
  }

  harvest(page: PageContext, text: string, contentModel = 'wikitext'): Harvest {
    try {
      return this.#read(page, text, contentModel, this.#remembered)
    } catch (error) {
      if (!(error instanceof UncertainLimit)) throw error
      return this.#read(page, text, contentModel, null)
    }
  }

  #read(page: PageContext, text: string, contentModel: string, remembered: RememberedExpansions | null): Harvest {
    const reading = new PageReading(this.#host, page, this.#templates, remembered)
    if (contentModel === MODULE_MODEL) reading.runModule(this.#host, text)
    else if (contentModel === 'wikitext') reading.run(text, true)
    else if (readModels.has(contentModel)) reading.runScript(text, contentModel)
    return reading.result()
  }

  /** Call after a page that others may include has changed. */
  forgetTemplates(): void {
    this.#templates.forget()
    this.#remembered.clear()
  }
}

class PageReading {
  readonly #state: ParseState
  readonly #expander: Expander
  readonly #references: References
  #redirect: Harvest['redirect'] = null
  #tags = 0

  constructor(
    host: WikitextHost,
    page: PageContext,
    templates: TemplateStore,
    remembered: RememberedExpansions | null,
  ) {
    this.#state = new ParseState(host, page, templates, (_, tag, expand) => this.#tag(tag, expand), remembered)
    this.#expander = new Expander(this.#state)
    this.#references = new References(
      text => this.#readApart(text),
      () => this.#state.output.addTrackingCategory(CITE_ERROR_CATEGORY, citeWording[CITE_ERROR_CATEGORY]),
    )
  }

  run(text: string, mayRedirect: boolean): void {
    const { output } = this.#state
    const redirect = mayRedirect ? redirectOf(this.#state.site, text) : null
    if (redirect) {
      const { ns, dbkey, interwiki, fragment } = redirect.title
      this.#redirect = { ns, dbkey, interwiki, fragment }
      output.addLink(redirect.title)
    }
    this.#read(this.#expander.expandPage(redirect ? redirect.rest : text))
    this.#references.finish()
    trackSwitches(this.#state)
  }

  /** A script redirect is not a link; links come from the text. */
  runScript(text: string, model: string): void {
    const title = scriptRedirectOf(this.#state.site, text, model)
    if (title) {
      const { ns, dbkey, interwiki, fragment } = title
      this.#redirect = { ns, dbkey, interwiki, fragment }
    }
    this.run(text, false)
  }

  /** Parses only the documentation of a module, which counts as transcluded so that the page is refreshed with it. */
  runModule(host: WikitextHost, text: string): void {
    trackedFault(this.#state, text)
    const documentation = moduleDocumentation(host, this.#state.page)
    if (documentation === null) return
    this.#state.output.templates.add(documentation.ns, documentation.dbkey)
    this.run(documentation.wikitext, false)
  }

  /** Extracts links from expanded text and returns the text without them. */
  #read(expanded: string): string {
    const state = this.#state
    state.steps.read(expanded, 15)
    let text = reduceTags(expanded)
    text = reduceBlocks(text)
    text = state.words.takeSwitches(text, id => state.output.properties.set(id, ''))
    text = readInternalLinks(state, text)
    text = takeBracketedLinks(state, markQuotes(text))
    recordFreeLinks(state, text)
    trackMagicLinks(state, text)
    return text
  }

  /** Parses separate text, without the arguments of an enclosing template. */
  #readApart(text: string): void {
    this.#read(this.#expander.expandText(text, new Frame(this.#state.page, null), false))
  }

  #tag(tag: ExtensionTag, expand: (text: string) => string): string {
    const { strip } = this.#state
    switch (tag.name) {
      case 'nowiki':
        return strip.addNowiki(tag.inner ?? '')
      case 'ref':
        this.#addRef(tag)
        break
      case 'references':
        this.#references.addReferences(readAttributes(tag.attributes), () => this.#readApart(tag.inner ?? ''))
        break
      case 'langconvert':
        if (tag.inner && langconvertTarget(this.#state.site.variants, readAttributes(tag.attributes)))
          this.#read(expand(tag.inner))
        break
      case 'gallery':
        recordGallery(this.#state, tag.inner ?? '', caption => this.#read(expand(caption)))
        break
      case 'indicator':
        if (tag.inner) this.#read(expand(tag.inner))
        break
      case 'pre':
        break
      default:
        this.#extensionTag(tag, expand)
    }
    return strip.add(tag.name)
  }

  #addRef({ attributes, inner }: ExtensionTag): void {
    const read = readAttributes(attributes)
    trackExtends(this.#state.output, read)
    this.#references.addRef(read, inner)
  }

  #extensionTag(tag: ExtensionTag, expand: (text: string) => string): void {
    const extension = extensionTag(tag.name)
    if (++this.#tags > maxTags) return
    const read = (expanded: string): string => {
      this.#read(expanded)
      return ''
    }
    const call = tagCall({ state: this.#state, expand, inline: read, complete: read }, tag)
    if (extension.links) extension.links(call)
    else extension.html(call)
  }

  result(): Harvest {
    const { output } = this.#state
    keepPageImage(this.#state)
    return { ...output.found(), redirect: this.#redirect, usesInvoke: output.invocations }
  }
}
