// Reads units from the messages of a Qt Linguist file.

import { distinctIds } from '../distinct-ids.ts'
import type { FileUnit, ParseOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import { lineCounter } from '../lines.ts'
import { categoriesFor } from '../plural.ts'
import { unit } from '../text-file.ts'
import { elements, firstElement, type XmlElement } from '../xml/scanner.ts'
import { readText } from './text.ts'

export interface TsEntry {
  readonly unit: FileUnit
  readonly message: XmlElement
  readonly context: XmlElement
  readonly translation: XmlElement | undefined
  readonly plural: boolean
}

export function messageId(context: string, source: string, comment: string): string {
  return [context, source, ...(comment === '' ? [] : [comment])].join('\u0004')
}

export function messagesOf(text: string, root: XmlElement, options: ParseOptions): TsEntry[] {
  const entries: TsEntry[] = []
  const lineOf = lineCounter(text)
  const locate = locator()
  const distinct = distinctIds()
  const formCount = options.plural?.count ?? categoriesFor(options.plural, options.language ?? languageOf(root)).length
  for (const context of elements(root, 'context')) {
    const name = childText(text, context, 'name')
    for (const message of elements(context, 'message')) {
      const line = lineOf(message.start)
      const entry = entryOf(text, context, name, message, formCount, entries.length + 1, line, locate(message))
      const { unit } = entry
      // Obsolete messages may repeat current ones.
      const ownId = unit.obsolete ? `\u0018${unit.id}` : unit.id
      const id = distinct(ownId)
      entries.push({ ...entry, unit: { ...unit, id, duplicate: id !== ownId && !unit.obsolete } })
    }
  }
  return entries
}

export function languageOf(root: XmlElement): string | undefined {
  return root.attributes.get('language')
}

function entryOf(
  text: string,
  context: XmlElement,
  name: string,
  message: XmlElement,
  formCount: number,
  position: number,
  line: number,
  location: string,
): TsEntry {
  if (firstElement(message, 'source') === undefined) failAt(text, message.start, 'a <message> has no <source>')
  const source = childText(text, message, 'source')
  const comment = childText(text, message, 'comment')
  const translation = firstElement(message, 'translation')
  const type = translation?.attributes.get('type')
  const plural = message.attributes.get('numerus') === 'yes'
  const target = plural ? pluralForms(text, translation, formCount) : [translation ? readText(text, translation) : '']
  const notes = [childText(text, message, 'extracomment'), childText(text, message, 'translatorcomment')]
  return {
    message,
    context,
    translation,
    plural,
    unit: unit({
      id: message.attributes.get('id') ?? messageId(name, source, comment),
      context: comment === '' ? name : `${name} | ${comment}`,
      // Qt has one source for all numbers; the usual way to write a plural is "(s)".
      source: plural ? [source.replaceAll('(s)', ''), source.replaceAll('(s)', 's')] : [source],
      target,
      fuzzy: type === 'unfinished' && target.some(form => form !== ''),
      obsolete: type === 'obsolete' || type === 'vanished',
      previousSource: elements(message, 'oldsource').map(old => readText(text, old)),
      note: notes.filter(note => note !== '').join('\n'),
      location,
      position,
      line,
    }),
  }
}

function pluralForms(text: string, translation: XmlElement | undefined, count: number): string[] {
  const forms = translation ? elements(translation, 'numerusform').map(form => readText(text, form)) : []
  while (forms.length < count) forms.push('')
  return forms
}

function childText(text: string, parent: XmlElement, name: string): string {
  const child = firstElement(parent, name)
  return child === undefined ? '' : readText(text, child)
}

// Line numbers may be relative to the previous message in the same source file.
function locator(): (message: XmlElement) => string {
  const lines = new Map<string, number>()
  let file = ''
  return message =>
    elements(message, 'location')
      .map(({ attributes }) => {
        file = attributes.get('filename') ?? file
        const line = attributes.get('line')
        if (line === undefined || !/^[+-]?\d{1,9}$/.test(line)) return file
        const absolute = /^[+-]/.test(line) ? (lines.get(file) ?? 0) + Number(line) : Number(line)
        lines.set(file, absolute)
        return `${file}:${absolute}`
      })
      .join(', ')
}
