import type { Tree } from './preprocessor/nodes.ts'
import { preprocess } from './preprocessor/preprocess.ts'
import { sourceOf } from './source.ts'

/**
 * One section of a wikitext with the sections below it, or null when it has no such section. Sections are numbered by
 * their headings, and what stands before the first is section 0. `T-1` numbers them as seen by a page that includes the
 * text. Anything that is not a number counts as 0, as it always has.
 */
export function sectionOf(text: string, section: string, extensionTags: readonly string[]): string | null {
  const flags = section.split('-')
  const wanted = leadingInteger(flags.pop()!)
  if (text === '') return wanted === 0 ? '' : null
  const found = sectionNodes(preprocess(text, { extensionTags, included: flags.includes('T') }), wanted)
  return found && sourceOf(found).text.replace(/[ \t\n\r\0\v]+$/, '')
}

const leadingInteger = (text: string): number => {
  const digits = /^[ \t\n\r\v\f]*([+-]?\d+)/.exec(text)
  return digits ? Number(digits[1]) : 0
}

/** Headings inside of calls have numbers too, but only those of the text itself begin a section. */
function sectionNodes(tree: Tree, wanted: number): Tree | null {
  let level = wanted === 0 ? Number.POSITIVE_INFINITY : null
  let headings = 0
  const nodes: Tree[number][] = []
  for (const node of tree) {
    if (typeof node !== 'string') headings += sourceOf([node]).headings
    if (typeof node !== 'string' && node.type === 'heading') {
      if (level === null && headings === wanted) level = node.level
      else if (level !== null && node.level <= level) return nodes
    }
    if (level !== null) nodes.push(node)
  }
  return level === null ? null : nodes
}
