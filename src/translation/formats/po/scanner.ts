// Splits a PO text into entries with positions, so that a writer can replace single lines.

import { FormatError } from '../format-error.ts'
import { unescapePo } from './strings.ts'

export interface PoField {
  readonly start: number
  end: number
  // The quoted pieces with their lines, for the header, whose pieces are usually one line each.
  readonly pieces: { start: number; end: number; value: string }[]
  value: string
}

interface PoComment {
  // The character after the hash: ' ' for a translator's comment, '.' extracted, ':' location, ',' flags.
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface PoEntry {
  readonly start: number
  end: number
  readonly line: number
  readonly comments: PoComment[]
  obsolete: boolean
  previousSpan: { start: number; end: number } | undefined
  readonly previous: Map<string, PoField>
  context: PoField | undefined
  id: PoField | undefined
  idPlural: PoField | undefined
  readonly targets: PoField[]
}

interface Line {
  readonly start: number
  readonly end: number
  readonly number: number
}

// `count` is called for each entry that may become a unit, and may throw to stop reading.
export function scanPo(text: string, count: () => void): PoEntry[] {
  return new Scanner(text, count).run()
}

class Scanner {
  readonly #text: string
  readonly #count: () => void
  readonly #entries: PoEntry[] = []
  #entry: PoEntry | undefined
  // The field that a line with nothing but a string continues.
  #open: PoField | undefined
  #openPrevious: PoField | undefined

  constructor(text: string, count: () => void) {
    this.#text = text
    this.#count = count
  }

  run(): PoEntry[] {
    const text = this.#text
    let number = 1
    for (let start = 0; start < text.length; number++) {
      const newline = text.indexOf('\n', start)
      const end = newline === -1 ? text.length : newline + 1
      this.#line({ start, end, number }, text.slice(start, newline === -1 ? end : newline).trim())
      start = end
    }
    this.#finish(number)
    return this.#entries
  }

  #line(line: Line, content: string): void {
    if (content === '') return
    if (content.startsWith('#~|')) this.#previousLine(line, content.slice(3).trimStart())
    else if (content.startsWith('#~')) this.#keywordLine(line, content.slice(2).trimStart(), true)
    else if (content.startsWith('#|')) this.#previousLine(line, content.slice(2).trimStart())
    else if (content[0] === '#') this.#commentLine(line, content)
    else this.#keywordLine(line, content, false)
  }

