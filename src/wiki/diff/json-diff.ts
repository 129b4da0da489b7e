// Differences between two texts as data, in the shape of wikidiff2's inline JSON.
import { Steps } from '../wikitext/steps.ts'
import { diffSequences, type Edit } from './sequence-diff.ts'
import { wordsOf } from './word-diff.ts'

/** Kinds of lines. Moved paragraphs (4 and 5) are not recognised. */
const LINE = { same: 0, added: 1, deleted: 2, changed: 3 } as const
/** Kinds of marked ranges. */
const RANGE = { added: 0, deleted: 1 } as const

/** Lines around each change. */
const CONTEXT = 2
const CHARACTERS_IN_A_STEP = 100
/** Beyond this many pairs of words, a changed line is shown as deleted and added. */
const MAX_PAIRS = 4_000_000
/** A line that keeps less than this share of its text is another line. */
const SIMILAR = 0.2

export interface JsonDiffLine {
  readonly type: number
  /** Line number in the new text. */
  readonly lineNumber?: number
  readonly text: string
  /** Marked parts of a changed line, in bytes. */
  readonly highlightRanges?: readonly { readonly start: number; readonly length: number; readonly type: number }[]
  /** Where the line begins in each text, in bytes; null where it does not occur. */
  readonly offset: { readonly from: number | null; readonly to: number | null }
}

export function jsonDiff(before: string, after: string, steps: Steps = new Steps()): JsonDiffLine[] {
  for (const text of [before, after]) steps.read(text, CHARACTERS_IN_A_STEP)
  const edits = diffSequences(before.split('\n'), after.split('\n'), { steps })!
  const lines = new Lines(steps)
  for (const edit of edits) lines.add(edit)
  return lines.near()
}

class Lines {
  readonly #steps: Steps
  readonly #lines: JsonDiffLine[] = []
  #lineNumber = 1
  #from = 0
  #to = 0

  constructor(steps: Steps) {
    this.#steps = steps
  }

  add({ kind, before, after }: Edit): void {
    this.#steps.spend(before.length + after.length)
    if (kind === 'copy') for (const line of after) this.#same(line)
    else {
      const paired = Math.min(before.length, after.length)
      for (let at = 0; at < paired; at++) this.#changed(before[at]!, after[at]!)
      for (const line of before.slice(paired)) this.#deleted(line)
      for (const line of after.slice(paired)) this.#added(line)
    }
  }

  #same(text: string): void {
    const offset = { from: this.#from, to: this.#to }
    this.#lines.push({ type: LINE.same, lineNumber: this.#lineNumber++, text, offset })
    this.#from += bytesOf(text) + 1
    this.#to += bytesOf(text) + 1
  }

  #deleted(text: string): void {
    this.#lines.push({ type: LINE.deleted, text, offset: { from: this.#from, to: null } })
    this.#from += bytesOf(text) + 1
  }

  #added(text: string): void {
    this.#lines.push({ type: LINE.added, lineNumber: this.#lineNumber++, text, offset: { from: null, to: this.#to } })
    this.#to += bytesOf(text) + 1
  }

  #changed(before: string, after: string): void {
    const inline = inlineDiff(before, after, this.#steps)
    if (inline === null) {
      this.#deleted(before)
      this.#added(after)
      return
    }
    const offset = { from: this.#from, to: this.#to }
    this.#lines.push({ type: LINE.changed, lineNumber: this.#lineNumber++, ...inline, offset })
    this.#from += bytesOf(before) + 1
    this.#to += bytesOf(after) + 1
  }

  /** The changed lines, with some that are the same around them. */
  near(): JsonDiffLine[] {
    const kept = new Set<number>()
    for (const [at, { type }] of this.#lines.entries()) {
      if (type === LINE.same) continue
      for (let near = at - CONTEXT; near <= at + CONTEXT; near++) kept.add(near)
    }
    return this.#lines.filter((_, at) => kept.has(at))
  }
}

/** Both versions of a line in one, with what was added and deleted marked; null when they have little in common. */
function inlineDiff(
  before: string,
  after: string,
  steps: Steps,
): Pick<JsonDiffLine, 'text' | 'highlightRanges'> | null {
  const [old, fresh] = [wordsOf([before], steps).whole, wordsOf([after], steps).whole]
  const edits = diffSequences(old, fresh, { maxPairs: MAX_PAIRS, steps })
  if (edits === null) return null
  let text = ''
  let start = 0
  let same = 0
  const highlightRanges: { start: number; length: number; type: number }[] = []
  const mark = (words: readonly string[], type: number | null): void => {
    const part = words.join('')
    const length = bytesOf(part)
    if (type === null) same += part.length
    else if (length > 0) highlightRanges.push({ start, length, type })
    text += part
    start += length
  }
  for (const { kind, before: gone, after: come } of edits) {
    if (kind === 'copy') mark(come, null)
    else {
      mark(gone, RANGE.deleted)
      mark(come, RANGE.added)
    }
  }
  return same < SIMILAR * Math.max(before.length, after.length) ? null : { text, highlightRanges }
}

const bytesOf = (text: string): number => Buffer.byteLength(text)
