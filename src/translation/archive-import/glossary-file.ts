// Glossaries of other platforms: TBX, or CSV with a column per language.

import { extensionOf } from '../catalogue/guess-masks.ts'
import { detectDelimiter, scanCsv } from '../formats/csv/scanner.ts'
import { decode } from '../formats/encoding.ts'
import { FormatError } from '../formats/index.ts'
import { readTerms } from '../formats/tbx/read-terms.ts'
import { unitCounter } from '../formats/unit-limit.ts'
import type { ZipArchive } from '../formats/zip/open-zip.ts'

/** A term in several languages; codes are as in the file. */
export interface Term {
  readonly texts: ReadonlyMap<string, string>
  readonly note: string
}

const GLOSSARY_BYTES = 50 * 1024 * 1024

/** Crowdin: `Term [cs]`. Transifex: `term`, `translation_cs`. */
const TERM = /^term\s*\[([^\]]+)\]$|^translation[_ ]\[?([^\]]+)\]?$/i
const NOTE = /^(?:comment|definition|description|note|concept definition|concept note|pos|part of speech)$/i
const NOTE_IN = /^(?:description|note)\s*\[([^\]]+)\]$/i

interface Columns {
  /** Codes by column; the empty code is the source language. */
  readonly texts: ReadonlyMap<number, string>
  readonly notes: readonly number[]
}

function columnsOf(header: readonly string[]): Columns | null {
  const texts = new Map<number, string>()
  const notes: number[] = []
  for (const [i, name] of header.map(each => each.trim()).entries()) {
    const match = TERM.exec(name)
    if (match !== null) texts.set(i, match[1] ?? match[2]!)
    else if (name.toLowerCase() === 'term') texts.set(i, '')
    else if (NOTE.test(name) || NOTE_IN.test(name)) notes.push(i)
  }
  return texts.size > 1 ? { texts, notes } : null
}

const textOf = (content: Buffer): string => decode(content, {}, 'utf-8').text

function headerOf(content: Buffer): { text: string; columns: Columns | null } {
  const text = textOf(content)
  const line = text.slice(0, Math.max(0, text.search(/\r?\n/)))
  const [header] = scanCsv(line, detectDelimiter(line))
  return { text, columns: columnsOf(header?.fields.map(each => each.value) ?? []) }
}

export async function isGlossaryFile(zip: ZipArchive, name: string): Promise<boolean> {
  const extension = extensionOf(name)
  if (extension === 'tbx') return true
  if (extension !== 'csv' || zip.sizeOf(name) > GLOSSARY_BYTES) return false
  try {
    return headerOf(await zip.read(name)).columns !== null
  } catch (error) {
    if (error instanceof FormatError) return false
    throw error
  }
}

/** The terms of a glossary. `source` is the code of a column without a language. */
export function readGlossary(name: string, content: Buffer, source: string): Term[] {
  if (extensionOf(name) === 'tbx') return readTerms(content)
  const { text, columns } = headerOf(content)
  if (columns === null) throw new FormatError('the first row does not name the columns of a glossary')
  const rows = scanCsv(text, detectDelimiter(text), unitCounter({}))
  return rows.slice(1).flatMap(({ fields }) => {
    const at = (i: number) => fields[i]?.value.trim() ?? ''
    const texts = new Map([...columns.texts].flatMap(([i, code]) => (at(i) === '' ? [] : [[code || source, at(i)]])))
    const note = [...new Set(columns.notes.map(at))].filter(each => each !== '').join('\n')
    return texts.size === 0 ? [] : [{ texts, note }]
  })
}
