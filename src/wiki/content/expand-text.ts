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
    return untilNothingIsMissing(this.#host, () => expandWikitext(context, text, this.#host))
  }
}

/** Does some work again and again until the host had everything it was asked for. */
export async function untilNothingIsMissing<T>(host: DatabaseHost, work: () => T): Promise<T> {
  let result = work()
  for (let round = 0; round < MAX_ROUNDS && (await host.readNoted()); round++) result = work()
  return result
}
