import type { Tree } from './preprocessor/nodes.ts'
import { preprocess } from './preprocessor/preprocess.ts'
import { sourceOf } from './source.ts'
import type { Steps } from './steps.ts'
import { trimEnd } from './text.ts'

/**
 * A section with its subsections; null when it does not exist. Sections are numbered by their headings, and the text
 * before the first is section 0. `T-1` numbers them as seen by an including page. Anything that is not a number counts
 * as 0, as in MediaWiki.
 */
export function sectionOf(
  text: string,
  section: string,
  extensionTags: readonly string[],
  steps?: Steps,
): string | null {
  const { number, included } = readSection(section)
  if (text === '') return number === 0 ? '' : null
  const tree = preprocess(text, { extensionTags, included, steps })
  const found = sectionRange(tree, number)
  return found && trimEnd(sourceOf(tree.slice(found.start, found.end)).text)
}

/** Replaces a section with its subsections; null when it does not exist. A blank replacement removes it. */
export function replaceSection(
  text: string,
  section: string,
  replacement: string,
  extensionTags: readonly string[],
  steps?: Steps,
): string | null {
  const { number, included } = readSection(section)
  const tree = preprocess(text, { extensionTags, included, steps })
  const found = sectionRange(tree, number)
  if (found === null) return null
  const before = sourceOf(tree.slice(0, found.start)).text
  const after = sourceOf(tree.slice(found.end)).text
  const kept = trimEnd(replacement)
  return kept === '' ? before + after : `${before}${kept}\n\n${after}`
}

function readSection(section: string): { number: number; included: boolean } {
  const flags = section.split('-')
  return { number: leadingInteger(flags.pop()!), included: flags.includes('T') }
}

const leadingInteger = (text: string): number => {
  const digits = /^[ \t\n\r\v\f]*([+-]?\d+)/.exec(text)
  return digits ? Number(digits[1]) : 0
}

/** Headings inside calls have numbers too, but only top-level ones start a section. */
function sectionRange(tree: Tree, wanted: number): { start: number; end: number } | null {
  let level = wanted === 0 ? Number.POSITIVE_INFINITY : null
  let headings = 0
  let start = 0
  for (const [index, node] of tree.entries()) {
    if (typeof node === 'string') continue
    headings += sourceOf([node]).headings
    if (node.type !== 'heading') continue
    if (level === null && headings === wanted) {
      level = node.level
      start = index
    } else if (level !== null && node.level <= level) return { start, end: index }
  }
  return level === null ? null : { start, end: tree.length }
}
