import { direction } from '#languages/direction.ts'
import { encodeFragment } from '#wiki/site/urls.ts'
import { escapeHtml } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'
import type { ListedSection } from '../rendering/sections.ts'

/** Placeholder for the table until paragraphs are done. */
export const tocPlace = '<mw:tocplace></mw:tocplace>'

/** Minimum number of headings for an automatic table. */
export const fewestHeadings = 4

export function tableOfContents(rendering: Rendering, sections: readonly ListedSection[]): string {
  const { language } = rendering.reader
  const title = escapeHtml(rendering.reader.message('toc'))
  return (
    '<div id="toc" class="toc" role="navigation" aria-labelledby="mw-toc-heading">' +
    '<input type="checkbox" role="button" id="toctogglecheckbox" class="toctogglecheckbox" style="display:none" />' +
    `<div class="toctitle" lang="${escapeHtml(language)}" dir="${direction(language)}">` +
    `<h2 id="mw-toc-heading">${title}</h2><span class="toctogglespan">` +
    `<label class="toctogglelabel" for="toctogglecheckbox"></label></span></div>${list(sections)}</div>\n`
  )
}

function list(sections: readonly ListedSection[]): string {
  let html = ''
  let depth = 0
  for (const section of sections) {
    if (section.depth > depth) html += '\n<ul>\n'
    else html += `</li>\n${'</ul>\n</li>\n'.repeat(depth - section.depth)}`
    html += line(section)
    depth = section.depth
  }
  return `${html}</li>\n${'</ul>\n</li>\n'.repeat(Math.max(0, depth - 1))}</ul>\n`
}

function line({ depth, section, id, number, html }: ListedSection): string {
  const css = `toclevel-${depth}${section === null ? '' : ` tocsection-${section}`}`
  const text = `<span class="tocnumber">${number}</span> <span class="toctext">${html}</span>`
  return `<li class="${css}"><a href="#${escapeHtml(encodeFragment(id))}">${text}</a>`
}
