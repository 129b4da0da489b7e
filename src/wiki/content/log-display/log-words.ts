import { listToText } from '#languages/list-format.ts'
import { choosePlural } from '#languages/message-plural.ts'
import type { Wording } from '../../messages/render.ts'
import type { Gender } from '../../site/namespaces.ts'

/** A message parameter: text, a number, or ready-made HTML. */
export type WordParam = string | number | { readonly html: string }

const CHOICE = /\{\{(PLURAL|GENDER):([^{}|]*)\|([^{}]*)\}\}/g
const MARKS: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' }

/** Entities in a message are kept, as in MediaWiki. */
export const escapeText = (text: string): string =>
  text.replace(/&(?!#?\w+;)/g, '&amp;').replace(/[<>"']/g, mark => MARKS[mark]!)

/** Interface messages for log entries, in the reader's language. */
export class LogWords {
  readonly #wording: Wording
  readonly #genderOf: (name: string) => Gender

  constructor(wording: Wording, genderOf: (name: string) => Gender) {
    this.#wording = wording
    this.#genderOf = genderOf
  }

  has(key: string): boolean {
    return this.#showsKeys || this.#wording.text(key) !== undefined
  }

  /** `uselang=qqx` shows message keys instead of texts. */
  get #showsKeys(): boolean {
    return this.#wording.language === 'qqx'
  }

  /** A message as plain text. */
  text(key: string, ...params: readonly (string | number)[]): string {
    return this.#fill(key, params, text => text)
  }

  /** A message as HTML: only HTML parameters contribute markup. */
  html(key: string, ...params: readonly WordParam[]): string {
    return this.#fill(key, params, escapeText)
  }

  /** `a, b and c` */
  list(items: readonly string[]): string {
    return listToText(items, {
      comma: this.text('comma-separator'),
      and: this.text('and'),
      word: this.text('word-separator'),
    })
  }

  number(value: number): string {
    return this.#wording.formatNumber(value)
  }

  #fill(key: string, params: readonly WordParam[], show: (text: string) => string): string {
    const shown = params.map((_param, index) => `$${index + 1}`).join(', ')
    const template = this.#showsKeys
      ? `(${key}${shown === '' ? '' : `: ${shown}`})`
      : this.#choose(this.#template(key), params)
    return template
      .split(/(\$\d)/)
      .map(part => {
        const param = /^\$\d$/.test(part) ? params[Number(part[1]) - 1] : undefined
        if (param === undefined) return show(part)
        if (typeof param === 'object') return param.html
        return show(typeof param === 'number' ? this.number(param) : param)
      })
      .join('')
  }

  /** Decodes the references used to keep leading and trailing spaces. */
  #template(key: string): string {
    const text = this.#wording.text(key) ?? `⧼${key}⧽`
    return text.replace(/&#32;|&nbsp;|&#160;/g, blank => (blank === '&#32;' ? ' ' : '\u00a0'))
  }

  #choose(template: string, params: readonly WordParam[]): string {
    return template.replace(CHOICE, (_all, word: string, subject: string, rest: string) => {
      const forms = rest.split('|')
      const param = params[Number(/^\$(\d)$/.exec(subject)?.[1] ?? 0) - 1]
      const value = typeof param === 'object' ? '' : (param ?? subject)
      if (word === 'PLURAL') return choosePlural(this.#wording.language, value, forms)
      const at = { male: 0, female: 1, unknown: 2 }[this.#genderOf(String(value))]
      return forms[at] ?? forms[0]!
    })
  }
}
