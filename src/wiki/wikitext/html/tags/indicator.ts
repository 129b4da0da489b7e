// <indicator>: a small piece of the page that stands beside its title.

import { readAttributes } from '../../sanitize/attributes.ts'
import type { ExtensionTag } from '../../state/parse-state.ts'
import { killMarkers } from '../../state/strip-markers.ts'
import { trim } from '../../text.ts'
import type { ExpandHere, Rendering } from '../rendering/rendering.ts'
import { tagError } from './tag-error.ts'

export function indicatorHtml(rendering: Rendering, { attributes, inner }: ExtensionTag, expand: ExpandHere): string {
  const name = trim(killMarkers(readAttributes(attributes).get('name') ?? ''))
  if (name === '') return tagError(rendering, 'invalid-indicator-name')
  rendering.indicators.set(name, killMarkers(withoutOuterParagraph(rendering.complete(expand(inner ?? '')))))
  return ''
}

/** A single paragraph is not needed as such. */
export function withoutOuterParagraph(html: string): string {
  const match = /^<p>(.*)\n?<\/p>\n?$/s.exec(html)
  return match && !match[1]!.includes('</p>') ? match[1]!.replace(/\n$/, '') : html
}
