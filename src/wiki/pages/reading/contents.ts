import { Html, html, type Piece } from '#html/html.ts'
import type { ActionResults } from '../../actions/results.ts'
import type { Visit } from '../visit.ts'

type Parsed = ActionResults['parse']['parse']

/** Table of contents next to the text, if the text has one; on wide screens the one in the text is hidden. */
export function contents(visit: Visit, text: string, sections: Parsed['sections'] = []): Piece {
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

/** Language links, each with the language's own name. */
export function languages(visit: Visit, links: Parsed['langlinks'] = []): Piece {
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
