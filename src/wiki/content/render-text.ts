import type { Wiki } from '../wiki.ts'
import { expandWikitext } from '../wikitext/expand/expand-wikitext.ts'
import type { PageContext } from '../wikitext/host.ts'
import { type RenderedPage, renderPage } from '../wikitext/html/render.ts'
import type { RenderOptions } from '../wikitext/html/rendering.ts'
import { untilNothingIsMissing } from './expand-text.ts'
import { readerOf } from './page-reader.ts'
import { DatabaseHost } from './wikitext-host.ts'

export interface TextToRender {
  readonly page: PageContext
  readonly text: string
  readonly model: string
}

/** Makes HTML of texts, with the pages they need read as they turn up and kept for the next text. */
export class TextRenderer {
  readonly #wiki: Wiki
  readonly #host: DatabaseHost
  readonly #language: string

  private constructor(wiki: Wiki, host: DatabaseHost, language: string) {
    this.#wiki = wiki
    this.#host = host
    this.#language = language
  }

  /** `language` is the reader's, in which the page's table of contents is headed. */
  static async open(wiki: Wiki, now: number, language: string): Promise<TextRenderer> {
    return new TextRenderer(wiki, await DatabaseHost.open(wiki, now), language)
  }

  async render({ page, text, model }: TextToRender, options: Partial<RenderOptions> = {}): Promise<RenderedPage> {
    const reader = await readerOf(this.#wiki, this.#host, this.#language)
    // Templates are read first, which takes several rounds; making HTML costs far more than expanding them.
    if (model === 'wikitext') await untilNothingIsMissing(this.#host, () => expandWikitext(page, text, this.#host))
    return untilNothingIsMissing(this.#host, () => renderPage(this.#host, page, text, { ...options, reader }, model))
  }
}
