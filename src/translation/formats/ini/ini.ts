// INI files, with the texts of Inno Setup as a variant: keys in sections, one line per text.

import { decodeUtf8Or, newlineOf } from '../encoding.ts'
import type { FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { pairFile } from '../pair-file.ts'
import { shown, singleForm } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { type IniPair, scanIni } from './scanner.ts'

export const ini = iniFormat('ini', 'INI file', ['ini'], false)
// Inno Setup writes line breaks as %n.
export const islu = iniFormat('islu', 'Inno Setup INI file', ['islu', 'isl'], true)

function iniFormat(id: string, name: string, extensions: readonly string[], isInno: boolean): FileFormat {
  return {
    id,
    name,
    extensions,
    monolingual: true,
    states: [],
    flags: [],
    restricted: true,
    refuses: text => whyNot(text, name, isInno),
    parse: (bytes, options = {}) => parseIni(bytes, options, id, isInno),
    create: () => Buffer.of(),
  }
}

function whyNot(text: string, name: string, isInno: boolean): string | undefined {
  if (/^\s|\s$/.test(text)) return `The file format "${name}" does not allow white space at the start or end of a text.`
  if (isInno ? !text.includes('\r') : !/[\r\n]/.test(text)) return undefined
  return `The file format "${name}" does not allow line breaks. Write the text on one line.`
}

function parseIni(bytes: Uint8Array, options: ParseOptions, format: string, isInno: boolean): ParsedFile {
  const decoded = decodeUtf8Or('windows-1252', bytes, options)
  const { text } = decoded
  const { pairs, sections } = scanIni(text, isInno, unitCounter(options))
  const separator = separatorOf(text, pairs)
  const byName = new Map(sections.map(section => [section.name, section]))
  const newline = newlineOf(text, options.template?.layout.newline)
  const write = (target: readonly string[], key: string) => valueText(singleForm(target, key), isInno)
  return pairFile<IniPair>({
    format,
    decoded,
    options,
    pairs,
    // Programs read UTF-8 or the encoding of the system.
    declareUtf8: each => each,
    value: (target, { key }) => write(target, key),
    statement: (added, key) => {
      const notes = added.note ? added.note.split('\n').map(line => `; ${line}${newline}`) : []
      return `${notes.join('')}${nameOf(key)}${separator}${write(added.target, key)}`
    },
    place: (key, anchor, previous) => {
      const name = sectionOf(key)
      const section = byName.get(name)
      if (section === undefined) {
        const gap = text === '' || /(?:\r?\n){2}$/.test(text) ? '' : newline
        const isOpen = previous !== undefined && sectionOf(previous) === name
        return { at: text.length, before: isOpen ? '' : `${gap}[${name}]${newline}` }
      }
      if (anchor === null) return { at: section.first }
      return { at: anchor?.section === section ? anchor.end : section.end }
    },
  })
}

const sectionOf = (key: string): string => /^\[([^\]]*)\]/.exec(key)?.[1] ?? ''

function nameOf(key: string): string {
  const name = key.replace(/^\[[^\]]*\]/, '')
  if (name === '' || /[=\r\n]|^[;#[\s]|\s$/.test(name))
    throw new FormatError(`"${shown(key)}" cannot be a key of this file`)
  return name
}

function valueText(value: string, isInno: boolean): string {
  const line = isInno ? value.replaceAll('\n', '%n').replaceAll('\t', '%t') : value
  if (/[\r\n]/.test(line)) throw new FormatError('a text of this format has one line')
  return line
}

function separatorOf(text: string, pairs: readonly IniPair[]): string {
  const [first] = pairs
  if (first === undefined) return '='
  const between = text.slice(first.at, first.valueStart)
  return /[ \t]*[=:][ \t]*$/.exec(between)?.[0] ?? '='
}
