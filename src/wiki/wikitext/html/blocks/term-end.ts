// Finds the end of the term in "; term : definition": the first colon outside tags, comments and language conversion.

/** Index of the colon, or -1. */
export function termEnd(line: string): number {
  if (!line.includes(':')) return -1
  let open = 0
  let conversions = 0
  let from = 0
  const marks = /[:<]|-\{|\}-/g
  for (;;) {
    marks.lastIndex = from
    const match = marks.exec(line)
    if (!match) return -1
    const at = match.index
    from = marks.lastIndex
    if (match[0] === '-{') conversions++
    else if (match[0] === '}-') {
      if (conversions > 0) conversions--
    } else if (conversions > 0) continue
    else if (match[0] === ':') {
      if (open === 0) return at
    } else {
      const end = tagEnd(line, at)
      if (end < 0) return -1
      const kind = tagKind(line, at, end)
      if (kind === 'opening') open++
      else if (kind === 'closing' && open > 0) open--
      from = end
    }
  }
}

/** Index after a tag or comment. */
function tagEnd(line: string, at: number): number {
  const mark = line.startsWith('<!--', at) ? '-->' : '>'
  const end = line.indexOf(mark, at + 1)
  return end < 0 ? -1 : end + mark.length
}

function tagKind(line: string, at: number, end: number): 'opening' | 'closing' | 'alone' {
  if (line[at + 1] === '!') return 'alone'
  if (line[at + 1] === '/') return 'closing'
  return line[end - 2] === '/' ? 'alone' : 'opening'
}
