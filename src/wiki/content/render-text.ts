import type { Wiki } from '../wiki.ts'
import type { PageContext } from '../wikitext/host.ts'
import { type RenderedPage, renderPage } from '../wikitext/html/render.ts'
import type { RenderOptions } from '../wikitext/html/rendering.ts'
import { untilNothingIsMissing } from './expand-text.ts'
import { DatabaseHost } from './wikitext-host.ts'

/** Makes HTML of texts, with the pages they need read as they turn up and kept for the next text. */
export class TextRenderer {
  readonly #host: DatabaseHost

  private constructor(host: DatabaseHost) {
    this.#host = host
  }

  static async open(wiki: Wiki, now: number): Promise<TextRenderer> {
    return new TextRenderer(await DatabaseHost.open(wiki, now))
  }

  async render(page: PageContext, text: string, options: Partial<RenderOptions> = {}): Promise<RenderedPage> {
    return untilNothingIsMissing(this.#host, () => renderPage(this.#host, page, text, options))
  }
}
