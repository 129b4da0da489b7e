/** A minimal MediaWiki API client for recording language tables. */

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
    if (!response.ok) throw new Error(`${url} responded with ${response.status} to ${body}`)
    return (await response.json()) as T
  }

  /** Expands each item as wikitext in the given language. */
  async expand(language: string, items: readonly string[]): Promise<string[]> {
    // The subpage name of a page in the MediaWiki namespace determines its language.
    const { expandtemplates } = await this.ask<{ expandtemplates: { wikitext: string } }>({
      action: 'expandtemplates',
      title: `MediaWiki:Sample/${language}`,
      text: items.map(item => `<${item}>`).join('\n'),
      prop: 'wikitext',
    })
    const lines = expandtemplates.wikitext.split('\n').map(line => line.replace(/^<|>$/g, ''))
    if (lines.length !== items.length)
      throw new Error(`${language}: got ${lines.length} results for ${items.length} samples`)
    return lines
  }
}
