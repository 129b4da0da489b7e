import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { pageAddress } from '../../page-links.ts'
import { escapeHtml } from '../../text.ts'
import { linkContext } from '../links/link-context.ts'
import type { SectionSource } from '../rendering/heading-marks.ts'
import type { Rendering } from '../rendering/rendering.ts'

/** The edit link of a section. */
export function editSectionLink(rendering: Rendering, source: SectionSource, name: string): string {
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
