// From the wikitext of a page to everything MediaWiki keeps about it in its link tables.

import { Expander } from '../expand/expander.ts'
import type { PageContext, WikitextHost } from '../host.ts'
import { MODULE_MODEL, moduleDocumentation } from '../module-documentation.ts'
import { markQuotes } from '../quotes.ts'
import { redirectOf } from '../redirect.ts'
import { scriptRedirectOf } from '../script-redirect.ts'
import { Frame } from '../state/frame.ts'
import { UncertainLimit } from '../state/limits.ts'
import type { Found } from '../state/output.ts'
import { type ExtensionTag, ParseState } from '../state/parse-state.ts'
import { RememberedExpansions } from '../state/remembered.ts'
import { TemplateStore } from '../state/template-store.ts'
import { reduceBlocks } from './blocks.ts'
import { recordFreeLinks, takeBracketedLinks } from './external-links.ts'
import { recordGallery } from './image-options.ts'
import { readInternalLinks } from './internal-links.ts'
import { References, readAttributes } from './references.ts'
import { reduceTags } from './sanitize.ts'
import { trackSwitches } from './track-switches.ts'

export interface Harvest extends Found {
  redirect: { ns: number; dbkey: string; interwiki: string; fragment: string } | null
  /** How many times the page, with its templates, calls a module. */
  usesInvoke: number
}

/** Tags whose content is read like the page's own text. */
const parsedTags = new Set(['indicator', 'poem', 'tabber', 'tab'])

/** Content models besides wikitext whose text MediaWiki searches for links. */
const readModels = new Set(['javascript', 'css'])

/** Harvests pages of one wiki; templates stay preprocessed from page to page. */
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
    if (contentModel === MODULE_MODEL) reading.runModule(this.#host)
    else if (contentModel === 'wikitext') reading.run(text, true)
    else if (readModels.has(contentModel)) reading.runScript(text, contentModel)
    return reading.result()
  }

  /** To be called after a page changed that others may include. */
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
      () => this.#state.output.addTrackingCategory('cite-tracking-category-cite-error'),
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

  /** Where it leads is no link of it: the text is read for those. */
  runScript(text: string, model: string): void {
    const title = scriptRedirectOf(this.#state.site, text, model)
    if (title) {
      const { ns, dbkey, interwiki, fragment } = title
      this.#redirect = { ns, dbkey, interwiki, fragment }
    }
    this.run(text, false)
  }

  /** Of a module only the documentation is read; the page is made anew with it, so that it counts as included. */
  runModule(host: WikitextHost): void {
    const documentation = moduleDocumentation(host, this.#state.page)
    if (documentation === null) return
    this.#state.output.templates.add(documentation.ns, documentation.dbkey)
    this.run(documentation.wikitext, false)
  }

  /** Expanded text: what is left to find are the links in it. Gives back the text without them. */
  #read(expanded: string): string {
    const state = this.#state
    state.steps.read(expanded, 15)
    let text = reduceTags(expanded)
    text = reduceBlocks(text)
    text = state.words.takeSwitches(text, id => state.output.properties.set(id, ''))
    text = readInternalLinks(state, text)
    text = takeBracketedLinks(state, markQuotes(text))
    recordFreeLinks(state, text)
    return text
  }

  /** Text of its own, without the arguments of the template it may come from. */
  #readApart(text: string): void {
    this.#read(this.#expander.expandText(text, new Frame(this.#state.page, null), false))
  }

  #tag(tag: ExtensionTag, expand: (text: string) => string): string {
    const { strip } = this.#state
    switch (tag.name) {
      case 'nowiki':
        return strip.addNowiki(tag.inner ?? '')
      case 'ref':
        this.#references.addRef(readAttributes(tag.attributes), tag.inner)
        break
      case 'references':
        this.#references.addReferences(readAttributes(tag.attributes), () => this.#readApart(tag.inner ?? ''))
        break
      case 'gallery':
        recordGallery(this.#state, tag.inner ?? '', caption => this.#read(expand(caption)))
        break
      default:
        if (parsedTags.has(tag.name) && tag.inner) this.#read(expand(tag.inner))
    }
    return strip.add(tag.name)
  }

  result(): Harvest {
    const { output } = this.#state
    return { ...output.found(), redirect: this.#redirect, usesInvoke: output.invocations }
  }
}
