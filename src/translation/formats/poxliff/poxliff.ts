// XLIFF 1.2 made from gettext files: a plural string is a group of units, one per form, and the header is a unit.

import { newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, FileUnit, ParsedFile, ParseOptions, UnitChange } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { categoriesFor } from '../plural.ts'
import { applySplices, type Splice } from '../splice.ts'
import { type CheckedChanges, shown, textFile, unit } from '../text-file.ts'
import { editXliff } from '../xliff/edit.ts'
import { unitsOf, type XliffEntry } from '../xliff/units.ts'
import { openXliff, xliffSkeleton } from '../xliff/xliff.ts'
import { leadOf, removeNode, setAttribute } from '../xml/edit.ts'
import { insertElements } from '../xml/insert.ts'
import { decodeXml, elements, firstElement, localName, scanXml, type XmlElement } from '../xml/scanner.ts'
import { declareUtf8, escapeAttribute, escapeText, forbidden, textOf } from '../xml/text.ts'

export const poxliff: FileFormat = {
  id: 'poxliff',
  name: 'XLIFF 1.2 file with gettext extensions',
  extensions: ['poxliff', 'xlf', 'xliff'],
  recognises: ({ extension }) => extension === 'poxliff',
  monolingual: false,
  forbids: forbidden,
  states: ['fuzzy', 'approved'],
  flags: [],
  parse: parsePoXliff,
  create: createPoXliff,
}

interface Entry {
  readonly unit: FileUnit
  readonly group: XmlElement | undefined
  // The units of a plural string, by form.
  readonly forms: readonly XliffEntry[]
}

const isHeader = ({ element }: XliffEntry): boolean =>
  /(?:^|-)gettext-domain-header$/.test(element.attributes.get('restype') ?? '')

function groupOf({ element }: XliffEntry): XmlElement | undefined {
  const { parent } = element
  const isPlural = parent !== undefined && localName(parent) === 'group'
  return isPlural && parent.attributes.get('restype') === 'x-gettext-plurals' ? parent : undefined
}

function parsePoXliff(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const { decoded, root, attributes } = openXliff(bytes, options)
  const { text } = decoded
  const all = unitsOf(text, root)
  const language = attributes.get('target-language')
  const count = options.plural?.count ?? categoriesFor(options.plural, options.language ?? language).length
  const entries = entriesOf(text, all, count)
  return textFile({
    format: 'poxliff',
    decoded,
    units: entries.map(entry => entry.unit),
    plural: options.plural,
    language,
    sourceLanguage: attributes.get('source-language'),
    layout: { plurals: new Set(entries.filter(({ group }) => group !== undefined).map(entry => entry.unit.id)) },
    declareUtf8,
    edit: changes => edit(changes, text, root, all, entries),
  })
}

function entriesOf(text: string, all: readonly XliffEntry[], count: number): Entry[] {
  const byGroup = new Map<XmlElement | XliffEntry, XliffEntry[]>()
  for (const entry of all) {
    if (isHeader(entry)) continue
    const key = groupOf(entry) ?? entry
    const forms = byGroup.get(key) ?? []
    forms.push(entry)
    byGroup.set(key, forms)
  }
  const used = new Set<string>()
  return [...byGroup].map(([key, forms], i): Entry => {
    const first = forms[0]!.unit
    const group = 'forms' in key || 'unit' in key ? undefined : key
    const note = [first.note, ...comments(text, group ?? forms[0]!.element)].filter(each => each !== '').join('\n')
    if (group === undefined) {
      used.add(first.id)
      return { group, forms, unit: { ...first, note, position: i + 1 } }
    }
    const own = group.attributes.get('id') ?? first.id
    const id = used.has(own) ? first.id : own
    used.add(id)
    const target = forms.map(form => form.unit.target[0]!)
    while (target.length < count) target.push('')
    return {
      group,
      forms,
      unit: unit({
        ...first,
        id,
        context: group.attributes.get('resname') ?? own,
        source: [first.source[0]!, forms.at(-1)!.unit.source[0]!],
        target,
        fuzzy: forms.some(form => form.unit.fuzzy),
        approved: forms.every(form => form.unit.approved),
        note,
        position: i + 1,
      }),
    }
  })
}

// What gettext files have as comments.
function comments(text: string, element: XmlElement): string[] {
  return elements(element, 'context-group').flatMap(group =>
    elements(group, 'context')
      .filter(({ attributes }) => /^x-po-(?:auto|tran)comment$/.test(attributes.get('context-type') ?? ''))
      .map(context => textOf(text, context).trim()),
  )
}

