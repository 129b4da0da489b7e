// Apostrophe markup: '' is italic, ''' bold, ''''' both; balanced per line.

interface Run {
  /** Literal apostrophes before the mark. */
  literal: number
  size: 2 | 3 | 5
}

/** Interprets a run of apostrophes; null for a single one. */
function readQuotes(count: number): Run | null {
  if (count < 2) return null
  if (count === 4) return { literal: 1, size: 3 }
  if (count > 5) return { literal: count - 5, size: 5 }
  return { literal: 0, size: count as 2 | 3 | 5 }
}

/** Converts one line, repairing unbalanced bold and italic like MediaWiki. */
export function lineToHtml(line: string): string {
  const pieces = line.split(/('{2,})/)
  if (pieces.length === 1) return line
  const sizes: (2 | 3 | 5)[] = []
  for (let i = 1; i < pieces.length; i += 2) {
    const run = readQuotes(pieces[i]!.length)!
    pieces[i - 1] += "'".repeat(run.literal)
    sizes.push(run.size)
  }
  const bold = sizes.filter(size => size !== 2).length
  const italic = sizes.filter(size => size !== 3).length
  if (bold % 2 === 1 && italic % 2 === 1) demoteOneBold(pieces, sizes)
  return writeMarks(pieces, sizes)
}

/**
 * With odd numbers of both, one bold was an apostrophe before an italic. Chooses the likeliest by the preceding text,
 * where only letters of ASCII count as single letters.
 */
function demoteOneBold(pieces: string[], sizes: (2 | 3 | 5)[]): void {
  let singleLetter = -1
  let multiLetter = -1
  let space = -1
  sizes.forEach((size, index) => {
    if (size !== 3) return
    const before = pieces[index * 2]!
    if (before.at(-1) === ' ') {
      if (space < 0) space = index
    } else if (before.at(-2) === ' ' && before.at(-1)! < '\u0080') {
      if (singleLetter < 0) singleLetter = index
    } else if (multiLetter < 0) multiLetter = index
  })
  const chosen = singleLetter >= 0 ? singleLetter : multiLetter >= 0 ? multiLetter : space
  if (chosen < 0) return
  sizes[chosen] = 2
  pieces[chosen * 2] += "'"
}

type OpenMarks = '' | 'i' | 'b' | 'ib' | 'bi' | 'both'

function writeMarks(pieces: readonly string[], sizes: readonly (2 | 3 | 5)[]): string {
  let output = ''
  let buffer = ''
  let open: OpenMarks = ''
  const write = (text: string) => {
    if (open === 'both') buffer += text
    else output += text
  }
  const flush = (text: string, next: OpenMarks) => {
    output += text
    open = next
  }
  write(pieces[0]!)
  sizes.forEach((size, index) => {
    if (size === 2) {
      if (open === 'i') flush('</i>', '')
      else if (open === 'bi') flush('</i>', 'b')
      else if (open === 'ib') flush('</b></i><b>', 'b')
      else if (open === 'both') flush(`<b><i>${buffer}</i>`, 'b')
      else flush('<i>', open === 'b' ? 'bi' : 'i')
    } else if (size === 3) {
      if (open === 'b') flush('</b>', '')
      else if (open === 'bi') flush('</i></b><i>', 'i')
      else if (open === 'ib') flush('</b>', 'i')
      else if (open === 'both') flush(`<i><b>${buffer}</b>`, 'i')
      else flush('<b>', open === 'i' ? 'ib' : 'b')
    } else if (open === 'b') flush('</b><i>', 'i')
    else if (open === 'i') flush('</i><b>', 'b')
    else if (open === 'bi') flush('</i></b>', '')
    else if (open === 'ib') flush('</b></i>', '')
    else if (open === 'both') flush(`<i><b>${buffer}</b></i>`, '')
    else {
      buffer = ''
      open = 'both'
    }
    write(pieces[index * 2 + 2]!)
  })
  const left: OpenMarks = open as OpenMarks
  if (left === 'b' || left === 'ib') output += '</b>'
  if (left === 'i' || left === 'bi' || left === 'ib') output += '</i>'
  if (left === 'bi') output += '</b>'
  if (left === 'both' && buffer !== '') output += `<b><i>${buffer}</i></b>`
  return output
}

export function quotesToHtml(text: string): string {
  if (!text.includes("''")) return text
  return text.split('\n').map(lineToHtml).join('\n')
}

/** Converts quotes to tags, but only on lines where they could end a URL. */
export function markQuotes(text: string): string {
  let at = text.indexOf("''")
  if (at < 0 || (!text.includes('//') && !text.includes(':'))) return text
  let result = ''
  let done = 0
  while (at >= 0) {
    const start = text.lastIndexOf('\n', at) + 1
    let end = text.indexOf('\n', at)
    if (end < 0) end = text.length
    const line = text.slice(start, end)
    if (line.includes(':') || line.includes('//')) {
      result += text.slice(done, start) + lineToHtml(line)
      done = end
    }
    at = text.indexOf("''", end)
  }
  return done === 0 ? text : result + text.slice(done)
}
