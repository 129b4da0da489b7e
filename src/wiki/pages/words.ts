import { escapeHtml, Html, html, type Piece } from '#html/html.ts'
import { latinNumber } from '#languages/number-format.ts'
import { fallbackChain } from '#languages/wiki-languages.ts'
import { LocalMessages } from '../content/local-messages.ts'
import type { Wording } from '../messages/render.ts'
import { wordingOf } from '../messages/wording.ts'
import { decodeCharacterReferences } from '../site/character-references.ts'
import { parseTitle } from '../site/titles.ts'
import { localUrl } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'

/** Value for `$1`: text, a number to be formatted, or HTML. */
export type WordParam = string | number | Html

const TEMPLATE = /\{\{([^{}]*)\}\}/g
/** Maximum nesting of messages. */
const DEEPEST = 5
const TAGS = 'strong|em|b|i|u|s|small|big|code|kbd|samp|var|br|p|div|span|sup|sub|del|ins|ul|ol|li|blockquote|nowiki'
const TAG = new RegExp(`&lt;(/?(?:${TAGS}))\\s*/?&gt;`, 'g')

/**
 * Interface messages in the reader's language, as customised by this wiki. Supports `$1`, plurals, genders, names and
 * inline markup; anything beyond that needs the parser (`Visit.parsed`).
 */
export class Words {
  readonly language: string
  readonly #wiki: Wiki
  readonly #wording: Wording
  readonly #local: LocalMessages

  static async open(wiki: Wiki, language: string): Promise<Words> {
    return new Words(wiki, await wordingOf(wiki.messages, language), await LocalMessages.open(wiki))
  }

  private constructor(wiki: Wiki, wording: Wording, local: LocalMessages) {
    this.#wiki = wiki
    this.#wording = wording
    this.#local = local
    this.language = wording.language
  }

