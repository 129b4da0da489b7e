// Makes the HTML of the previous steps well-formed: builds the HTML5 tree, with paragraphs around bare text.

import { Steps } from '../steps.ts'
import { serialize } from './serialize.ts'
import { buildTree } from './tree-builder.ts'
import { tidyWellFormed } from './well-formed.ts'

/** Limits memory use. A text with more tags is shown without them. */
const maxTags = 600_000

export function tidy(html: string, steps = new Steps()): string {
  // Building the tree takes longer than all previous steps, in proportion to the number of tags.
  steps.spend(2 * countTags(html))
  // Every tag has at least three characters.
  if (html.length > maxTags * 3 && countTags(html) > maxTags) return `<p>${withoutTags(html)}</p>`
  return tidyWellFormed(html, steps) ?? repaired(html, steps)
}

/** Builds a tree, which is slow, but works for any HTML. */
export function repaired(html: string, steps: Steps): string {
  // Hides ampersands from the parser, so character references stay as they are.
  const substitute = unusedCharacter(html)
  const text = html.replaceAll(substitute, '').replaceAll('&', substitute)
  if (!text.includes('\r')) return serialize(buildTree(text, steps)).replaceAll(substitute, '&')
  // Carriage returns stay too, although parsers turn them into line breaks.
  const forReturn = unusedCharacter(text)
  const tidied = serialize(buildTree(text.replaceAll(forReturn, '').replaceAll('\r', forReturn), steps))
  return tidied.replaceAll(forReturn, '\r').replaceAll(substitute, '&')
}

const firstNonCharacter = 0xfdd0
const lastNonCharacter = 0xfdef

/** A noncharacter that the text does not contain. A text with all of them loses the last. */
function unusedCharacter(text: string): string {
  for (let code = firstNonCharacter; code < lastNonCharacter; code++) {
    const character = String.fromCharCode(code)
    if (!text.includes(character)) return character
  }
  return String.fromCharCode(lastNonCharacter)
}

/** Number of tags, or of anything that looks like the start of one. */
function countTags(html: string): number {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) count++
  return count
}

function withoutTags(html: string): string {
  const pieces = html.split('<')
  return pieces.map((piece, index) => (index === 0 ? piece : piece.slice(piece.indexOf('>') + 1))).join('')
}
