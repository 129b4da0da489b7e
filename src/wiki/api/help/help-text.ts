import type { MessageParam } from '../../messages/message.ts'
import { renderMessage, type Wording } from '../../messages/render.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import { list, type Row } from '../result/shape.ts'
import type { HelpMessage } from './help-messages.ts'
import { blocks, inline, withoutOuterParagraph } from './message-html.ts'

type HelpFormat = 'raw' | 'wikitext' | 'html'

/** Renders help messages in the requested format and language. */
export class HelpText {
  readonly #format: HelpFormat
  readonly #wording: Wording
  readonly #site: Site

  constructor(format: HelpFormat, wording: Wording, site: Site) {
    this.#format = format
    this.#wording = wording
    this.#site = site
  }

  /** A single message, such as the description of an example. */
  one(message: HelpMessage): unknown {
    if (this.#format === 'raw') return raw(message)
    const text = this.wikitext(message)
    return this.#format === 'html' ? withoutOuterParagraph(blocks(text, this.#site)) : text
  }

  /** Messages that form one description: paragraphs, then enumeration values as a definition list. */
  many(messages: readonly HelpMessage[]): unknown {
    if (this.#format === 'raw') return list('message', messages.map(raw))
    const texts = messages.filter(message => message.forvalue === undefined).map(message => this.wikitext(message))
    const values = messages.filter(message => message.forvalue !== undefined)
    return this.#format === 'wikitext' ? this.#asWikitext(texts, values) : this.#asHtml(texts, values)
  }

  #asWikitext(texts: readonly string[], values: readonly HelpMessage[]): string {
    const entries = values.map(value => `;${term(value.forvalue!)}:${this.#valueText(value)}`)
    return [...texts, ...(entries.length > 0 ? [entries.join('\n')] : [])].join('\n\n')
  }

  #asHtml(texts: readonly string[], values: readonly HelpMessage[]): string {
    const parts = texts.map(text => blocks(text, this.#site)).filter(html => html !== '')
    if (values.length > 0) {
      const entries = values.map(value => {
        const name = inline(term(value.forvalue!), this.#site)
        return `<dt>${name}</dt>\n<dd>${inline(this.#valueText(value), this.#site)}</dd>`
      })
      parts.push(`<dl>${entries.join('\n')}</dl>`)
    }
    return parts.length === 1 ? withoutOuterParagraph(parts[0]!) : parts.join('\n')
  }

  #valueText(value: HelpMessage): string {
    if (!value.deprecated) return this.wikitext(value)
    const label = this.#wording.text('api-help-param-deprecated') ?? 'Deprecated.'
    return `<span class="apihelp-deprecated">${label}</span> ${this.wikitext(value)}`
  }

  /** The message in the reader's language, or the built-in text if it was not imported. */
  wikitext({ key, params, ownWords }: HelpMessage): string {
    const translated = this.#wording.text(key)
    if (this.#wording.language !== 'qqx' && (translated === undefined || translated === '' || translated === '-'))
      return ownWords
    // The renderer expects numbers as text.
    const shown = params.map(param => (typeof param === 'number' ? String(param) : param)) as MessageParam[]
    return this.#fillIn(renderMessage({ key, params: shown }, this.#wording, 'wikitext'))
  }

  /** Expands the few magic words used in these messages. */
  #fillIn(text: string): string {
    return text.replace(/\{\{(ns|int|MediaWiki):([^{}|]+)\}\}/g, (whole, word: string, name: string) => {
      if (name === 'Mainpage') return this.#site.mainPage
      if (word !== 'ns') return this.#wording.text(name[0]!.toLowerCase() + name.slice(1)) ?? whole
      const id = /^\d+$/.test(name) ? Number(name) : NS[name.toLowerCase() as keyof typeof NS]
      return id !== undefined && this.#site.namespaces.has(id) ? this.#site.namespaces.nameOf(id) : whole
    })
  }
}

const term = (value: string): string => `<span dir="ltr" lang="en">${value}</span>`

const raw = ({ key, params, forvalue }: HelpMessage): Row => ({
  key,
  params: list('param', [...params]),
  ...(forvalue !== undefined && { forvalue }),
})
