import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { pageAddress } from '../../page-links.ts'
import { escapeHtml } from '../../text.ts'
import { keepTogether } from '../../tidy/paragraphs.ts'
import { linkContext } from '../links/link-context.ts'
import type { SectionSource } from '../rendering/heading-marks.ts'
import type { Rendering } from '../rendering/rendering.ts'

/** The edit link of a section. */
export function editSectionLink(rendering: Rendering, source: SectionSource, name: string): string {
  const { reader } = rendering
  const context = linkContext(rendering)
  const section = `${source.isTemplate ? 'T-' : ''}${source.number}`
  const href = pageAddress(context, source.page, `action=edit&section=${section}`)
  const shown = rendering.variant?.convert(name) ?? name
  const hint = reader.message('editsectionhint').replaceAll('$1', () => decodeCharacterReferences(keepTogether(shown)))
  const label = escapeHtml(reader.message('editsection'))
  const css = context.linkState(source.page.ns, source.page.dbkey) === 'redirect' ? ' class="mw-redirect"' : ''
  return (
    '<span class="mw-editsection"><span class="mw-editsection-bracket">[</span>' +
    `<a href="${escapeHtml(href)}"${css} title="${escapeHtml(hint).replaceAll('\n', '&#10;')}">${label}</a>` +
    '<span class="mw-editsection-bracket">]</span></span>'
  )
}
