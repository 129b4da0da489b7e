import type { Steps } from '../wikitext/steps.ts'
import { escapeHtml } from '../wikitext/text.ts'
import { diffSequences, type Edit } from './sequence-diff.ts'

/** Beyond this many pairs of words, whole lines are marked as changed. */
const MAX_PAIRS = 40_000_000
const MAX_LINE = 10_000
/** A word has at least one character. */
const CHARACTERS_IN_A_STEP = 15

interface WordDiff {
  /** The lines as HTML, with removed and added words marked. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Word-level differences within lines. */
export function diffWords(before: readonly string[], after: readonly string[], steps: Steps): WordDiff {
  const [old, fresh] = [wordsOf(before, steps), wordsOf(after, steps)]
  const edits =
    diffSequences(old.bare, fresh.bare, { maxPairs: MAX_PAIRS, steps }) ??
    ([{ kind: 'change', before: old.bare, after: fresh.bare }] satisfies Edit[])
  const [left, right] = [new MarkedLines('del'), new MarkedLines('ins')]
  let [x, y] = [0, 0]
  for (const edit of edits) {
    left.add(old.whole.slice(x, x + edit.before.length), edit.kind !== 'copy')
    right.add(fresh.whole.slice(y, y + edit.after.length), edit.kind !== 'copy')
    x += edit.before.length
    y += edit.after.length
  }
  return { before: left.finish(), after: right.finish() }
}

interface Words {
  /** Includes the trailing space, which is ignored in comparisons. */
  readonly whole: string[]
  readonly bare: string[]
}

const WORD = /([ \t\v\f\r]+|[0-9A-Za-z_\u0080-\uffff]+|.)[ \t\v\f\r]?/gs

export function wordsOf(lines: readonly string[], steps: Steps): Words {
  const words: Words = { whole: [], bare: [] }
  const add = (whole: string, bare: string): void => {
    words.whole.push(whole)
    words.bare.push(bare)
  }
  for (const [index, line] of lines.entries()) {
    steps.read(line, CHARACTERS_IN_A_STEP)
    if (index > 0) add('\n', '\n')
    if (line.length > MAX_LINE) add(line, line)
    else for (const match of line.matchAll(WORD)) add(match[0], match[1]!)
  }
  return words
}

/** Joins words back into lines, with each run of changes in one mark. */
class MarkedLines {
  readonly #tag: 'ins' | 'del'
  readonly #lines: string[] = []
  #line = ''
  #run = ''
  #marked = false

  constructor(tag: 'ins' | 'del') {
    this.#tag = tag
  }

  add(words: readonly string[], marked: boolean): void {
    if (words.length === 0) return
    if (marked !== this.#marked) this.#endRun(marked)
    for (const word of words) {
      if (word === '\n') this.#endLine(marked)
      else this.#run += word
    }
  }

  finish(): string[] {
    this.#endLine(false)
    return this.#lines
  }

  #endRun(marked: boolean): void {
    const html = escapeHtml(this.#run)
    if (html !== '') {
      this.#line += this.#marked ? `<${this.#tag} class="diffchange diffchange-inline">${html}</${this.#tag}>` : html
    }
    this.#run = ''
    this.#marked = marked
  }

  /** An empty line gets a non-breaking space to stay visible. */
  #endLine(marked: boolean): void {
    this.#endRun(marked)
    this.#lines.push(this.#line === '' ? '\u00a0' : this.#line)
    this.#line = ''
  }
}