function edit(
  changes: CheckedChanges,
  text: string,
  root: XmlElement,
  all: readonly XliffEntry[],
  entries: readonly Entry[],
): Splice[] {
  const update = new Map<string, UnitChange>()
  const remove = new Set<string>()
  const splices: Splice[] = []
  for (const { unit, group, forms } of entries) {
    const isRemoved = changes.remove.has(unit.id)
    if (isRemoved && group !== undefined) splices.push(removeNode(text, group))
    else if (isRemoved) remove.add(unit.id)
    const change = changes.update.get(unit.id)
    if (change === undefined) continue
    if (group === undefined) update.set(unit.id, change)
    else {
      const target = change.target ?? unit.target
      if (target.length < forms.length)
        throw new FormatError(`"${shown(unit.id)}" has ${forms.length} forms, ${target.length} were given`)
      for (const [i, form] of forms.entries())
        update.set(form.unit.id, { ...change, id: form.unit.id, target: [target[i]!] })
      splices.push(...moreForms(text, group, forms, target))
    }
  }
  const plurals = changes.add.filter(added => added.plural ?? added.target.length > 1)
  const add = changes.add.filter(added => !plurals.includes(added))
  // A new unit after a plural string goes after its group, which is not a unit.
  const placed = add.map(({ after, ...added }) => {
    const entry = entries.find(each => each.unit.id === after)
    return { ...added, after: entry?.group === undefined ? after : undefined }
  })
  const newline = newlineOf(text)
  const changed = { update, remove, add: placed, headers: changes.headers }
  splices.push(...editXliff(changed, { text, root, entries: all, newline, byKey: undefined }))
  const body = firstElement(elements(root, 'file')[0] ?? root, 'body')
  if (plurals.length === 0 || body === undefined) return splices
  const used = new Set(entries.map(entry => entry.unit.id))
  const groups = plurals.map(added => {
    const id = added.id ?? added.context
    if (used.has(id)) throw new FormatError(`the file already has "${shown(id)}"`)
    used.add(id)
    const render = (lead: string) => {
      const sources = added.target.map((_, i) => added.source[Math.min(i, added.source.length - 1)] ?? '')
      const units = added.target.map((form, i) => formXml(`${id}[${i}]`, sources[i]!, form, lead && `${lead}  `))
      const note = added.note ? `${lead}  <note>${escapeText(added.note)}</note>` : ''
      return `${lead}<group id="${escapeAttribute(id)}" restype="x-gettext-plurals">${note}${units.join('')}${lead}</group>`
    }
    return { anchor: undefined, render }
  })
  return [...splices, ...insertElements(text, body, newline, groups, '  ')]
}

// Units for forms that the group lacks.
function moreForms(text: string, group: XmlElement, forms: readonly XliffEntry[], target: readonly string[]): Splice[] {
  const last = forms.at(-1)!
  const more = target.slice(forms.length)
  if (more.every(form => form === '')) return []
  const name = group.attributes.get('id') ?? last.unit.id
  const lead = leadOf(text, last.element)
  const xml = more.map((form, i) => formXml(`${name}[${forms.length + i}]`, last.unit.source[0]!, form, lead))
  return [{ start: last.element.end, end: last.element.end, text: xml.join('') }]
}

function formXml(id: string, source: string, target: string, lead: string): string {
  const inner = lead === '' ? '' : `${lead}  `
  const translation = target === '' ? '' : `${inner}<target>${escapeText(target)}</target>`
  const space = /^\s|\s$|\s\s/.test(source + target) ? ' xml:space="preserve"' : ''
  return `${lead}<trans-unit id="${escapeAttribute(id)}"${space}>${inner}<source>${escapeText(source)}</source>${translation}${lead}</trans-unit>`
}

function createPoXliff(options: CreateOptions): Uint8Array {
  if (options.template === undefined) return Buffer.from(xliffSkeleton(options, 'po'))
  const text = declareUtf8(decodeXml(options.template, { maxBytes: options.maxBytes }).text)
  const root = scanXml(text, 'xliff')
  const splices = unitsOf(text, root)
    .filter(entry => !isHeader(entry))
    .flatMap(({ element, target }) => [
      ...setAttribute(text, element, 'approved', undefined),
      ...(target === undefined ? [] : [removeNode(text, target)]),
    ])
  const file = parsePoXliff(Buffer.from(applySplices(text, splices)))
  return file.serialize({ headers: { 'target-language': options.language, ...options.headers } })
}
