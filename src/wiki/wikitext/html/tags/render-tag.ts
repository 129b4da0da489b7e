// What tags of extensions leave in the text: a marker that stands for their HTML.

import type { ExtensionTag } from '../../expand/state.ts'
import { escapeHtml } from '../../text.ts'
import type { Rendering } from '../rendering.ts'

/** `expand` expands templates and arguments where the tag stands. */
export function renderTag(rendering: Rendering, tag: ExtensionTag, _expand: (text: string) => string): string {
  const { strip } = rendering.state
  if (tag.name === 'nowiki') return strip.addNowiki(escapeHtml(tag.inner ?? ''))
  return strip.addGeneral(tag.name, escapeHtml(`<${tag.name}>${tag.inner ?? ''}`))
}
