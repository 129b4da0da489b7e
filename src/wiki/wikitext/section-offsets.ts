import { headingNumbers } from './preprocessor/heading-numbers.ts'
import { preprocess } from './preprocessor/preprocess.ts'
import { sourceOf } from './source.ts'
import type { Steps } from './steps.ts'

/**
 * Start offset of each section in characters, by section number. As 0, the length of the text: MediaWiki's offset for
 * headings that come from an interface message.
 */
export function sectionOffsets(text: string, extensionTags: readonly string[], steps?: Steps): Map<number, number> {
  const tree = preprocess(text, { extensionTags, included: false, steps })
  const numbers = headingNumbers(tree)
  const offsets = new Map<number, number>()
  let characters = 0
  for (const node of tree) {
    if (typeof node !== 'string' && node.type === 'heading') offsets.set(numbers.get(node)!, characters)
    characters += lengthOf(typeof node === 'string' ? node : sourceOf([node]).text)
  }
  return offsets.set(0, characters)
}

/** In code points. */
function lengthOf(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) length--
  }
  return length
}
