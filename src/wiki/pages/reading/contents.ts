import { Html, html, type Piece } from '#html/html.ts'
import type { Visit } from '../visit.ts'

/** A section as returned by `action=parse`. */
export interface Section {
  readonly toclevel: number
  readonly line: string
  readonly number: string
  readonly anchor: string
}

/** Table of contents next to the text, if the text has one; on wide screens the one in the text is hidden. */
export function contents(visit: Visit, text: string, sections: readonly Section[]): Piece {
  if (!/<div id="toc"/.test(text) || sections.length === 0) return null
  const { words } = visit
  const items = sections.map(
    ({ toclevel, line, anchor }) =>
      html`<li class="level-${Math.min(toclevel, 6)}"><a href="#${anchor}">${new Html(line)}</a></li>`,
  )
  const heading = html`<h2 id="contents-heading">${words.text('toc')}</h2>`
  const top = html`<li class="level-1"><a href="#content">${visit.reader.t('wiki.beginning')}</a></li>`
  return html`<nav class="contents" aria-labelledby="contents-heading">${heading}<ul>${top}${items}</ul></nav>`
}

interface LanguageLink {
  readonly lang: string
  readonly url: string
  readonly autonym?: string
  readonly langname?: string
  readonly title?: string
}

/** Language links, each with the language's own name. */
export function languages(visit: Visit, links: readonly LanguageLink[]): Piece {
  if (links.length === 0) return null
  const items = links.map(
    ({ lang, url, autonym, langname, title }) =>
      html`<li><a href="${url}" lang="${lang}" hreflang="${lang}" title="${title ?? ''}${
        langname ? ` – ${langname}` : ''
      }"><bdi>${autonym || langname || lang}</bdi></a></li>`,
  )
  const heading = html`<h2 id="portlet-languages">${visit.words.text('otherlanguages')}</h2>`
  return html`<nav class="portlet" aria-labelledby="portlet-languages">${heading}<ul>${items}</ul></nav>`
}
