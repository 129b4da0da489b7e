// Splits an INI text into sections and pairs.

import { lineEnd, type Pair } from '../pair-file.ts'

export interface IniSection {
  // Empty for the lines before the first section.
  readonly name: string
  // Before its first pair or comment, and after its last pair.
  first: number
  end: number
}

export interface IniPair extends Pair {
  readonly section: IniSection
}

export function scanIni(
  text: string,
  isInno: boolean,
  count: () => void,
): { pairs: IniPair[]; sections: IniSection[] } {
  const pairs: IniPair[] = []
  let section: IniSection = { name: '', first: 0, end: 0 }
  const sections = [section]
  let comments: { start: number; lines: string[] } | undefined
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at)
    const line = text.slice(at, end)
    const start = at + line.search(/\S|$/)
    const body = line.trim()
    if (body === '') comments = undefined
    else if (body[0] === ';' || body[0] === '#') {
      comments ??= { start: at, lines: [] }
      comments.lines.push(body.slice(1).trim())
      // Comments at the top of a file usually describe the file.
      if (pairs.length === 0 && section.name === '') section.end = Math.max(section.end, end)
    } else if (body[0] === '[' && body.includes(']')) {
      section = { name: body.slice(1, body.indexOf(']')), first: end, end }
      sections.push(section)
      comments = undefined
    } else {
      const sign = isInno ? body.indexOf('=') : body.search(/[=:]/)
      if (sign > 0) {
        const name = body.slice(0, sign).trimEnd()
        const raw = body.slice(sign + 1)
        const value = raw.trimStart()
        const valueStart = start + sign + 1 + (raw.length - value.length)
        count()
        pairs.push({
          key: section.name === '' ? name : `[${section.name}]${name}`,
          target: [isInno ? value.replaceAll('%n', '\n').replaceAll('%t', '\t') : value],
          note: comments?.lines.join('\n') ?? '',
          at: start,
          valueStart,
          valueEnd: valueStart + value.length,
          start: comments?.start ?? at,
          end,
          section,
        })
        section.end = end
      }
      comments = undefined
    }
    at = end
  }
  return { pairs, sections }
}
