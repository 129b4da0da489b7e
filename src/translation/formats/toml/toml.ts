// TOML files: strings by path, in tables.

import { decode, newlineOf } from '../encoding.ts'
import type { FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { decodePath, encodePath, type Segment, showPath } from '../json/path.ts'
import { type Pair, type Place, pairFile } from '../pair-file.ts'
import { shown, singleForm } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { scanToml, type TomlTable, type TomlValue } from './scanner.ts'
import { tomlKey, writeTomlString } from './strings.ts'

export const toml: FileFormat = {
  id: 'toml',
  name: 'TOML file',
  extensions: ['toml'],
  monolingual: true,
  nests: true,
  states: [],
  flags: [],
  parse: parseToml,
  create: () => Buffer.of(),
}

interface TomlPair extends Pair {
  readonly value: TomlValue
}

function parseToml(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const { text } = decoded
  const { values, tables } = scanToml(text, unitCounter(options))
  const homeOf = homes(values, tables)
  const newline = newlineOf(text, options.template?.layout.newline)
  return pairFile<TomlPair>({
    format: 'toml',
    decoded,
    options,
    pairs: values.map(value => ({ ...value, key: encodePath(value.path), target: [value.value], value })),
    details: ({ value }) => ({ context: showPath(value.path) }),
    value: (target, { key, value }) => writeTomlString(singleForm(target, key), value.quote, newline),
    statement: (added, key) => {
      const notes = added.note ? added.note.split('\n').map(line => `# ${line}${newline}`) : []
      const { rest } = homeOf(decodePath(key))
      return `${notes.join('')}${rest.map(keyText).join('.')} = ${writeTomlString(singleForm(added.target, key), '"', newline)}`
    },
    place: (key, anchor, previous) => {
      const { table, header } = homeOf(decodePath(key))
      if (header === undefined) return placeIn(table, anchor === undefined || anchor === null ? anchor : anchor.value)
      const last = previous === undefined ? undefined : homeOf(decodePath(previous)).header
      const isOpen = last !== undefined && encodePath(last) === encodePath(header)
      return { at: text.length, before: isOpen ? '' : headerText(header, text, newline) }
    },
    removal: ({ key, value: { isInline }, start, end }) => {
      if (isInline)
        throw new FormatError(`"${shown(key)}" is part of a list or an inline table and cannot be removed alone`)
      return { start, end, text: '' }
    },
  })
}

interface Home {
  readonly table: TomlTable
  // The key within the table.
  readonly rest: readonly Segment[]
  // The header of a new table.
  readonly header?: readonly Segment[]
}

// The table that a new key goes into: the one of its path, one that has keys with dots of that path, or a new one.
function homes(values: readonly TomlValue[], tables: readonly TomlTable[]): (path: readonly Segment[]) => Home {
  const byPath = new Map(tables.map(table => [encodePath(table.path), table]))
  const dotted = new Map<string, TomlValue>()
  for (const value of values)
    for (let depth = value.table.path.length + 1; depth < value.path.length; depth++)
      dotted.set(encodePath(value.path.slice(0, depth)), value)
  return path => {
    const header = path.slice(0, -1)
    const id = encodePath(header)
    const table = byPath.get(id)
    if (table !== undefined) return { table, rest: path.slice(-1) }
    const sibling = dotted.get(id)
    if (sibling?.isInline) throw new FormatError(`cannot add "${shown(encodePath(path))}" to a list or an inline table`)
    if (sibling !== undefined) return { table: sibling.table, rest: path.slice(sibling.table.path.length) }
    return { table: tables[0]!, rest: path.slice(-1), header }
  }
}

export function placeIn(table: TomlTable, anchor: TomlValue | null | undefined): Place {
  if (anchor === null) return { at: table.start === -1 ? table.end : table.first }
  return { at: anchor?.table === table ? anchor.end : table.end }
}

export function headerText(path: readonly Segment[], text: string, newline: string): string {
  const gap = text === '' || /(?:\r?\n){2}$/.test(text) ? '' : newline
  return `${gap}[${path.map(keyText).join('.')}]${newline}`
}

export function keyText(segment: Segment): string {
  if (typeof segment === 'number') throw new FormatError('items cannot be added to a list of this format')
  return tomlKey(segment)
}