  // The entry that a comment at this place belongs to: comments stand before their entry.
  #entryForComment(line: Line): PoEntry {
    const entry = this.#entry
    if (entry !== undefined && entry.targets.length === 0) {
      if (entry.id !== undefined || entry.context !== undefined) {
        throw new FormatError('a comment inside an entry', { line: line.number })
      }
      entry.end = line.end
      return entry
    }
    return this.#begin(line)
  }

  #begin(line: Line): PoEntry {
    this.#finish(line.number)
    const entry: PoEntry = {
      start: line.start,
      end: line.end,
      line: line.number,
      comments: [],
      obsolete: false,
      previousSpan: undefined,
      previous: new Map(),
      context: undefined,
      id: undefined,
      idPlural: undefined,
      targets: [],
    }
    this.#entry = entry
    this.#open = undefined
    this.#openPrevious = undefined
    return entry
  }

  // Comments at the end of the file form an entry without an id, which the reader leaves alone.
  #finish(line: number): void {
    const entry = this.#entry
    if (entry === undefined) return
    if (entry.id === undefined && entry.context !== undefined) throw new FormatError('msgctxt without msgid', { line })
    if (entry.id !== undefined && entry.targets.length === 0) throw new FormatError('msgid without msgstr', { line })
    // The header has an empty id.
    if (entry.id !== undefined && entry.id.value !== '') this.#count()
    this.#entries.push(entry)
    this.#entry = undefined
  }

  #commentLine(line: Line, content: string): void {
    const entry = this.#entryForComment(line)
    const mark = content[1] ?? ' '
    const kind = mark === '.' || mark === ':' || mark === ',' || mark === '=' ? mark : ' '
    const text = kind === ' ' ? content.slice(1).replace(/^\s/, '') : content.slice(2).trim()
    entry.comments.push({ kind, start: line.start, end: line.end, text })
  }

  #previousLine(line: Line, content: string): void {
    const entry = this.#entryForComment(line)
    entry.previousSpan = { start: entry.previousSpan?.start ?? line.start, end: line.end }
    if (content[0] === '"') {
      if (this.#openPrevious === undefined) throw new FormatError('a string without a keyword', { line: line.number })
      this.#append(this.#openPrevious, line, content)
      return
    }
    const match = /^(msgctxt|msgid_plural|msgid)(?=[\s"])/.exec(content)
    if (match === null) throw new FormatError('expected a previous msgctxt or msgid', { line: line.number })
    const field = this.#field(line, content.slice(match[0].length).trimStart())
    entry.previous.set(match[0], field)
    this.#openPrevious = field
  }

  #keywordLine(line: Line, content: string, obsolete: boolean): void {
    if (content[0] === '"') {
      const entry = this.#entry
      if (this.#open === undefined || entry === undefined || entry.obsolete !== obsolete) {
        throw new FormatError('a string without a keyword', { line: line.number })
      }
      this.#append(this.#open, line, content)
      entry.end = line.end
      return
    }
    const match = /^(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d{1,3})\])?)(?=[\s"])/.exec(content)
    if (match === null) {
      const word = /^\S{1,30}/.exec(content)?.[0] ?? ''
      throw new FormatError(`expected a keyword or a string, found "${word}"`, { line: line.number })
    }
    const keyword = match[1]!.replace(/\[.*/, '')
    const field = this.#field(line, content.slice(match[0].length).trimStart())
    this.#place(line, keyword, match[2] === undefined ? undefined : Number(match[2]), field, obsolete)
    this.#open = field
  }

  #place(line: Line, keyword: string, index: number | undefined, field: PoField, obsolete: boolean): void {
    let entry = this.#entry
    const starts = keyword === 'msgctxt' || keyword === 'msgid'
    if (entry === undefined || (starts && entry.targets.length > 0)) entry = this.#begin(line)
    if (entry.id === undefined && entry.context === undefined) entry.obsolete = obsolete
    const wrong =
      entry.obsolete !== obsolete ? 'an entry is only partly marked as obsolete' : misplaced(entry, keyword, index)
    if (wrong !== undefined) throw new FormatError(wrong, { line: line.number })
    if (keyword === 'msgctxt') entry.context = field
    else if (keyword === 'msgid') entry.id = field
    else if (keyword === 'msgid_plural') entry.idPlural = field
    else entry.targets.push(field)
    entry.end = line.end
  }

  #field(line: Line, content: string): PoField {
    const field: PoField = { start: line.start, end: line.end, pieces: [], value: '' }
    this.#append(field, line, content)
    return field
  }

  #append(field: PoField, line: Line, content: string): void {
    const value = quoted(content, line.number)
    field.value += value
    field.end = line.end
    field.pieces.push({ start: line.start, end: line.end, value })
  }
}

function misplaced(entry: PoEntry, keyword: string, index: number | undefined): string | undefined {
  switch (keyword) {
    case 'msgctxt':
      return entry.context !== undefined || entry.id !== undefined ? 'a second msgctxt in one entry' : undefined
    case 'msgid':
      return entry.id !== undefined ? 'a second msgid in one entry' : undefined
    case 'msgid_plural':
      return entry.id === undefined || entry.idPlural !== undefined || entry.targets.length > 0
        ? 'msgid_plural must follow msgid'
        : undefined
  }
  if (entry.id === undefined) return 'msgstr without msgid'
  if (entry.idPlural === undefined) {
    if (index !== undefined) return 'msgstr with a plural index, but no msgid_plural'
    return entry.targets.length > 0 ? 'a second msgstr in one entry' : undefined
  }
  return index !== entry.targets.length ? `expected msgstr[${entry.targets.length}]` : undefined
}

// One or more quoted strings on a line, joined. A loop over characters: a pattern could exhaust the stack on long lines.
function quoted(content: string, line: number): string {
  let value = ''
  let at = 0
  do {
    if (content[at] !== '"') throw new FormatError('expected a quoted string', { line })
    let end = at + 1
    while (end < content.length && content[end] !== '"') end += content[end] === '\\' ? 2 : 1
    if (end >= content.length) throw new FormatError('a string has no closing quote', { line })
    value += unescapePo(content.slice(at + 1, end), line)
    at = end + 1
    while (content[at] === ' ' || content[at] === '\t') at++
  } while (at < content.length)
  return value
}
