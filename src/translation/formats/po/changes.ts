// Converts changes to a PO file to splices: entries edited, removed and added.

import { FormatError } from '../format-error.ts'
import type { PluralForms } from '../plural.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown } from '../text-file.ts'
import { editEntry, newEntryText, type PoWriting } from './edit.ts'
import { editHeader, headerText } from './header.ts'
import type { PoEntry } from './scanner.ts'
import { type EntryUnit, unitId } from './units.ts'

interface PoFile {
  readonly units: readonly EntryUnit[]
  readonly header: PoEntry | undefined
  readonly plural: PluralForms | undefined
  readonly monolingual: boolean
  readonly writing: PoWriting
}

export function editFile(changes: CheckedChanges, file: PoFile): Splice[] {
  const edits = file.units.flatMap(({ unit, entry }) => {
    const change = changes.update.get(unit.id)
    return change === undefined ? [] : editEntry(entry, change, file.writing)
  })
  return [...headerEdits(changes, file), ...edits, ...removals(changes, file), ...additions(changes, file)]
}

function headerEdits({ headers }: CheckedChanges, { header, writing }: PoFile): Splice[] {
  if (Object.keys(headers).length === 0) return []
  if (header !== undefined) return editHeader(header, headers, writing)
  const blank = writing.text === '' ? '' : writing.newline
  return [{ start: 0, end: 0, text: headerText(new Map(Object.entries(headers)), writing) + blank }]
}

// Each entry is removed with the empty line after it, or the one before it at the end of the file.
function removals(changes: CheckedChanges, { units, writing: { text } }: PoFile): Splice[] {
  const spans: { start: number; end: number; text: string }[] = []
  for (const { unit, entry } of units) {
    if (!changes.remove.has(unit.id)) continue
    const blank = /[ \t]*\r?\n/y
    blank.lastIndex = entry.end
    const end = blank.test(text) ? blank.lastIndex : entry.end
    const last = spans.at(-1)
    if (last?.end === entry.start) last.end = end
    else spans.push({ start: entry.start, end, text: '' })
  }
  const last = spans.at(-1)
  if (last !== undefined && last.end === text.length) {
    const blank = /\r?\n(\r?\n)$/.exec(text.slice(0, last.start))
    if (blank !== null) last.start -= blank[1]!.length
  }
  return spans
}

function additions(changes: CheckedChanges, file: PoFile): Splice[] {
  const { monolingual, plural, writing } = file
  const kept = file.units.filter(({ unit }) => !changes.remove.has(unit.id))
  const ids = new Set(kept.map(({ unit }) => unit.id))
  const anchors = anchorsOf(changes, file)
  const end = kept.findLast(({ entry }) => !entry.obsolete)?.entry ?? file.header
  return changes.add.map(added => {
    const id = added.id ?? (monolingual ? added.context : unitId(added.context || undefined, added.source[0] ?? ''))
    if (id === '') throw new FormatError('the empty source is the header and cannot be added')
    if (ids.has(id)) throw new FormatError(`the file already has "${shown(id)}"`)
    ids.add(id)
    const target = [...added.target]
    if (target.every(form => form === '') && (added.plural || added.source.length > 1)) {
      while (target.length < (plural?.count ?? 2)) target.push('')
    }
    const behind = added.after === undefined ? end : added.after === null ? file.header : anchors.get(added.after)
    return insertion(behind?.end ?? 0, newEntryText({ ...added, target }, monolingual, writing), writing)
  })
}

// The entry to insert after for each unit: its own, or if that is removed, the last one kept before it.
function anchorsOf(changes: CheckedChanges, { units, header }: PoFile): Map<string, PoEntry | undefined> {
  const anchors = new Map<string, PoEntry | undefined>()
  let kept = header
  for (const { unit, entry } of units) {
    if (!changes.remove.has(unit.id)) kept = entry
    anchors.set(unit.id, kept)
  }
  return anchors
}

function insertion(at: number, entry: string, { text, newline }: PoWriting): Splice {
  if (at === 0) return { start: 0, end: 0, text: entry + (text === '' ? '' : newline) }
  const ended = text[at - 1] === '\n'
  return { start: at, end: at, text: (ended ? newline : newline + newline) + entry }
}
