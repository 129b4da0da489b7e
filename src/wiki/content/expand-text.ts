import type { Wiki } from '../wiki.ts'
import { expandWikitext } from '../wikitext/expand/expand-wikitext.ts'
import type { PageName } from './pages.ts'
import { DatabaseHost } from './wikitext-host.ts'

/** Templates can be nested this deep, and each level may bring new pages to light. */
const MAX_ROUNDS = 45

/** Expands templates and functions of texts, with the pages they need read as they turn up and kept for the next text. */
export class TextExpander {
  readonly #host: DatabaseHost

  private constructor(host: DatabaseHost) {
    this.#host = host
  }

  static async open(wiki: Wiki, now: number): Promise<TextExpander> {
    return new TextExpander(await DatabaseHost.open(wiki, now))
  }

  async expand(page: PageName, text: string): Promise<string> {
    const context = { ns: page.ns, dbkey: page.title }
    let expanded = expandWikitext(context, text, this.#host)
    for (let round = 0; round < MAX_ROUNDS && (await this.#host.readNoted()); round++) {
      expanded = expandWikitext(context, text, this.#host)
    }
    return expanded
  }
}
