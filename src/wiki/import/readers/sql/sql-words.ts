/** Tokenizer for statement heads and declarations; rows are scanned as bytes elsewhere. */
export class SqlWords {
  readonly #text: string
  at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Consumes `word` if it comes next, in any case. */
  accept(word: string): boolean {
    this.#skipSpace()
    const end = this.at + word.length
    if (this.#text.slice(this.at, end).toLowerCase() !== word.toLowerCase()) return false
    if (/\w/.test(word) && /\w/.test(this.#text[end] ?? '')) return false
    this.at = end
    return true
  }

  /** A name, bare or in backticks or double quotes; the last part of `schema.name`. */
  name(): string | undefined {
    let found: string | undefined
    do {
      this.#skipSpace()
      const part = /^(?:`((?:[^`]|``)*)`|"((?:[^"]|"")*)"|([\w$\u0080-\uffff]+))/.exec(
        this.#text.slice(this.at, this.at + 400),
      )
      if (part === null) return undefined
      this.at += part[0].length
      found = part[1]?.replaceAll('``', '`') ?? part[2]?.replaceAll('""', '"') ?? part[3]
    } while (this.accept('.'))
    return found
  }

  /** Everything up to the comma or closing bracket that ends this item, including nested brackets and strings. */
  item(): string {
    const from = this.at
    let depth = 0
    for (; this.at < this.#text.length; this.at++) {
      const character = this.#text[this.at]!
      if (character === '(') depth++
      else if (character === ')' && depth-- === 0) break
      else if (character === ',' && depth === 0) break
      else if (character === "'" || character === '`' || character === '"') this.#skipQuoted(character)
    }
    return this.#text.slice(from, this.at).trim()
  }

  #skipQuoted(quote: string): void {
    for (this.at++; this.at < this.#text.length; this.at++) {
      const character = this.#text[this.at]
      if (character === '\\' && quote !== '`') this.at++
      else if (character === quote) {
        if (this.#text[this.at + 1] !== quote) return
        this.at++
      }
    }
  }

  #skipSpace(): void {
    while (this.at < this.#text.length && /\s/.test(this.#text[this.at]!)) this.at++
  }
}
