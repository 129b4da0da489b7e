import { escapeHtml } from '../../text.ts'
import { linkRelation } from '../images/link-relation.ts'
import type { Rendering } from '../rendering/rendering.ts'

/** A link to another site; `kind` is the CSS class for the way it was written. */
export function externalAnchor({ site, page }: Rendering, url: string, kind: string, html: string): string {
  const relation = linkRelation(site, page.ns, url)
  const rel = relation === '' ? '' : `rel="${relation}" `
  return `<a ${rel}class="external ${kind}" href="${escapeHtml(url)}">${html}</a>`
}