  /** Source of a message; undefined if there is none. */
  source(key: string): string | undefined {
    if (this.language === 'qqx') return `(${key})`
    for (const code of fallbackChain(this.language)) {
      const own = this.#local.text(key, code)
      if (own !== undefined) return own
      if (code === this.language && this.#wording.text(key) !== undefined) break
    }
    return this.#wording.text(key) ?? this.#local.text(key, this.#wiki.site.language)
  }

  /** Message in the wiki's own language, for the sidebar and notices. A dash or an empty text means none. */
  own(key: string): string | undefined {
    const text = this.#local.text(key, this.#wiki.site.language)
    return text?.trim() === '-' || text?.trim() === '' ? undefined : text
  }

  /** Whether the message exists and is not disabled with a dash. */
  has(key: string): boolean {
    const text = this.source(key)
    return text !== undefined && text !== '' && text !== '-'
  }

  /** A message as plain text. */
  text(key: string, ...params: readonly WordParam[]): string {
    const filled = this.#expanded(key, params).replace(/\$(\d)/g, (all, at: string) => {
      const param = params[Number(at) - 1]
      return param === undefined ? all : this.#shown(param)
    })
    return decodeCharacterReferences(filled.replace(/'{2,5}|<[^<>]*>/g, ''))
  }

  /** A message with inline markup. */
  html(key: string, ...params: readonly WordParam[]): Html {
    const raw = (text: string): string =>
      text.replace(/\$(\d)/g, (all, at: string) => {
        const param = params[Number(at) - 1]
        return param === undefined || param instanceof Html ? all : String(param)
      })
    const text = escapeHtml(this.#expanded(key, params))
      .replace(/&amp;(#?\w+;)/g, '&$1')
      .replace(TAG, '<$1>')
      .replace(/<\/?nowiki>/g, '')
      .replace(/&#39;&#39;&#39;(.+?)&#39;&#39;&#39;/g, '<strong>$1</strong>')
      .replace(/&#39;&#39;(.+?)&#39;&#39;/g, '<em>$1</em>')
      .replace(/\[\[:?([^[\]|]+)(?:\|([^[\]]+))?\]\]/g, (_all, target: string, shown?: string) =>
        this.#link(decodeCharacterReferences(raw(target)), shown ?? target),
      )
      .replace(/\[((?:https?:\/\/|\/|\$\d)[^\s[\]]*) ([^[\]]+)\]/g, (all, target: string, shown: string) => {
        const address = decodeCharacterReferences(raw(target))
        return /^(?:https?:\/\/|\/(?!\/))/.test(address) ? `<a href="${escapeHtml(address)}">${shown}</a>` : all
      })
    return new Html(
      text.replace(/\$(\d)/g, (all, at: string) => {
        const param = params[Number(at) - 1]
        return param === undefined ? all : param instanceof Html ? param.text : escapeHtml(this.#shown(param))
      }),
    )
  }

  /** In the digits of dates and of the site's layout, which are Latin in Arabic and Hindi. */
  number(value: number): string {
    return latinNumber(this.language, value) ?? this.#wording.formatNumber(value)
  }

  /** Joins items with the comma of the language. */
  list(items: readonly Piece[]): Html {
    const comma = this.text('comma-separator')
    return html`${items.map((item, i) => [i > 0 && comma, item])}`
  }

  parentheses(piece: Piece): Html {
    return this.html('parentheses', html`${piece}`)
  }

  #shown(param: WordParam): string {
    if (param instanceof Html) return param.text
    return typeof param === 'number' ? this.number(param) : param
  }

  #link(target: string, shown: string): string {
    const { site } = this.#wiki
    const title = parseTitle(site, target)
    if ('invalid' in title) return shown
    const dbkey = title.ns === -1 ? site.specialPages.localise(title.dbkey) : title.dbkey
    return html`<a href="${localUrl(site, { ...title, dbkey })}">${new Html(shown)}</a>`.text
  }

  #expanded(key: string, params: readonly WordParam[], depth = 0): string {
    if (this.language === 'qqx')
      return params.length === 0 ? `(${key})` : `(${key}: ${params.map((_, i) => `$${i + 1}`).join(', ')})`
    let text = this.source(key) ?? `⧼${key}⧽`
    for (let round = 0; round < DEEPEST && text.includes('{{'); round++)
      text = text.replace(TEMPLATE, (_all, inside: string) => this.#template(inside, params, depth))
    return text
  }

  #template(inside: string, params: readonly WordParam[], depth: number): string {
    const [head = '', ...rest] = inside.split('|')
    const [, name = '', subject = ''] = /^\s*([^:]*?)\s*(?::\s*(.*?)\s*)?$/s.exec(head) ?? []
    const placeholder = /^\$(\d)$/.exec(subject)
    const param = placeholder ? params[Number(placeholder[1]) - 1] : undefined
    const value = param === undefined || param instanceof Html ? subject : param
    const { site, genders } = this.#wiki
    switch (name.toLowerCase()) {
      case 'plural':
        return this.#wording.plural(Number(String(value).replace(/[^\d.-]/g, '')) || 0, rest)
      case 'gender': {
        const gender = genders.ofPage(String(value))
        return rest[{ male: 0, female: 1, unknown: 2 }[gender]] ?? rest[0] ?? ''
      }
      case 'sitename':
        return site.name
      case 'int':
      case 'mediawiki':
        return depth < DEEPEST
          ? this.#expanded(subject.charAt(0).toLowerCase() + subject.slice(1), params, depth + 1)
          : ''
      case 'grammar':
        return rest[0] ?? ''
      case 'ns':
        return site.namespaces.has(Number(subject)) ? site.namespaces.nameOf(Number(subject)) : subject
      case 'formatnum':
        return typeof value === 'number' ? this.number(value) : String(value)
      case 'fullurl':
      case 'localurl':
      case 'canonicalurl': {
        const title = parseTitle(site, String(value))
        return 'invalid' in title ? '' : localUrl(site, title, rest[0] ?? '')
      }
      default:
        return ''
    }
  }
}
