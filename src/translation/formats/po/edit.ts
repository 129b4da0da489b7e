// Converts changes of units to replaced lines of a PO file.

import type { NewUnit, UnitChange } from '../format.ts'
import { FormatError } from '../format-error.ts'
import type { Splice } from '../splice.ts'
import { shown, singleForm } from '../text-file.ts'
import type { PoEntry } from './scanner.ts'
import { flagsOf, splitAtCommas } from './units.ts'
import { layOut, type WrapStyle } from './wrap.ts'

export interface PoWriting {
  readonly text: string
  readonly newline: string
  readonly style: WrapStyle
  // Whether new entries name their places in the source code.
  readonly hasLocations: boolean
}

export function editEntry(entry: PoEntry, change: UnitChange, writing: PoWriting): Splice[] {
  const splices = change.target === undefined ? [] : editTargets(entry, change.target, change.id, writing)
  if (change.fuzzy !== undefined) splices.push(...editFuzzy(entry, change.fuzzy, writing))
  return splices
}

function editTargets(entry: PoEntry, target: readonly string[], id: string, writing: PoWriting): Splice[] {
  const plural = entry.idPlural !== undefined
  if (target.length === 0 || (!plural && target.length !== 1)) {
    throw new FormatError(`"${shown(id)}" has ${plural ? 'plural forms' : 'one form'}, ${target.length} were given`)
  }
  const fields = target.map((value, i) => ({ keyword: plural ? `msgstr[${i}]` : 'msgstr', value }))
  if (target.length !== entry.targets.length) {
    const text = fields.map(({ keyword, value }) => fieldText(keyword, value, entry.obsolete, writing)).join('')
    return [replaceLines(entry.targets[0]!.start, entry.targets.at(-1)!.end, text, writing)]
  }
  return fields.flatMap(({ keyword, value }, i) => {
    const field = entry.targets[i]!
    if (field.value === value) return []
    return [replaceLines(field.start, field.end, fieldText(keyword, value, entry.obsolete, writing), writing)]
  })
}

// A missing line ending at the end of the file stays missing.
function replaceLines(start: number, end: number, text: string, { text: whole, newline }: PoWriting): Splice {
  const unended = end === whole.length && !whole.endsWith('\n')
  return { start, end, text: unended && text.endsWith(newline) ? text.slice(0, -newline.length) : text }
}

function fieldText(keyword: string, value: string, obsolete: boolean, { style, newline }: PoWriting): string {
  const prefix = obsolete ? '#~ ' : ''
  return layOut(keyword, value, style)
    .map(line => prefix + line + newline)
    .join('')
}

export function editFuzzy(entry: PoEntry, fuzzy: boolean, writing: PoWriting): Splice[] {
  const flags = flagsOf(entry)
  if (flags.includes('fuzzy') === fuzzy) return []
  const lines = entry.comments.filter(({ kind }) => kind === ',')
  if (fuzzy) {
    const first = lines[0]
    if (first === undefined) {
      const at = entry.previousSpan?.start ?? (entry.context ?? entry.id!).start
      return [{ start: at, end: at, text: `#, fuzzy${writing.newline}` }]
    }
    const at = writing.text.indexOf(',', first.start) + 1
    return [{ start: at, end: at, text: ' fuzzy,' }]
  }
  // The previous source only explains why a translation is fuzzy, so it is removed as well.
  const previous = entry.previousSpan === undefined ? [] : [{ ...entry.previousSpan, text: '' }]
  return [...previous, ...lines.flatMap(line => withoutFuzzy(line, writing))]
}

function withoutFuzzy(line: { start: number; end: number }, { text }: PoWriting): Splice[] {
  const raw = text.slice(line.start, line.end)
  const body = raw.trimEnd()
  const flags = splitAtCommas(body.slice(body.indexOf(',') + 1))
  const kept = flags.filter(flag => flag.trim() !== 'fuzzy')
  if (kept.length === flags.length) return []
  if (kept.every(flag => flag.trim() === '')) return [{ ...line, text: '' }]
  return [{ ...line, text: `#,${kept.join(',')}${raw.slice(body.length)}` }]
}

export function newEntryText(unit: NewUnit, monolingual: boolean, writing: PoWriting): string {
  const { newline } = writing
  const comment = (mark: string, text: string | undefined): string =>
    text
      ? text
          .split(/\r\n|[\r\n]/)
          .map(line => `${mark}${line === '' ? '' : ` ${line}`}${newline}`)
          .join('')
      : ''
  const flags = [...(unit.fuzzy ? ['fuzzy'] : []), ...(unit.flags ?? []).map(onOneLine)]
  const source = monolingual ? [unit.context] : unit.source
  const plural = unit.plural ?? (monolingual ? unit.target.length > 1 : source.length > 1)
  const targets = unit.target.length > 0 ? unit.target : ['']
  if (!plural) singleForm(targets, unit.id ?? unit.context)
  return [
    comment('#.', unit.note),
    comment('#:', writing.hasLocations ? onOneLine(unit.location ?? '').replaceAll(', ', ' ') : ''),
    flags.length > 0 ? `#, ${flags.join(', ')}${newline}` : '',
    !monolingual && unit.context !== '' ? fieldText('msgctxt', unit.context, false, writing) : '',
    fieldText('msgid', source[0] ?? '', false, writing),
    plural ? fieldText('msgid_plural', source[1] ?? source[0] ?? '', false, writing) : '',
    ...targets.map((value, i) => fieldText(plural ? `msgstr[${i}]` : 'msgstr', value, false, writing)),
  ].join('')
}

function onOneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}
