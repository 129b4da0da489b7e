// Makes well-formed HTML of what the steps before it wrote: the tree that HTML5 builds of it, with paragraphs around
// text that stands on its own.

import { serialize } from './serialize.ts'
import { buildTree } from './tree-builder.ts'

export function tidy(html: string): string {
  // Character references stay as they are written, so the ampersand has to mean nothing meanwhile.
  const substitute = unusedCharacter(html)
  const text = html.replaceAll(substitute, '').replaceAll('&', substitute)
  return serialize(buildTree(text)).replaceAll(substitute, '&')
}

const firstNonCharacter = 0xfdd0
const lastNonCharacter = 0xfdef

/** One of the code points that stand for no character. A text that holds them all loses the last. */
function unusedCharacter(text: string): string {
  for (let code = firstNonCharacter; code < lastNonCharacter; code++) {
    const character = String.fromCharCode(code)
    if (!text.includes(character)) return character
  }
  return String.fromCharCode(lastNonCharacter)
}
