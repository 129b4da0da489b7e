/** A small reader for a MediaWiki's API, used only to record its language tables. */

export class MediaWikiClient {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async ask<T>(parameters: Record<string, string>, address: Record<string, string> = {}): Promise<T> {
    const url = new URL(this.#url)
    for (const [name, value] of Object.entries(address)) url.searchParams.set(name, value)
    const body = new URLSearchParams({ format: 'json', formatversion: '2', ...parameters })
    const response = await fetch(url, { method: 'POST', body })
    if (!response.ok) throw new Error(`${url} answered ${response.status} to ${body}`)
    return (await response.json()) as T
  }

  /** Expands one piece of wikitext per item, in the language given. */
  async expand(language: string, items: readonly string[]): Promise<string[]> {
    // Pages of the MediaWiki namespace are in the language their subpage name says.
    const { expandtemplates } = await this.ask<{ expandtemplates: { wikitext: string } }>({
      action: 'expandtemplates',
      title: `MediaWiki:Sample/${language}`,
      text: items.map(item => `<${item}>`).join('\n'),
      prop: 'wikitext',
    })
    const lines = expandtemplates.wikitext.split('\n').map(line => line.replace(/^<|>$/g, ''))
    if (lines.length !== items.length)
      throw new Error(`${language}: ${lines.length} answers to ${items.length} samples`)
    return lines
  }
}
