// From scanned PO entries to units, and the ids that link them.

import { distinctIds } from '../distinct-ids.ts'
import type { FileUnit } from '../format.ts'
import { unit } from '../text-file.ts'
import type { PoEntry } from './scanner.ts'

// gettext's own separator of context and msgid in compiled catalogues.
const contextSeparator = '\u0004'
// Keeps an obsolete entry's id apart from that of a live entry with the same msgid.
const obsoletePrefix = '\u0018'

export function unitId(context: string | undefined, source: string): string {
  return context === undefined ? source : `${context}${contextSeparator}${source}`
}

export function isHeader(entry: PoEntry): boolean {
  return entry.id?.value === '' && entry.context === undefined && !entry.obsolete
}

export interface EntryUnit {
  readonly unit: FileUnit
  readonly entry: PoEntry
}

export function unitsOf(entries: readonly PoEntry[], pluralCount: number, monolingual: boolean): EntryUnit[] {
  const units: EntryUnit[] = []
  const distinct = distinctIds()
  for (const entry of entries) {
    if (entry.id === undefined || isHeader(entry)) continue
    const ownId = (entry.obsolete ? obsoletePrefix : '') + unitId(entry.context?.value, entry.id.value)
    const id = distinct(ownId)
    const unit = toUnit(entry, id, units.length + 1, pluralCount, monolingual)
    // Obsolete entries may repeat each other.
    units.push({ entry, unit: { ...unit, duplicate: id !== ownId && !entry.obsolete } })
  }
  return units
}

function toUnit(entry: PoEntry, id: string, position: number, pluralCount: number, monolingual: boolean): FileUnit {
  const target = entry.targets.map(field => field.value)
  if (entry.idPlural !== undefined) while (target.length < pluralCount) target.push('')
  const source = entry.idPlural === undefined ? [entry.id!.value] : [entry.id!.value, entry.idPlural.value]
  const previous = ['msgid', 'msgid_plural'].flatMap(keyword => entry.previous.get(keyword)?.value ?? [])
  const flags = flagsOf(entry)
  const fuzzy = flags.includes('fuzzy')
  return unit({
    id,
    // A monolingual PO file keeps the key where others keep the source.
    context: monolingual ? unitId(entry.context?.value, entry.id!.value) : (entry.context?.value ?? ''),
    source: monolingual ? [] : source,
    target,
    fuzzy,
    obsolete: entry.obsolete,
    readonly: flags.includes('read-only'),
    previousSource: fuzzy ? previous : [],
    note: notesOf(entry),
    location: locationsOf(entry),
    flags: flags.filter(flag => flag !== 'fuzzy'),
    position,
    line: entry.line,
  })
}

export function flagsOf(entry: PoEntry): string[] {
  return entry.comments.filter(({ kind }) => kind === ',').flatMap(({ text }) => splitFlags(text))
}

function splitFlags(text: string): string[] {
  return splitAtCommas(text)
    .map(flag => flag.trim())
    .filter(flag => flag !== '')
}

// Flags are separated by commas, except inside quotes: regex:"a,b".
export function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') quoted = !quoted
    else if (text[i] === ',' && !quoted) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

function notesOf(entry: PoEntry): string {
  const lines = entry.comments.filter(({ kind }) => kind === ' ' || kind === '.').map(({ text }) => text)
  return lines.join('\n').trim()
}

// File names with spaces stand between the isolate characters U+2068 and U+2069.
function locationsOf(entry: PoEntry): string {
  const text = entry.comments
    .filter(({ kind }) => kind === ':')
    .map(({ text }) => text)
    .join(' ')
  return (text.match(/\u2068[^\u2068\u2069]*\u2069\S*|\S+/g) ?? []).join(', ').replace(/[\u2068\u2069]/g, '')
}
