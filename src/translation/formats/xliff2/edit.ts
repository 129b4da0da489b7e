// Converts changes of XLIFF 2 segments to changes of the XML text.

import type { NewUnit, UnitChange } from '../format.ts'
import { FormatError } from '../format-error.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, singleForm } from '../text-file.ts'
import { addUnits, type XliffText } from '../xliff/add-units.ts'
import { leadOf, removeNode, setAttribute, setContent } from '../xml/edit.ts'
import { elements } from '../xml/scanner.ts'
import { escapeAttribute, escapeText, isMarkup } from '../xml/text.ts'
import type { SegmentEntry } from './units.ts'

type SegmentFile = XliffText<SegmentEntry>

export function editSegments(changes: CheckedChanges, file: SegmentFile): Splice[] {
  const { text, root, entries } = file
  const splices: Splice[] = []
  const removed = entries.filter(({ unit }) => changes.remove.has(unit.id))
  for (const entry of entries) {
    const change = changes.update.get(entry.unit.id)
    if (change !== undefined) splices.push(...editSegment(file, entry, change))
  }
  const byUnit = Map.groupBy(removed, ({ element }) => element)
  for (const [element, segments] of byUnit) {
    const isWhole = elements(element, 'segment').length === segments.length
    splices.push(...(isWhole ? [removeNode(text, element)] : segments.map(({ segment }) => removeNode(text, segment))))
  }
  for (const [name, value] of Object.entries(changes.headers)) splices.push(...setAttribute(text, root, name, value))
  return [...splices, ...additions(changes, file)]
}

function editSegment({ text, byKey }: SegmentFile, entry: SegmentEntry, change: UnitChange): Splice[] {
  const { segment, target, source } = entry
  const value = change.target === undefined ? undefined : singleForm(change.target, change.id)
  const content = value === undefined ? undefined : entry.rich && isMarkup(value) ? value : escapeText(value)
  const state = stateAfter(entry, change, value ?? entry.unit.target[0]!)
  const splices = state === undefined ? [] : setAttribute(text, segment, 'state', state)
  if (content === undefined) return splices
  if (target !== undefined) {
    if (value !== entry.unit.target[0]) splices.push(...setContent(text, target, content))
    return splices
  }
  if (content === '') return splices
  // The texts of such a template are its sources.
  if (byKey === 'template') return setContent(text, source, content)
  const prefix = source.name.slice(0, source.name.indexOf(':') + 1)
  const xml = `${leadOf(text, source)}<${prefix}target>${content}</${prefix}target>`
  return [...splices, { start: source.end, end: source.end, text: xml }]
}

// Undefined keeps the state: files that do not use states should not start to.
function stateAfter({ unit, segment }: SegmentEntry, change: UnitChange, text: string): string | undefined {
  const state = segment.attributes.get('state')
  if (change.fuzzy ?? (unit.fuzzy && text !== '')) return 'initial'
  if (change.approved && !unit.approved) return 'final'
  const isOutdated = state === 'initial' || (change.approved === false && unit.approved)
  return isOutdated && text !== '' ? 'translated' : undefined
}

function additions(changes: CheckedChanges, file: SegmentFile): Splice[] {
  if (changes.add.length === 0) return []
  const parent = elements(file.root, 'file')[0]
  if (parent === undefined) throw new FormatError('the file has no <file> to add units to')
  return addUnits(changes, file, parent, unitXml)
}

function unitXml(added: NewUnit, name: string, lead: string): string {
  const inner = lead === '' ? '' : `${lead}  `
  const deeper = lead === '' ? '' : `${inner}  `
  const target = added.target.length === 0 ? '' : singleForm(added.target, name)
  const state = added.fuzzy ? ' state="initial"' : added.approved ? ' state="final"' : ''
  const context = added.context !== '' && added.context !== name ? ` name="${escapeAttribute(added.context)}"` : ''
  const space = /^\s|\s$|\s\s/.test(target + (added.source[0] ?? '')) ? ' xml:space="preserve"' : ''
  const note = added.note ? `${inner}<notes>${deeper}<note>${escapeText(added.note)}</note>${inner}</notes>` : ''
  return [
    `${lead}<unit id="${escapeAttribute(name)}"${context}${space}>${note}`,
    `${inner}<segment${state}>`,
    `${deeper}<source>${escapeText(added.source[0] ?? '')}</source>`,
    target === '' ? '' : `${deeper}<target>${escapeText(target)}</target>`,
    `${inner}</segment>`,
    `${lead}</unit>`,
  ].join('')
}
