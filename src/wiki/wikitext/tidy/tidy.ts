// Makes well-formed HTML of what the steps before it wrote: the tree that HTML5 builds of it, with paragraphs around
// text that stands on its own.

import { Steps } from '../steps.ts'
import { serialize } from './serialize.ts'
import { buildTree } from './tree-builder.ts'

/** A tree of more tags than any page needs would fill the memory. Such a text is shown without them. */
const mostTags = 600_000

export function tidy(html: string, steps = new Steps()): string {
  // Building the tree takes longer than all that was done before, and as long as there are tags.
  steps.spend(2 * countTags(html))
  // Not one of them can be shorter than three characters.
  if (html.length > mostTags * 3 && countTags(html) > mostTags) return `<p>${withoutTags(html)}</p>`
  // Character references stay as they are written, so the ampersand has to mean nothing meanwhile.
  const substitute = unusedCharacter(html)
  const text = html.replaceAll(substitute, '').replaceAll('&', substitute)
  return serialize(buildTree(text, steps)).replaceAll(substitute, '&')
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

/** How many tags a text has, or what looks like the beginning of one. */
function countTags(html: string): number {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) count++
  return count
}

function withoutTags(html: string): string {
  const pieces = html.split('<')
  return pieces.map((piece, index) => (index === 0 ? piece : piece.slice(piece.indexOf('>') + 1))).join('')
}
