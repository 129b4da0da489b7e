import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { localUrl } from '#wiki/site/urls.ts'
import { escapeHtml } from '../../text.ts'
import type { Rendering } from '../rendering.ts'
import type { SectionSource } from './heading-marks.ts'

/** The link behind a heading by which its section is edited. */
export function editSectionLink(rendering: Rendering, source: SectionSource, name: string): string {
  const { site, reader } = rendering
  const section = `${source.isTemplate ? 'T-' : ''}${source.number}`
  const href = localUrl(site, source.page, `action=edit&section=${section}`)
  const hint = reader.message('editsectionhint').replaceAll('$1', () => decodeCharacterReferences(name))
  const label = escapeHtml(reader.message('editsection'))
  return (
    '<span class="mw-editsection"><span class="mw-editsection-bracket">[</span>' +
    `<a href="${escapeHtml(href)}" title="${escapeHtml(hint)}">${label}</a>` +
    '<span class="mw-editsection-bracket">]</span></span>'
  )
}
