// Lines of documents, and text that is wrapped over several of them.

export interface Line {
  readonly start: number
  /** Without the line break. */
  readonly end: number
}

export function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let start = 0
  for (const { 0: lineBreak, index } of text.matchAll(/\r\n?|\n/g)) {
    lines.push({ start, end: index })
    start = index + lineBreak.length
  }
  lines.push({ start, end: text.length })
  return lines
}

/** The lines of a new text, without blank ones, which would end the block. */
export const filledLines = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map(line => line.trim())
    .filter(line => line !== '')

/** All white space as single spaces, for texts that must be on one line. */
export const onOneLine = (text: string): string => filledLines(text).join(' ')

/** Where the text of a line starts and ends, without white space. */
export function trimmedRange(text: string, start: number, end: number): Line {
  let from = start
  let to = end
  while (from < to && /\s/.test(text[from]!)) from++
  while (to > from && /\s/.test(text[to - 1]!)) to--
  return { start: from, end: to }
}

/**
 * Escapes the start of a line that would mean something else than text, and the reverse. Backslashes that are there
 * already get one more, so that both are exact.
 */
export function lineEscapes(isSyntax: (line: string, isFirst: boolean) => boolean): {
  escaped(line: string, isFirst: boolean): string
  unescaped(line: string, isFirst: boolean): string
} {
  // In numbers of lists, the backslash stands before the point.
  const parts = (line: string): [head: string, slashes: string, tail: string] => {
    const number = /^(\d{1,9})(\\*)([.)].*)$/s.exec(line)
    if (number !== null) return [number[1]!, number[2]!, number[3]!]
    const slashes = /^\\*/.exec(line)![0]
    return ['', slashes, line.slice(slashes.length)]
  }
  return {
    escaped(line, isFirst) {
      const [head, slashes, tail] = parts(line)
      return isSyntax(head + tail, isFirst) ? `${head}${slashes}\\${tail}` : line
    },
    unescaped(line, isFirst) {
      const [head, slashes, tail] = parts(line)
      return slashes !== '' && isSyntax(head + tail, isFirst) ? head + slashes.slice(1) + tail : line
    },
  }
}
