/** Interface messages for joining lists, as plain text. `and` starts with its own space: ` and`. */
interface ListWords {
  /** `comma-separator` */
  comma: string
  /** `and` */
  and: string
  /** `word-separator` */
  word: string
}

/** `a, b, c and d` */
export function listToText(items: readonly string[], words: ListWords): string {
  const last = items.at(-1)
  if (items.length < 2 || last === undefined) return items.join('')
  return items.slice(0, -1).join(words.comma) + words.and + words.word + last
}
