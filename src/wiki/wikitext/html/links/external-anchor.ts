import { protocolsOf } from '../../harvest/protocols.ts'
import { linkRelation } from '../../sanitize/link-relation.ts'
import { escapeHtml } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'

/** A link to another site; `kind` is the CSS class for the way it was written. */
export function externalAnchor({ site, page, variant }: Rendering, url: string, kind: string, html: string): string {
  // Addresses are not converted to another script.
  const isAddress = kind === 'free' || protocolsOf(site).atStart.test(html)
  const shown = variant !== null && isAddress && !/-\{|\}-/.test(html) ? `-{R|${html}}-` : html
  const relation = linkRelation(site, page.ns, url)
  const rel = relation === '' ? '' : `rel="${relation}" `
  return `<a ${rel}class="external ${kind}" href="${escapeHtml(url)}">${shown}</a>`
}
