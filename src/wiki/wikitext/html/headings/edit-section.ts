import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { pageAddress } from '../../page-links.ts'
import { escapeHtml } from '../../text.ts'
import { linkContext } from '../links/link-context.ts'
import type { Rendering } from '../rendering.ts'
import type { SectionSource } from './heading-marks.ts'

/** Stands behind a heading until the page is finished: what the link says is not part of the text. */
const place = (index: number): string => `<mw:editsection n="${index}"></mw:editsection>`
const placed = /<mw:editsection n="(\d+)"><\/mw:editsection>/g

/** Links by which sections are edited, each behind its heading. */
export class EditLinks {
  readonly #links: { readonly source: SectionSource; readonly name: string }[] = []

  add(source: SectionSource, name: string): string {
    return place(this.#links.push({ source, name }) - 1)
  }

  put(rendering: Rendering, html: string): string {
    if (this.#links.length === 0) return html
    return html.replace(placed, (_, index: string) => {
      const link = this.#links[Number(index)]
      return link ? editSectionLink(rendering, link.source, link.name) : ''
    })
  }
}

function editSectionLink(rendering: Rendering, source: SectionSource, name: string): string {
  const { reader } = rendering
  const section = `${source.isTemplate ? 'T-' : ''}${source.number}`
  const href = pageAddress(linkContext(rendering), source.page, `action=edit&section=${section}`)
  const hint = reader.message('editsectionhint').replaceAll('$1', () => decodeCharacterReferences(name))
  const label = escapeHtml(reader.message('editsection'))
  return (
    '<span class="mw-editsection"><span class="mw-editsection-bracket">[</span>' +
    `<a href="${escapeHtml(href)}" title="${escapeHtml(hint)}">${label}</a>` +
    '<span class="mw-editsection-bracket">]</span></span>'
  )
}
