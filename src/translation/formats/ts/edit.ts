// Converts changes of Qt messages to changes of the XML text.

import type { NewUnit, UnitChange } from '../format.ts'
import { FormatError } from '../format-error.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown, singleForm } from '../text-file.ts'
import { leadOf, removeNode, setAttribute, setContent } from '../xml/edit.ts'
import { insertElements, type NewElement } from '../xml/insert.ts'
import { elements, firstElement, type XmlElement } from '../xml/scanner.ts'
import { readText, writeText } from './text.ts'
import { messageId, type TsEntry } from './units.ts'

export function editMessages(
  changes: CheckedChanges,
  text: string,
  root: XmlElement,
  entries: readonly TsEntry[],
  newline: string,
): Splice[] {
  const splices: Splice[] = []
  for (const entry of entries) {
    const change = changes.update.get(entry.unit.id)
    if (change !== undefined) splices.push(...editMessage(text, entry, change))
    if (changes.remove.has(entry.unit.id)) splices.push(removeNode(text, entry.message))
  }
  for (const [name, value] of Object.entries(changes.headers)) splices.push(...setAttribute(text, root, name, value))
  return [...splices, ...additions(changes, text, root, entries, newline)]
}

function editMessage(text: string, entry: TsEntry, change: UnitChange): Splice[] {
  const { unit, translation, message } = entry
  const target = change.target ?? unit.target
  if (!entry.plural) singleForm(target, unit.id)
  else if (target.length === 0) throw new FormatError(`"${shown(unit.id)}" has plural forms, none were given`)
  const changed = target.length !== unit.target.length || target.some((form, i) => form !== unit.target[i])
  const unfinished = (change.fuzzy ?? unit.fuzzy) || target.every(form => form === '')
  if (translation === undefined) {
    const xml = translationXml(target, unfinished, entry.plural, leadOf(text, firstElement(message, 'source')!))
    const last = elements(message).at(-1)!
    return [{ start: last.end, end: last.end, text: xml }]
  }
  const type = translation.attributes.get('type')
  const splices: Splice[] = []
  if (!unit.obsolete && (type === 'unfinished') !== unfinished) {
    splices.push(...setAttribute(text, translation, 'type', unfinished ? 'unfinished' : undefined))
  }
  if (!changed) return splices
  const forms = elements(translation, 'numerusform')
  if (entry.plural && forms.length === target.length) {
    const edits = forms.flatMap((form, i) =>
      target[i] === unit.target[i] ? [] : setContent(text, form, writeText(target[i]!)),
    )
    return [...splices, ...edits]
  }
  return [...splices, ...setContent(text, translation, contentXml(target, entry.plural, leadOf(text, translation)))]
}

function contentXml(target: readonly string[], plural: boolean, lead: string): string {
  if (!plural) return writeText(target[0] ?? '')
  const inner = lead === '' ? '' : `${lead}    `
  return target.map(form => `${inner}<numerusform>${writeText(form)}</numerusform>`).join('') + lead
}

function translationXml(target: readonly string[], unfinished: boolean, plural: boolean, lead: string): string {
  const type = unfinished ? ' type="unfinished"' : ''
  return `${lead}<translation${type}>${contentXml(target, plural, lead)}</translation>`
}

function additions(
  changes: CheckedChanges,
  text: string,
  root: XmlElement,
  entries: readonly TsEntry[],
  newline: string,
): Splice[] {
  const byId = new Map(entries.map(entry => [entry.unit.id, entry]))
  const contexts = new Map(elements(root, 'context').map(context => [contextName(text, context), context]))
  const added = new Map<XmlElement, NewElement[]>()
  const newContexts = new Map<string, NewUnit[]>()
  const ids = new Set(byId.keys())
  for (const unit of changes.add) {
    const id = messageId(unit.context, unit.source[0] ?? '', '')
    if (ids.has(id) && !changes.remove.has(id)) throw new FormatError(`the file already has "${shown(id)}"`)
    ids.add(id)
    const context = contexts.get(unit.context)
    if (context === undefined) listIn(newContexts, unit.context).push(unit)
    else {
      const after = typeof unit.after === 'string' ? byId.get(unit.after)! : undefined
      const anchor = after?.context === context ? after.message : undefined
      listIn(added, context).push({ anchor, render: lead => messageXml(unit, lead) })
    }
  }
  const fresh = [...newContexts].map(
    ([name, units]): NewElement => ({
      anchor: undefined,
      render: lead => {
        const inner = lead === '' ? '' : `${lead}    `
        const messages = units.map(unit => messageXml(unit, inner)).join('')
        return `${lead}<context>${inner}<name>${writeText(name)}</name>${messages}${lead}</context>`
      },
    }),
  )
  return [
    ...[...added].flatMap(([context, list]) => insertElements(text, context, newline, list)),
    ...insertElements(text, root, newline, fresh, ''),
  ]
}

function listIn<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

function contextName(text: string, context: XmlElement): string {
  const name = firstElement(context, 'name')
  return name === undefined ? '' : readText(text, name)
}

function messageXml(unit: NewUnit, lead: string): string {
  const inner = lead === '' ? '' : `${lead}    `
  const plural = unit.plural ?? unit.source.length > 1
  if (!plural && unit.target.length > 0) singleForm(unit.target, unit.context)
  const unfinished = unit.fuzzy || unit.target.every(form => form === '')
  const note = unit.note ? `${inner}<extracomment>${writeText(unit.note)}</extracomment>` : ''
  return [
    `${lead}<message${plural ? ' numerus="yes"' : ''}>`,
    `${inner}<source>${writeText(unit.source.at(-1) ?? '')}</source>`,
    note,
    translationXml(unit.target.length > 0 ? unit.target : [''], unfinished, plural, inner),
    `${lead}</message>`,
  ].join('')
}
