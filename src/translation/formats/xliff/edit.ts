// Converts changes of XLIFF units to changes of the XML text.

import type { NewUnit, UnitChange } from '../format.ts'
import { FormatError } from '../format-error.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, singleForm } from '../text-file.ts'
import { leadOf, removeNode, setAttribute, setContent } from '../xml/edit.ts'
import { elements, firstElement } from '../xml/scanner.ts'
import { escapeAttribute, escapeText, isMarkup } from '../xml/text.ts'
import { addUnits, type XliffText } from './add-units.ts'
import { isFuzzyState, type XliffEntry } from './units.ts'

type XliffFile = XliffText<XliffEntry>

export function editXliff(changes: CheckedChanges, file: XliffFile): Splice[] {
  const { text, root, entries } = file
  const splices: Splice[] = []
  for (const entry of entries) {
    const change = changes.update.get(entry.unit.id)
    if (change !== undefined) splices.push(...editUnit(file, entry, change))
    if (changes.remove.has(entry.unit.id)) splices.push(removeNode(text, entry.element))
  }
  for (const part of elements(root, 'file')) {
    for (const [name, value] of Object.entries(changes.headers)) splices.push(...setAttribute(text, part, name, value))
  }
  return [...splices, ...additions(changes, file)]
}

function editUnit({ text, byKey }: XliffFile, entry: XliffEntry, change: UnitChange): Splice[] {
  const { element, target, source } = entry
  const value = change.target === undefined ? undefined : singleForm(change.target, change.id)
  const content = value === undefined ? undefined : contentXml(value, entry.rich)
  const state = stateAfter(entry, change, value ?? entry.unit.target[0]!)
  const approved = approvedAfter(entry, change)
  const splices = approved === undefined ? [] : setAttribute(text, element, 'approved', approved)
  if (target === undefined) {
    if (content === undefined || content === '') return splices
    // The texts of such a template are its sources.
    if (byKey === 'template') return setContent(text, source, content)
    const behind = firstElement(element, 'seg-source') ?? source
    const prefix = source.name.slice(0, source.name.indexOf(':') + 1)
    const attribute = state === undefined ? '' : ` state="${state}"`
    const xml = `${leadOf(text, source)}<${prefix}target${attribute}>${content}</${prefix}target>`
    return [...splices, { start: behind.end, end: behind.end, text: xml }]
  }
  if (state !== undefined) splices.push(...setAttribute(text, target, 'state', state))
  if (content !== undefined && value !== entry.unit.target[0]) splices.push(...setContent(text, target, content))
  return splices
}

function contentXml(value: string, rich: boolean): string {
  return rich && isMarkup(value) ? value : escapeText(value)
}

// Undefined keeps the state: files that do not use states should not start to.
function stateAfter({ unit, target }: XliffEntry, change: UnitChange, text: string): string | undefined {
  const state = target?.attributes.get('state')
  if (change.fuzzy ?? (unit.fuzzy && text !== '')) return isFuzzyState(state) ? undefined : 'needs-translation'
  if (change.approved && state !== undefined) return 'final'
  const outdated = isFuzzyState(state) || state === 'new' || (change.approved === false && state === 'final')
  return outdated && text !== '' ? 'translated' : undefined
}

function approvedAfter({ unit, element }: XliffEntry, change: UnitChange): string | undefined {
  const approved = change.fuzzy ? false : change.approved
  if (approved === undefined || approved === unit.approved) return undefined
  return approved ? 'yes' : element.attributes.has('approved') ? 'no' : undefined
}

function additions(changes: CheckedChanges, file: XliffFile): Splice[] {
  if (changes.add.length === 0) return []
  const body = firstElement(elements(file.root, 'file')[0] ?? file.root, 'body')
  if (body === undefined) throw new FormatError('the file has no <body> to add units to')
  return addUnits(changes, file, body, unitXml)
}

function unitXml(added: NewUnit, name: string, lead: string): string {
  const inner = lead === '' ? '' : `${lead}  `
  const target = added.target.length === 0 ? '' : singleForm(added.target, name)
  const state = added.fuzzy ? ' state="needs-translation"' : ''
  const approved = added.approved ? ' approved="yes"' : ''
  const context = added.context !== '' && added.context !== name ? ` resname="${escapeAttribute(added.context)}"` : ''
  const space = /^\s|\s$|\s\s/.test(target + (added.source[0] ?? '')) ? ' xml:space="preserve"' : ''
  return [
    `${lead}<trans-unit id="${escapeAttribute(name)}"${context}${space}${approved}>`,
    `${inner}<source>${escapeText(added.source[0] ?? '')}</source>`,
    target === '' ? '' : `${inner}<target${state}>${escapeText(target)}</target>`,
    added.note ? `${inner}<note>${escapeText(added.note)}</note>` : '',
    `${lead}</trans-unit>`,
  ].join('')
}
