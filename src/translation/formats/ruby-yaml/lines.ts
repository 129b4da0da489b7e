// Lines and comments around a position in a YAML text.

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

// The start of the next line; the position itself if it already starts a line.
export function lineEnd(text: string, at: number): number {
  if (at > 0 && text[at - 1] === '\n') return at
  const newline = text.indexOf('\n', at)
  return newline === -1 ? text.length : newline + 1
}

// The start of the comment lines directly above a line, or of the line itself.
export function commentStart(text: string, at: number, comments: ReadonlySet<number>): number {
  let start = lineStart(text, at)
  while (start > 0) {
    const above = lineStart(text, start - 1)
    const hash = text.slice(above, start).search(/[^ \t]/)
    if (hash === -1 || !comments.has(above + hash)) break
    start = above
  }
  return start
}

// A key in the middle of a line has no comment.
function isFirstOnLine(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && text[before] === ' ') before--
  return before < 0 || text[before] === '\n'
}

export function notesAbove(text: string, at: number, comments: ReadonlySet<number>): string {
  if (!isFirstOnLine(text, at)) return ''
  const own = lineStart(text, at)
  const lines = text.slice(commentStart(text, at, comments), own).split('\n')
  return lines
    .map(line => line.trim().replace(/^#+\s?/, ''))
    .join('\n')
    .trim()
}

export function columnOf(text: string, at: number): number {
  return at - lineStart(text, at)
}
