// Pre-save transform: signatures, substitution, and the pipe trick.
import { prefixedText } from '#wiki/site/title-format.ts'
import { Expander } from './expand/expander.ts'
import type { PageContext, WikitextHost } from './host.ts'
import { ParseState } from './state/parse-state.ts'
import { TemplateStore } from './state/template-store.ts'
import { trimEnd } from './text.ts'

export interface Signature {
  /** For `~~~`: wikitext with links to the author. */
  readonly author: string
  /** For `~~~~~`. */
  readonly time: string
}

export function preSave(page: PageContext, text: string, host: WikitextHost, signature: Signature): string {
  const state = new ParseState(host, page, new TemplateStore(host), (own, tag) => own.strip.addWritten(tag.name, ''))
  state.saving = true
  const expanded = new Expander(state).expandPage(text.replaceAll('\r\n', '\n'))
  const signed = expanded.replace(/~~~~~|~~~~|~~~/g, mark =>
    mark.length === 5 ? signature.time : mark.length === 4 ? `${signature.author} ${signature.time}` : signature.author,
  )
  const linked = completeLinks(signed, prefixedText(host.site, page.ns, page.dbkey))
  return trimEnd(state.strip.restoreWritten(linked))
}

/** Title characters, and the optional prefix of a name: a namespace, another wiki, a colon. */
const letter = '[ %!"$&\'()*,\\-./0-9:;=?@A-Z\\\\^_`a-z~\\u0080-\\u{10ffff}+]'
const prefix = '(:?[ _0-9A-Za-z\\u0080-\\u{10ffff}-]+:|:|)'

/** A name with a disambiguator: `(planet)`, `（行星）`, `, Ohio`. */
const withAddition = [
  new RegExp(`^${prefix}(${letter}+?)( ?\\(${letter}+\\))$`, 'u'),
  new RegExp(`^${prefix}(${letter}+?)( ?（${letter}+）)$`, 'u'),
  new RegExp(`^${prefix}(${letter}+?)((?: ?\\(${letter}+\\)|)(?:(?:, |，|، )${letter}+|))$`, 'u'),
]
const ownAddition = [
  new RegExp(`^([ _0-9A-Za-z\\u0080-\\u{10ffff}-]+:|)${letter}+?( \\(${letter}+\\))$`, 'u'),
  new RegExp(`^([ _0-9A-Za-z\\u0080-\\u{10ffff}-]+:|)${letter}+?(, ${letter}+|)$`, 'u'),
]
/** Titles are shorter, so longer text is not searched. */
const unlabelled = /\[\[([^[\]|\n]{1,600})\|\]\]/g
const reversed = /\[\[\|([^[\]|\n]{1,600})\]\]/g
const isTitleText = new RegExp(`^${letter}+$`, 'u')

/**
 * Completes `[[Mars (planet)|]]` to `[[Mars (planet)|Mars]]`; `[[|Moon]]` takes the disambiguator from the page title.
 */
function completeLinks(text: string, ownTitle: string): string {
  const own = ownAddition.map(pattern => pattern.exec(ownTitle)).find(match => match !== null)
  return text
    .replace(unlabelled, (all, target: string) => {
      const match = withAddition.map(pattern => pattern.exec(target)).find(found => found !== null)
      return match ? `[[${target}|${match[2]}]]` : all
    })
    .replace(reversed, (all, name: string) => {
      if (!isTitleText.test(name)) return all
      return own && `${own[1]}${own[2]}` !== '' ? `[[${own[1]}${name}${own[2]}|${name}]]` : `[[${name}]]`
    })
}
