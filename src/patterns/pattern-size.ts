// Estimates the compiled size of a pattern without compiling it. Repetitions are expanded, so thirty characters can
// become a hundred thousand instructions. The estimate is never less than the size of RE2's program.

/** Parsing a Unicode class (`\p{L}`) and folding its letters takes as long as compiling this many instructions. */
const UNICODE_CLASS = 16
/** Folding this many characters of a range takes as long as compiling one instruction. */
const FOLDED_PER_INSTRUCTION = 64

const REPEAT = /\{(\d{1,9})(?:(,)(\d{1,9})?)?\}/y
const GROUP = /\((\?(?:P?<\w+>|[a-zA-Z-]*:?))?/y

/** Estimated number of instructions, never an underestimate. */
export function patternSize(source: string, ignoreCase = false): number {
  return new SizeReader(source, ignoreCase || /\(\?[a-zA-Z-]*i/.test(source)).read()
}

/** An open group: the size so far, and the size of the last item, which a quantifier would repeat. */
interface Level {
  done: number
  last: number
}

class SizeReader {
  readonly #source: string
  readonly #folds: boolean
  /** Cost of parsing classes, which is paid once however often they are repeated. */
  #classes = 0
  #at = 0

  constructor(source: string, folds: boolean) {
    this.#source = source
    this.#folds = folds
  }

  read(): number {
    const levels: Level[] = [{ done: 0, last: 0 }]
    while (this.#at < this.#source.length) {
      const level = levels.at(-1)!
      const char = this.#source[this.#at]!
      if (char === '(') {
        levels.push({ done: this.#groupStart(), last: 0 })
      } else if (char === ')') {
        this.#at += 1
        if (levels.length > 1) {
          levels.pop()
          const outer = levels.at(-1)!
          outer.done += outer.last
          outer.last = level.done + Math.max(1, level.last)
        }
      } else if (char === '|') {
        this.#at += 1
        // An empty alternative compiles to a no-op instruction.
        level.done += Math.max(1, level.last) + 1
        level.last = 0
      } else if (char === '*' || char === '+' || char === '?') {
        this.#at += 1
        this.#skip('?')
        level.last += char === '*' ? 2 : 1
      } else if (char === '{') this.#repeat(level)
      else {
        level.done += level.last
        level.last = this.#item(char)
      }
    }
    // 2 for the start and match instructions.
    return levels.reduce((sum, { done, last }) => sum + done + Math.max(1, last), 2 + this.#classes)
  }

  #repeat(level: Level): void {
    REPEAT.lastIndex = this.#at
    const match = REPEAT.exec(this.#source)
    if (match === null) {
      this.#at += 1
      level.done += level.last
      level.last = 1
      return
    }
    this.#at = REPEAT.lastIndex
    this.#skip('?')
    const [, least, , most] = match
    const copies = Math.max(1, Number(most ?? least))
    const optional = most === undefined ? 0 : Math.max(0, Number(most) - Number(least))
    level.last = level.last * copies + optional + 2
  }

  #skip(char: string): void {
    if (this.#source[this.#at] === char) this.#at += 1
  }

  /** A capturing group needs one instruction for its start and one for its end. */
  #groupStart(): number {
    GROUP.lastIndex = this.#at
    const [start, kind] = GROUP.exec(this.#source)!
    this.#at += start.length
    return kind === undefined || kind.endsWith('>') ? 2 : 0
  }

  /** A character, an escape or a class. */
  #item(char: string): number {
    if (char === '[') return this.#characterClass()
    if (char === '\\') return this.#escape()
    this.#at += 1
    return 1
  }

  #escape(): number {
    const letter = this.#source[this.#at + 1]
    this.#at += 2
    if (letter === 'p' || letter === 'P') this.#classes += this.#folds ? 2 * UNICODE_CLASS : UNICODE_CLASS
    if (letter !== 'Q') return 1
    const end = this.#source.indexOf('\\E', this.#at)
    const quoted = (end < 0 ? this.#source.length : end) - this.#at
    this.#at = end < 0 ? this.#source.length : end + 2
    return quoted + 1
  }

  #characterClass(): number {
    this.#at += this.#source[this.#at + 1] === '^' ? 2 : 1
    // A leading bracket is literal.
    for (let first = true; this.#at < this.#source.length; first = false) {
      const char = this.#source[this.#at]!
      if (char === ']' && !first) break
      if (char === '\\') this.#escape()
      else this.#at += char === '[' && this.#source[this.#at + 1] === ':' ? 2 : 1
      if (this.#source[this.#at] === '-' && this.#folds) this.#classes += this.#foldedRange()
    }
    this.#at += 1
    return 1
  }

  /** Upper bound for folding a range. Escaped ends count as the widest possible range. */
  #foldedRange(): number {
    const from = this.#source.codePointAt(Math.max(0, this.#at - 1))!
    const to = this.#source.codePointAt(this.#at + 1) ?? 0
    const isPlain = this.#source[this.#at + 1] !== '\\' && to >= from
    return Math.ceil((isPlain ? to - from : 0x1_ff_ff) / FOLDED_PER_INSTRUCTION)
  }
}
