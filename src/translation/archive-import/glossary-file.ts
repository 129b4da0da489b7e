// Glossaries of other platforms: TBX, or CSV with a column per language.

import { extensionOf } from '../catalogue/guess-masks.ts'
import { detectDelimiter, scanCsv } from '../formats/csv/scanner.ts'
import { decode } from '../formats/encoding.ts'
import { FormatError } from '../formats/index.ts'
import { type Concept, isForbiddenStatus, readConcepts } from '../formats/tbx/read-terms.ts'
import { unitCounter } from '../formats/unit-limit.ts'
import type { ZipArchive } from '../formats/zip/open-zip.ts'

const GLOSSARY_BYTES = 50 * 1024 * 1024

/** Crowdin: `Term [cs]` and `Note [cs]`, `Concept Definition`. Transifex: `term`, `translation_cs`, `comment_cs`. */
const IN_LANGUAGE = /^(.+?)\s*\[([^\]]+)\]$/
const TRANSIFEX = /^(translation|comment)_(.+)$/i
const TERM = /^(?:term|translation)$/
const STATUS = /^status$/
const NOTE =
  /^(?:comment|definition|description|note|url|pos|part of speech|concept (?:definition|subject|note|url|figure))$/
const TRANSLATABLE = /^concept translatable$/

interface Column {
  readonly kind: 'term' | 'status' | 'note' | 'translatable'
  /** Null about the concept; empty for the source language. */
  readonly language: string | null
}

function columnOf(header: string): Column | null {
  const name = header.trim()
  const match = IN_LANGUAGE.exec(name) ?? TRANSIFEX.exec(name)
  const what = (match?.[1] ?? name).toLowerCase()
  const language = match?.[2] ?? null
  if (TERM.test(what)) return { kind: 'term', language: language ?? '' }
  if (STATUS.test(what) && language !== null) return { kind: 'status', language }
  if (NOTE.test(what)) return { kind: 'note', language }
  return TRANSLATABLE.test(what) ? { kind: 'translatable', language: null } : null
}

function columnsOf(header: readonly string[]): (Column | null)[] | null {
  const columns = header.map(columnOf)
  const languages = new Set(columns.flatMap(each => (each?.kind === 'term' ? [each.language] : [])))
  return languages.size > 1 ? columns : null
}

const textOf = (content: Buffer): string => decode(content, {}, 'utf-8').text

function headerOf(content: Buffer): { text: string; columns: (Column | null)[] | null } {
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

/** The concepts of a glossary. `source` is the code of a column without a language. */
export function readGlossary(name: string, content: Buffer, source: string): Concept[] {
  if (extensionOf(name) === 'tbx') return readConcepts(content)
  const { text, columns } = headerOf(content)
  if (columns === null) throw new FormatError('the first row does not name the columns of a glossary')
  const rows = scanCsv(text, detectDelimiter(text), unitCounter({}))
  return rows.slice(1).flatMap(({ fields }) => {
    const cells = columns.flatMap((column, i) => {
      const value = fields[i]?.value.trim() ?? ''
      return column === null || value === '' ? [] : [{ ...column, value }]
    })
    const valuesOf = (kind: Column['kind'], language: string | null) =>
      cells.filter(each => each.kind === kind && each.language === language).map(each => each.value)
    const notesIn = (language: string | null) => [...new Set(valuesOf('note', language))].join('\n')
    const terms = cells.flatMap(({ kind, language, value }) =>
      kind !== 'term' || language === null
        ? []
        : [
            {
              language: language || source,
              text: value,
              isForbidden: valuesOf('status', language).some(isForbiddenStatus),
              note: notesIn(language),
            },
          ],
    )
    const isTranslatable = !valuesOf('translatable', null).some(value => /^(?:no|false|0)$/i.test(value))
    return terms.length === 0 ? [] : [{ terms, note: notesIn(null), isTranslatable }]
  })
}
