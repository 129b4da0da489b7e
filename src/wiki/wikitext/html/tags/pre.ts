// <pre>: text as it is written, blanks and lines included.

import { checkAttributes, readAttributes } from '../../sanitize/attributes.ts'
import type { ExtensionTag } from '../../state/parse-state.ts'
import { attribute } from '../images/attribute.ts'
import type { Rendering } from '../rendering/rendering.ts'

const nowiki = /<nowiki>(.*?)<\/nowiki>/gis

export function preHtml(_rendering: Rendering, { attributes, inner }: ExtensionTag): string {
  const checked = checkAttributes(readAttributes(attributes), 'pre')
  const start = [...checked].map(([name, value]) => attribute(name, value)).join('')
  const text = withoutNowiki(inner ?? '')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
  return `<pre${start}>${text}</pre>`
}

/** What is in <nowiki> would be left alone in any case. */
function withoutNowiki(text: string): string {
  const end = text.toLowerCase().lastIndexOf('</nowiki>')
  return end < 0 ? text : text.slice(0, end + 9).replace(nowiki, '$1') + text.slice(end + 9)
}
