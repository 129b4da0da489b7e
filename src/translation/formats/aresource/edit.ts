// Changes to Android resources as changes to the XML text.

import type { NewUnit, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { categoriesFor, type PluralCategory } from '../plural.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown } from '../text-file.ts'
import { leadOf, removeNode, setContent } from '../xml/edit.ts'
import { insertElements, type NewElement } from '../xml/insert.ts'
import type { XmlElement, XmlRoot } from '../xml/scanner.ts'
import { escapeAttribute, escapeText } from '../xml/text.ts'
import { type ContentStyle, plainStyle, type ResourceDialect, styleOf, writeContent } from './content.ts'
import { pluralId, type ResourceEntry } from './units.ts'

interface ResourceFile {
  readonly text: string
  readonly newline: string
  readonly root: XmlRoot
  readonly entries: readonly ResourceEntry[]
  readonly options: ParseOptions
  readonly dialect: ResourceDialect
}

export function editResources(changes: CheckedChanges, file: ResourceFile): Splice[] {
  const edits = file.entries.flatMap(entry => {
    const target = changes.update.get(entry.unit.id)?.target
    return target === undefined ? [] : setForms(entry, target, file)
  })
  const splices = [...edits, ...removals(changes, file), ...additions(changes, file)]
  return [...declaration(splices, file), ...splices]
}

// A file without its own declaration may reference entities of the template.
const declaredFor = ({ root, options }: Pick<ResourceFile, 'root' | 'options'>) =>
  root.doctype === '' ? (options.template?.layout.declared ?? root) : root

function declaration(splices: readonly Splice[], file: ResourceFile): Splice[] {
  const { doctype, entities } = declaredFor(file)
  if (file.root.doctype !== '' || doctype === '') return []
  const isUsed = splices.some(({ text }) => [...entities].some(name => text.includes(`&${name};`)))
  return isUsed ? [{ start: file.root.start, end: file.root.start, text: doctype + file.newline }] : []
}

function setForms(entry: ResourceEntry, target: readonly string[], file: ResourceFile): Splice[] {
  const { text, newline, options, dialect } = file
  const declared = declaredFor(file)
  const { forms, unit, element } = entry
  checkCount(target, forms.length, unit.id)
  const markup = options.template?.layout.markup?.has(unit.id) ?? false
  const splices: Splice[] = []
  const missing: NewElement[] = []
  let previous = forms.find(form => form.element !== undefined)?.element
  forms.forEach((form, i) => {
    const value = target[i]!
    if (form.element === undefined) {
      const xml = itemXml(form.quantity, value, { ...plainStyle, markup, declared, dialect })
      if (value !== '') missing.push({ anchor: previous, render: lead => lead + xml })
    } else {
      previous = form.element
      const style = styleOf(text, form.element)
      const content = writeContent(value, { ...style, declared, dialect, markup: style.markup || markup })
      if (value !== unit.target[i]) splices.push(...setContent(text, form.element, content))
    }
  })
  return [...splices, ...insertElements(text, element, newline, missing)]
}

function checkCount(target: readonly string[], count: number, id: string): void {
  if (target.length === count) return
  throw new FormatError(`"${shown(id)}" has ${count} form${count === 1 ? '' : 's'}, ${target.length} were given`)
}

// A string is removed with its comment. An array is removed when all its items are; a single item cannot be removed,
// because the items after it would move up.
function removals({ remove }: CheckedChanges, { text, entries }: ResourceFile): Splice[] {
  const splices: Splice[] = []
  const arrays = Map.groupBy(
    entries.filter(({ kind }) => kind === 'string-array'),
    ({ element }) => element,
  )
  for (const items of arrays.values()) {
    const removed = items.filter(({ unit }) => remove.has(unit.id))
    if (removed.length > 0 && removed.length < items.length) {
      throw new FormatError(`"${shown(removed[0]!.unit.id)}" cannot be removed alone: later items would move up`)
    }
  }
  const elements = new Set<XmlElement>()
  for (const { unit, element, comment } of entries) {
    if (!remove.has(unit.id) || elements.has(element)) continue
    elements.add(element)
    splices.push(removeNode(text, element))
    if (comment !== undefined) splices.push(removeNode(text, comment))
  }
  return splices
}

function additions(changes: CheckedChanges, file: ResourceFile): Splice[] {
  const { text, newline, root, entries, options } = file
  const byId = new Map(entries.map(entry => [entry.unit.id, entry]))
  const arrays = new Map(
    entries.flatMap(({ kind, element, unit }) => {
      // Items of a repeated array have ids of another form.
      const item = kind === 'string-array' ? arrayOf(unit.id) : undefined
      return item === undefined ? [] : [[item.name, element]]
    }),
  )
  const added: NewElement[] = []
  const items: Splice[] = []
  const newArrays = new Map<string, string[]>()
  for (const unit of changes.add) {
    const id = unit.id ?? unit.context
    const plural = unit.plural ?? (unit.id?.startsWith(pluralId('')) || unit.target.length > 1)
    const own = plural && !id.startsWith(pluralId('')) ? pluralId(id) : id
    if (byId.has(own) && !changes.remove.has(own)) throw new FormatError(`the file already has "${shown(id)}"`)
    const anchor = typeof unit.after === 'string' ? byId.get(unit.after)!.element : unit.after
    const style = {
      ...plainStyle,
      declared: declaredFor(file),
      dialect: file.dialect,
      markup: options.template?.layout.markup?.has(own) ?? false,
    }
    const item = plural ? undefined : arrayOf(id)
    const array = item && arrays.get(item.name)
    if (item !== undefined && array !== undefined) items.push(...appendItem(text, array, item.index, unit, style))
    else if (item !== undefined) {
      const lines = newArrays.get(item.name) ?? []
      if (lines.length === 0) {
        newArrays.set(item.name, lines)
        added.push({ anchor, render: lead => containerXml('string-array', item.name, lines, lead) })
      }
      while (lines.length < item.index) lines.push('<item></item>')
      lines[item.index] = itemXml(undefined, unit.target[0]!, style)
    } else added.push({ anchor, render: lead => unitXml(unit, id, plural, style, lead, options) })
  }
  return [...items, ...insertElements(text, root, newline, added)]
}

// "name[3]" names an item of a string array.
function arrayOf(id: string): { name: string; index: number } | undefined {
  const match = /^(.+)\[(\d{1,4})\]$/s.exec(id)
  return match === null ? undefined : { name: match[1]!, index: Number(match[2]) }
}

function appendItem(text: string, array: XmlElement, index: number, unit: NewUnit, style: ContentStyle): Splice[] {
  const present = array.children.filter(node => node.type === 'element')
  const last = present.at(-1)!
  const padding = Array.from({ length: Math.max(0, index - present.length) }, () => '<item></item>')
  const xml = [...padding, itemXml(undefined, unit.target[0]!, style)].map(line => leadOf(text, last) + line)
  return [{ start: last.end, end: last.end, text: xml.join('') }]
}

function unitXml(
  unit: NewUnit,
  id: string,
  plural: boolean,
  style: ContentStyle,
  lead: string,
  options: ParseOptions,
): string {
  const name = plural && id.startsWith(pluralId('')) ? id.slice(pluralId('').length) : id
  const comment = unit.note ? `${lead}<!-- ${escapeText(unit.note).replaceAll('--', '- -')} -->` : ''
  if (!plural) {
    checkCount(unit.target, 1, id)
    return `${comment}${lead}<string${nameAttributes(name)}>${writeContent(unit.target[0]!, style)}</string>`
  }
  const categories = categoriesFor(options.plural, options.language)
  checkCount(unit.target, categories.length, id)
  const items = categories.map((quantity, i) => itemXml(quantity, unit.target[i]!, style))
  return comment + containerXml(style.dialect.plurals, name, items, lead)
}

function containerXml(tag: string, name: string, items: readonly string[], lead: string): string {
  const inner = lead === '' ? '' : `${lead}    `
  return `${lead}<${tag}${nameAttributes(name)}>${items.map(item => inner + item).join('')}${lead}</${tag}>`
}

function nameAttributes(id: string): string {
  const [name, product] = id.split(';product=')
  const suffix = product === undefined ? '' : ` product="${escapeAttribute(product)}"`
  return ` name="${escapeAttribute(name!)}"${suffix}`
}

function itemXml(quantity: PluralCategory | undefined, value: string, style: ContentStyle): string {
  return `<item${quantity === undefined ? '' : ` quantity="${quantity}"`}>${writeContent(value, style)}</item>`
}
