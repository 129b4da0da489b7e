// Lists: the marks at the start of a line give its nesting, outermost first.

import { trim } from '../../text.ts'
import { termEnd } from './term-end.ts'

const listNames: Record<string, string> = { '*': 'ul', '#': 'ol', ':': 'dl', ';': 'dl' }

/** Number of list marks at the start of the line. */
export function countMarks(line: string): number {
  let count = 0
  while (count < line.length && listNames[line[count]!] !== undefined) count++
  return count
}

export class Lists {
  /** Marks of the previous line; a term counts as a definition, because both are in the same list. */
  #open = ''
  /** Whether the last item written in a definition list is a term. */
  #inTerm = false

  get isOpen(): boolean {
    return this.#open !== ''
  }

  /** The item of a line, with the tags that end and start lists before it. */
  item(marks: string, text: string): { html: string; beginsList: boolean } {
    const levels = marks.replaceAll(';', ':')
    const own = marks.at(-1)!
    if (levels === this.#open) {
      const start = this.#next(own)
      return { html: start + (own === ';' ? this.#term(trim(text)) : trim(text)), beginsList: false }
    }
    const shared = sharedLength(marks, this.#open)
    let html = this.#closeDownTo(shared)
    if (marks.length === shared) html += this.#next(own)
    else {
      // A list in a definition cannot be inside the preceding term.
      if (this.#inTerm && shared > 0 && marks[shared - 1] === ':') html += this.#next(':')
      if (this.#open !== '') html += '\n'
    }
    let rest = trim(text)
    let hasTerm = true
    for (const mark of marks.slice(shared)) {
      html += this.#begin(mark)
      if (mark !== ';' || !hasTerm) continue
      const end = termEnd(rest)
      // Without a colon for this mark, there is none for the next.
      hasTerm = end >= 0
      if (!hasTerm) continue
      html += trim(rest.slice(0, end)) + this.#next(':')
      rest = trim(rest.slice(end + 1))
    }
    this.#open = levels
    return { html: html + rest, beginsList: marks.length > shared }
  }

  close(): string {
    const html = this.#closeDownTo(0)
    this.#open = ''
    return html
  }

  #term(text: string): string {
    const end = termEnd(text)
    if (end < 0) return text
    return trim(text.slice(0, end)) + this.#next(':') + trim(text.slice(end + 1))
  }

  #begin(mark: string): string {
    if (mark === ';') this.#inTerm = true
    return `<${listNames[mark]}><${this.#itemName(mark)}>`
  }

  #next(mark: string): string {
    if (mark === '*' || mark === '#') return '</li>\n<li>'
    const closed = this.#inTerm ? 'dt' : 'dd'
    this.#inTerm = mark === ';'
    return `</${closed}>\n<${this.#itemName(mark)}>`
  }

  #closeDownTo(depth: number): string {
    let html = ''
    for (let level = this.#open.length - 1; level >= depth; level--) {
      const mark = this.#open[level]!
      html += `</${this.#inTerm && mark === ':' ? 'dt' : this.#itemName(mark)}></${listNames[mark]}>`
      if (mark === ':') this.#inTerm = false
    }
    return html
  }

  #itemName(mark: string): string {
    return mark === ';' ? 'dt' : mark === ':' ? 'dd' : 'li'
  }
}

function sharedLength(marks: string, open: string): number {
  let length = 0
  while (length < marks.length && length < open.length && marks[length] === open[length]) length++
  return length
}
