import { escapeHtml } from '../../text.ts'
import type { Rendering } from '../rendering.ts'

/** A link to another site; `kind` says how it was written. */
export function externalAnchor(
  _rendering: Rendering,
  url: string,
  kind: 'free' | 'text' | 'autonumber',
  html: string,
): string {
  return `<a rel="nofollow" class="external ${kind}" href="${escapeHtml(url)}">${html}</a>`
}
