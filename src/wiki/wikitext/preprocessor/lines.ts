// Line-based markup: headings, and comments alone on their line.

const isBlank = (code: number) => code === 0x20 || code === 0x09

function skipBlanks(text: string, from: number): number {
  let at = from
  while (isBlank(text.charCodeAt(at))) at++
  return at
}

export function skipBlanksBack(text: string, from: number): number {
  let at = from
  while (at > 0 && isBlank(text.charCodeAt(at - 1))) at--
  return at
}

/**
 * Heading level of a line that starts with `count` equals signs and whose
 * visible text ends at `end`; 0 when it is not a heading.
 */
export function headingLevel(text: string, start: number, count: number, end: number): number {
  let signs = 0
  while (end - signs > start && text.charCodeAt(end - 1 - signs) === 0x3d) signs++
  if (signs === 0) return 0
  if (end - signs > start) return Math.min(signs, count)
  // A line of only equals signs is a heading of equals signs, if there are enough.
  return signs < 3 ? 0 : Math.min(6, Math.floor((signs - 1) / 2))
}

/** Adjacent comments up to the end of the line, each with surrounding blanks; null when the line has other content. */
export function commentRun(text: string, blankStart: number, firstEnd: number): [number, number][] | null {
  let end = skipBlanks(text, firstEnd)
  const run: [number, number][] = [[blankStart, end]]
  while (text.startsWith('<!--', end)) {
    const close = text.indexOf('-->', end + 4)
    if (close < 0) break
    const next = skipBlanks(text, close + 3)
    run.push([end, next])
    end = next
  }
  if (text.charCodeAt(end) !== 0x0a) return null
  // The line break belongs to the last comment.
  run[run.length - 1]![1] = end + 1
  return run
}
