import { Steps } from '../wikitext/steps.ts'
import { diffSequences } from './sequence-diff.ts'

/** Tags, non-text elements, references and words; everything between words is a separate piece. */
const PIECE = /<(style|script)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>|&#?\w+;|\s+|[\p{L}\p{N}\p{M}_]+|[\s\S]/gu
/** Elements that contain other elements but no text. */
const WITHOUT_TEXT = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup', 'ul', 'ol', 'dl'])
const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])
const ENDS_BLOCK = /^<\/(?:p|li|tr|h[1-6]|div|dd|dt|blockquote|pre|table)>$/
const MAX_PAIRS = 40_000_000
const CHARACTERS_IN_A_STEP = 15

const isTag = (piece: string): boolean => piece.length > 1 && piece.startsWith('<')

/** Minimum share of common words for one block to count as a changed version of another. */
const ALIKE = 0.5
/** Larger groups of blocks are not paired: so much has changed that pairing does not help. */
const MAX_PAIRED = 60

/**
 * The HTML of the newer page with added words in `<ins>` and removed ones in `<del>`. All elements come from `after`,
 * so the result is equally well-formed. Blocks are compared first, and words only within changed blocks.
 */
export function diffHtml(before: string, after: string, steps: Steps = new Steps()): string {
  for (const text of [before, after]) steps.read(text, CHARACTERS_IN_A_STEP)
  const [old, fresh] = [blocksOf(before), blocksOf(after)]
  const edits = diffSequences(old, fresh, { maxPairs: MAX_PAIRS, steps }) ?? [
    { kind: 'change' as const, before: old, after: fresh },
  ]
  const out = new Marked()
  for (const edit of edits) {
    if (edit.kind === 'copy') for (const block of edit.after) out.keep(piecesOf(block))
    else if (edit.kind === 'change') changeBlocks(out, edit.before, edit.after, steps)
    else {
      out.remove(edit.before.flatMap(piecesOf))
      out.add(edit.after.flatMap(piecesOf))
    }
  }
  return out.finish()
}

const piecesOf = (text: string): string[] => text.match(PIECE) ?? []
/** Splits HTML at the ends of paragraphs, headings, list items and cells. */
const blocksOf = (text: string): string[] =>
  text.match(/[\s\S]*?<\/(?:p|li|td|th|h[1-6]|dd|dt|blockquote|pre|caption)>|[\s\S]+$/g) ?? []

/** Pairs each new block with its earlier version, in order. Blocks without a counterpart were added or removed. */
function changeBlocks(out: Marked, before: readonly string[], after: readonly string[], steps: Steps): void {
  const old = before.map(piecesOf)
  const mayPair = before.length * after.length <= MAX_PAIRED * MAX_PAIRED
  let next = 0
  for (const block of after) {
    const pieces = piecesOf(block)
    const partner = mayPair ? old.findIndex((each, at) => at >= next && likeness(each, pieces, steps) >= ALIKE) : -1
    if (partner < 0) {
      out.add(pieces)
      continue
    }
    for (const gone of old.slice(next, partner)) out.remove(gone)
    next = partner + 1
    const edits = diffSequences(old[partner]!, pieces, { maxPairs: MAX_PAIRS, steps }) ?? []
    for (const edit of edits) {
      if (edit.kind === 'copy') out.keep(edit.after)
      else {
        out.remove(edit.before)
        out.add(edit.after)
      }
    }
  }
  for (const gone of old.slice(next)) out.remove(gone)
}

/** The share of words two blocks have in common. */
function likeness(one: readonly string[], other: readonly string[], steps: Steps): number {
  const isWord = (piece: string) => /^[\p{L}\p{N}]/u.test(piece)
  const [left, right] = [one.filter(isWord), other.filter(isWord)]
  steps.spend(1 + (one.length + other.length) / CHARACTERS_IN_A_STEP)
  if (left.length === 0 && right.length === 0) return 1
  const counts = new Map<string, number>()
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of right) {
    const count = counts.get(word) ?? 0
    if (count === 0) continue
    shared++
    counts.set(word, count - 1)
  }
  return shared / Math.max(left.length, right.length)
}

class Marked {
  #html = ''
  readonly #open: string[] = []
  /** Removed text waiting for a place where it is allowed. */
  #waiting = ''

  keep(pieces: readonly string[]): void {
    for (const piece of pieces) {
      if (isTag(piece)) this.#tag(piece)
      else {
        if (piece.trim() !== '') this.#place()
        this.#html += piece
      }
    }
  }

  add(pieces: readonly string[]): void {
    for (const run of runsOf(pieces)) {
      if (run.isTag) this.#tag(run.text)
      else if (run.text.trim() === '') this.#html += run.text
      else {
        this.#place()
        this.#html += `<ins class="diffchange">${run.text}</ins>`
      }
    }
  }

  remove(pieces: readonly string[]): void {
    const runs = runsOf(pieces.filter(piece => !isTag(piece) || ENDS_BLOCK.test(piece)))
    for (const [index, run] of runs.entries()) {
      if (run.isTag || run.text.trim() === '') continue
      const isBlock = [runs[index - 1], runs[index + 1]].some(beside => beside?.isTag)
      this.#waiting += `<del class="diffchange${isBlock ? ' block' : ''}">${run.text}</del>`
    }
    this.#place()
  }

  finish(): string {
    return this.#html + this.#waiting
  }

  #tag(piece: string): void {
    const [, closes, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(piece) ?? []
    const element = name.toLowerCase()
    if (closes) {
      this.#place()
      const at = this.#open.lastIndexOf(element)
      if (at >= 0) this.#open.length = at
    } else if (element !== '' && !VOID.has(element) && !/\/>$|^<(?:style|script)/i.test(piece)) this.#open.push(element)
    this.#html += piece
  }

  #place(): void {
    if (this.#waiting === '' || WITHOUT_TEXT.has(this.#open.at(-1) ?? '')) return
    this.#html += this.#waiting
    this.#waiting = ''
  }
}

interface Run {
  readonly isTag: boolean
  readonly text: string
}

/** Groups consecutive words into one run; each tag is a run of its own. */
function runsOf(pieces: readonly string[]): Run[] {
  const runs: Run[] = []
  let text = ''
  for (const piece of pieces) {
    if (!isTag(piece)) text += piece
    else {
      if (text !== '') runs.push({ isTag: false, text })
      runs.push({ isTag: true, text: piece })
      text = ''
    }
  }
  if (text !== '') runs.push({ isTag: false, text })
  return runs
}
