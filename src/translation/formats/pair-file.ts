// Shared by formats whose files are sequences of statements with a key and a value: changes of a value replace it, new
// statements go after their neighbours, and removed ones take their comments with them.

import { lastFirst } from './distinct-ids.ts'
import { type Decoded, newlineOf } from './encoding.ts'
import type { FileUnit, Layout, NewUnit, ParsedFile, ParseOptions } from './format.ts'
import { FormatError } from './format-error.ts'
import { lineCounter } from './lines.ts'
import type { Splice } from './splice.ts'
import { type CheckedChanges, shown, textFile, unit } from './text-file.ts'

export interface Pair {
  readonly key: string
  readonly target: readonly string[]
  readonly note: string
  // Start of the key, which determines the line.
  readonly at: number
  readonly valueStart: number
  readonly valueEnd: number
  // The range to delete with the pair: its comments and lines, including the last line break.
  readonly start: number
  readonly end: number
}

export interface Place {
  readonly at: number
  // Text around the new statement, for example a section header.
  readonly before?: string
  readonly after?: string
}

export interface PairFileParts<P extends Pair> {
  readonly format: string
  readonly decoded: Decoded
  readonly options: ParseOptions
  readonly pairs: readonly P[]
  readonly layout?: Omit<Layout, 'newline'>
  readonly language?: string | undefined
  readonly declareUtf8?: (text: string) => string
  readonly details?: (pair: P) => Partial<FileUnit>
  // The value as text, for a pair that exists.
  readonly value: (target: readonly string[], pair: P) => string
  // A new statement without its last line break. Absent if the format is fixed.
  readonly statement?: (added: NewUnit, key: string, newline: string) => string
  // The key of a new unit.
  readonly keyOf?: (added: NewUnit) => string
  // Where a new statement goes, if not after its neighbour. `previous` is the key of the statement added before it.
  readonly place?: (key: string, anchor: P | null | undefined, previous: string | undefined) => Place | undefined
  // Positions before the first and after the last statement, for files without statements.
  readonly top?: number
  readonly bottom?: number
  // Replaces the removal of a pair, for formats that separate pairs.
  readonly removal?: (pair: P) => Splice
}

export function pairFile<P extends Pair>(parts: PairFileParts<P>): ParsedFile {
  const { text } = parts.decoded
  const byId = lastFirst(parts.pairs, ({ key }) => key)
  const lineOf = lineCounter(text)
  const units = [...byId].map(([id, pair], i) =>
    unit({
      id,
      context: pair.key,
      target: pair.target,
      note: pair.note,
      duplicate: id !== pair.key,
      position: i + 1,
      line: lineOf(pair.at),
      ...parts.details?.(pair),
    }),
  )
  return textFile({
    format: parts.format,
    decoded: parts.decoded,
    units,
    language: parts.language,
    ...(parts.layout && { layout: parts.layout }),
    ...(parts.declareUtf8 && { declareUtf8: parts.declareUtf8 }),
    edit: changes => edit(changes, parts, byId),
  })
}

function edit<P extends Pair>(
  changes: CheckedChanges,
  parts: PairFileParts<P>,
  byId: ReadonlyMap<string, P>,
): Splice[] {
  const splices: Splice[] = []
  for (const [id, { target }] of changes.update) {
    const pair = byId.get(id)!
    if (target === undefined || isEqual(target, pair.target)) continue
    splices.push({ start: pair.valueStart, end: pair.valueEnd, text: parts.value(target, pair) })
  }
  if (parts.statement === undefined && (changes.remove.size > 0 || changes.add.length > 0)) {
    throw new FormatError('strings of this format cannot be added or removed: the file follows its template')
  }
  for (const id of changes.remove) {
    const pair = byId.get(id)!
    splices.push(parts.removal?.(pair) ?? { start: pair.start, end: pair.end, text: '' })
  }
  return [...splices, ...additions(changes, parts, byId)]
}

export function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((form, i) => form === b[i])
}

function additions<P extends Pair>(
  changes: CheckedChanges,
  parts: PairFileParts<P>,
  byId: ReadonlyMap<string, P>,
): Splice[] {
  const { text } = parts.decoded
  const newline = newlineOf(text, parts.options.template?.layout.newline)
  const keys = new Set([...byId.keys()].filter(id => !changes.remove.has(id)))
  const [first] = byId.values()
  const last = [...byId.values()].at(-1)
  let previous: string | undefined
  return changes.add.map(added => {
    const key = parts.keyOf?.(added) ?? added.id ?? added.context
    if (keys.has(key)) throw new FormatError(`the file already has "${shown(key)}"`)
    keys.add(key)
    const anchor = typeof added.after === 'string' ? byId.get(added.after)! : added.after
    const place = parts.place?.(key, anchor, previous) ?? {
      at:
        anchor === null
          ? (first?.start ?? parts.top ?? 0)
          : (anchor?.end ?? parts.bottom ?? (last === undefined ? parts.top : undefined) ?? text.length),
    }
    previous = key
    const { at, before = '', after = '' } = place
    const unended = at > 0 && !/[\r\n]/.test(text[at - 1]!)
    const statement = parts.statement!(added, key, newline)
    return { start: at, end: at, text: `${unended ? newline : ''}${before}${statement}${newline}${after}` }
  })
}

// After the line break that follows.
export function lineEnd(text: string, at: number): number {
  const newline = /\r\n|[\r\n]/g
  newline.lastIndex = at
  return newline.test(text) ? newline.lastIndex : text.length
}

export function lineStart(text: string, at: number): number {
  let start = at
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--
  return start
}
