// Document type definitions of Mozilla: one entity per text.

import { decode, newlineOf } from '../encoding.ts'
import type { FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError, failAt } from '../format-error.ts'
import { lineEnd, lineStart, type Pair, pairFile } from '../pair-file.ts'
import { shown, singleForm } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { checkCharacters, forbidden } from '../xml/text.ts'

export const dtd: FileFormat = {
  id: 'dtd',
  name: 'DTD file',
  extensions: ['dtd'],
  monolingual: true,
  restricted: true,
  forbids: forbidden,
  states: [],
  flags: [],
  parse: parseDtd,
  create: () => Buffer.of(),
}

interface Entity extends Pair {
  readonly quote: string
}

function parseDtd(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const newline = newlineOf(decoded.text, options.template?.layout.newline)
  return pairFile<Entity>({
    format: 'dtd',
    decoded,
    options,
    pairs: entitiesOf(decoded.text, unitCounter(options)),
    value: (target, { key, quote }) => escaped(singleForm(target, key), quote),
    statement: (added, key) => {
      if (!/^[A-Za-z_:][\w.:-]*$/.test(key)) throw new FormatError(`"${shown(key)}" is no name of an entity`)
      const note = added.note ? `<!-- ${added.note.replaceAll('--', '- -')} -->${newline}` : ''
      return `${note}<!ENTITY ${key} "${escaped(singleForm(added.target, key), '"')}">`
    },
  })
}

function entitiesOf(text: string, count: () => void): Entity[] {
  const entities: Entity[] = []
  let comment: { start: number; end: number; text: string } | undefined
  for (let at = text.indexOf('<!'); at !== -1; at = text.indexOf('<!', at)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4)
      if (end === -1) failAt(text, at, 'a comment has no end')
      const isNear = comment !== undefined && !/\n\s*\n/.test(text.slice(comment.end, at))
      const words = text.slice(at + 4, end).trim()
      comment = {
        start: isNear ? comment!.start : at,
        end: end + 3,
        text: isNear ? `${comment!.text}\n${words}` : words,
      }
      at = end + 3
      continue
    }
    const head = /<!ENTITY\s+(?!%)([^\s"'<>%]+)\s+(["'])/y
    head.lastIndex = at
    const match = head.exec(text)
    if (match === null) {
      const end = text.indexOf('>', at)
      if (end === -1) failAt(text, at, 'a declaration has no end')
      at = end + 1
    } else {
      const valueStart = head.lastIndex
      const valueEnd = text.indexOf(match[2]!, valueStart)
      const close = valueEnd === -1 ? -1 : text.indexOf('>', valueEnd)
      if (close === -1) failAt(text, at, 'an entity has no end')
      if (text.slice(valueEnd + 1, close).trim() !== '') failAt(text, valueEnd + 1, 'expected ">" after the text')
      const isNear =
        comment !== undefined &&
        /^\s*$/.test(text.slice(comment.end, at)) &&
        !/\n\s*\n/.test(text.slice(comment.end, at))
      const start = isNear ? comment!.start : at
      const line = lineStart(text, start)
      const isAlone = text.slice(line, start).trim() === '' && text.slice(close + 1, lineEnd(text, close)).trim() === ''
      count()
      entities.push({
        key: match[1]!,
        target: [unescaped(text.slice(valueStart, valueEnd), match[2]!)],
        note: isNear ? comment!.text : '',
        at,
        valueStart,
        valueEnd,
        start: isAlone ? line : start,
        end: isAlone ? lineEnd(text, close) : close + 1,
        quote: match[2]!,
      })
      at = close + 1
    }
    comment = undefined
  }
  return entities
}

// Texts are XML, so references stay as they are. Only the quote and the percent sign are escaped for the declaration.
function unescaped(raw: string, quote: string): string {
  const text = raw.replaceAll('\r\n', '\n').replace(/&#0*37;|&#x0*25;/gi, '%')
  return quote === '"' ? text.replace(/&quot;|&#0*34;|&#x0*22;/gi, '"') : text.replace(/&apos;|&#0*39;|&#x0*27;/gi, "'")
}

function escaped(value: string, quote: string): string {
  checkCharacters(value)
  return value.replaceAll('%', '&#037;').replaceAll(quote, quote === '"' ? '&quot;' : '&apos;')
}
