import { decodeCharacterReferences } from '../site/character-references.ts'
import type { ApiMessage, MessageParam } from './message.ts'
import { stripTags } from './strip-tags.ts'

/** Messages of one language by key, with fallbacks applied. */
export interface Wording {
  readonly language: string
  text(key: string): string | undefined
  /** The same message in the language of the wiki, which `{{MediaWiki:Key}}` stands for. */
  siteText?(key: string): string | undefined
  plural(n: number, forms: readonly string[]): string
  formatNumber(n: number): string
}

type Markup = 'plaintext' | 'wikitext' | 'html'

/** Renders a message. Texts are wikitext; without markup, `<var>`, `<kbd>` and the like become quotation marks. */
export function renderMessage(message: Pick<ApiMessage, 'key' | 'params'>, wording: Wording, markup: Markup): string {
  if (wording.language === 'qqx') return showKey(message, wording)
  const template = wording.text(message.key)
  if (template === undefined) return `⧼${message.key}⧽`
  const params = message.params.map(param => renderParam(param, wording, markup))
  const text = substitute(choosePlurals(withInner(template, wording), message.params, params, wording), params)
  return markup === 'plaintext' ? toPlainText(text) : markup === 'html' ? toHtml(text) : text
}

/** `uselang=qqx` shows message keys instead of texts. */
const showKey = ({ key, params }: Pick<ApiMessage, 'key' | 'params'>, wording: Wording): string => {
  const shown = params.map(param => renderParam(param, wording, 'plaintext'))
  return shown.length === 0 ? `(${key})` : `(${key}: ${shown.join(', ')})`
}

function renderParam(param: MessageParam, wording: Wording, markup: Markup): string {
  if (typeof param === 'string') return markup === 'html' ? escapeTags(param) : param
  if (typeof param === 'number') return String(param)
  if ('num' in param) return wording.formatNumber(param.num)
  if ('message' in param) return renderMessage(param.message, wording, markup)
  if ('plaintext' in param) return markup === 'html' ? escapeHtml(param.plaintext) : param.plaintext
  const items = Object.values(param.list).map(item => renderParam(item, wording, markup))
  return param.type === 'comma' ? items.join(separator(wording, 'comma-separator', ', ')) : joinAsText(items, wording)
}

/** Parameters are wikitext in which only basic tags are allowed. */
const escapeTags = (text: string): string =>
  text.replace(/<(?!\/?(?:b|i|em|strong|code|kbd|samp|var|nowiki|p|br|ul|li)\s*\/?>)/gi, '&lt;')

/** `a, b and c`, with the conjunction of the language. */
function joinAsText(items: readonly string[], wording: Wording): string {
  if (items.length < 2) return items.join('')
  const comma = separator(wording, 'comma-separator', ', ')
  const and = separator(wording, 'and', ' and') + separator(wording, 'word-separator', ' ')
  return `${items.slice(0, -1).join(comma)}${and}${items.at(-1)}`
}

/** Decodes the references used to keep leading and trailing spaces. */
const separator = (wording: Wording, key: string, otherwise: string): string =>
  wording.language === 'qqx' ? `(${key})` : (wording.text(key)?.replaceAll('&#32;', ' ') ?? otherwise)

/** `{{int:key|a}}` inserts another message with its own parameters, as does `{{MediaWiki:Key}}`. */
const withInner = (template: string, wording: Wording): string =>
  template.replace(
    /\{\{(int|MediaWiki):([\w-]+)((?:\|[^{}|]*)*)\}\}/g,
    (all, kind: string, name: string, given: string) => {
      const key = name.charAt(0).toLowerCase() + name.slice(1)
      const inner = (kind === 'MediaWiki' && wording.siteText?.(key)) || wording.text(key)
      return inner === undefined ? all : given === '' ? inner : substitute(inner, given.split('|').slice(1))
    },
  )

function choosePlurals(template: string, params: readonly MessageParam[], shown: readonly string[], wording: Wording) {
  return template.replace(
    /\{\{(PLURAL|GENDER):\$?(\d+)\|([^{}]*)\}\}/g,
    (_all, word: string, index: string, rest: string) => {
      const forms = rest.split('|')
      if (word === 'GENDER') return forms.at(-1)!
      const param = params[Number(index) - 1]
      const count =
        typeof param === 'object' && 'num' in param ? param.num : Number(shown[Number(index) - 1]?.replace(/\D/g, ''))
      return wording.plural(count, forms)
    },
  )
}

const substitute = (template: string, params: readonly string[]): string =>
  template.replace(/\$(\d)/g, (all, index: string) => params[Number(index) - 1] ?? all)

const toPlainText = (text: string): string =>
  decodeCharacterReferences(stripTags(text.replace(/<\/?(?:var|kbd|samp|code)>/g, '"')))
    .replace(/[ \t\r\n]+/g, ' ')
    .trim()

/** `[https://example.org/ words]` */
const EXTERNAL_LINK = /\[(https?:\/\/(?:[^\s<>"&[\]]|&amp;)+) ([^[\]\n]+)\]/g

const toHtml = (text: string): string =>
  text
    .replace(/<\/?nowiki>/g, '')
    .replace(/&#32;/g, ' ')
    .replace(/&(?!(?:#\d+|#x[\da-f]+|[a-z]\w*);)/gi, '&amp;')
    .replace(EXTERNAL_LINK, (_, url: string, words: string) => externalLink('text', url, words))
    .replace(/(?<!href=")https?:\/\/(?:[^\s<>"&]|&amp;)+/g, url => externalLink('free', url, url))
    .trim()

const externalLink = (kind: 'free' | 'text', url: string, words: string): string =>
  `<a rel="nofollow" class="external ${kind}" href="${url}">${words}</a>`

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, char => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]!)
