// What the beginning and the end of a line decide: headings, and comments that are alone on their line.

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

/** Level of the heading on a line that begins with `count` equals signs and whose visible text ends at `end`; 0: none. */
export function headingLevel(text: string, start: number, count: number, end: number): number {
  let signs = 0
  while (end - signs > start && text.charCodeAt(end - 1 - signs) === 0x3d) signs++
  if (signs === 0) return 0
  if (end - signs > start) return Math.min(signs, count)
  // A line of nothing but signs is a heading made of signs, if there are enough of them.
  return signs < 3 ? 0 : Math.min(6, Math.floor((signs - 1) / 2))
}

/** Abutting comments up to the line's end with the blanks around each; null when something else is on the line. */
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
  // The line break goes with the last comment.
  run[run.length - 1]![1] = end + 1
  return run
}
