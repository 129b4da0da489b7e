// TermBase eXchange files: entries with terms in several languages, of which one is the source and one the target.

import { distinctIds } from '../distinct-ids.ts'
import { newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, FileUnit, NewUnit, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError, failAt } from '../format-error.ts'
import { lineCounter } from '../lines.ts'
import { applySplices, type Splice } from '../splice.ts'
import { type CheckedChanges, singleForm, textFile, unit } from '../text-file.ts'
import { leadOf, removeNode, setContent } from '../xml/edit.ts'
import { insertElements } from '../xml/insert.ts'
import {
  counted,
  decodeXml,
  elements,
  firstElement,
  localName,
  refuseEntities,
  rootName,
  scanXml,
  type XmlElement,
} from '../xml/scanner.ts'
import { declareUtf8, escapeAttribute, escapeText, forbidden, textOf } from '../xml/text.ts'

export const tbx: FileFormat = {
  id: 'tbx',
  name: 'TermBase eXchange file',
  extensions: ['tbx'],
  monolingual: false,
  forbids: forbidden,
  states: [],
  flags: [],
  parse: parseTbx,
  create: createTbx,
}

// Version 3 of the standard has other names for the same elements.
export const ENTRIES = ['termEntry', 'conceptEntry']
export const LANGUAGES = ['langSet', 'langSec']
export const TERM_GROUPS = ['tig', 'ntig', 'termGrp', 'termSec']
/** Types of elements that mark terms. */
export const STATUS = 'administrativeStatus'
export const NEEDED = 'Translation needed'

interface TermEntry {
  readonly unit: FileUnit
  readonly element: XmlElement
  readonly source: XmlElement | undefined
  readonly target: XmlElement | undefined
  readonly term: XmlElement | undefined
}

interface TermFile {
  readonly text: string
  readonly newline: string
  readonly body: XmlElement
  readonly isVersion3: boolean
  readonly entries: readonly TermEntry[]
  readonly sourceLanguage: string
  readonly language: string
}

export const isNamed = (names: readonly string[]) => (element: XmlElement) => names.includes(localName(element))
export const languageOf = ({ attributes }: XmlElement): string =>
  attributes.get('xml:lang') ?? attributes.get('lang') ?? ''
const normal = (language: string): string => language.toLowerCase().replaceAll('_', '-')

function parseTbx(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const root = scanXml(
    text,
    rootName(bytes)?.replace(/^.*:/, '') === 'tbx' ? 'tbx' : 'martif',
    counted(ENTRIES, options),
  )
  refuseEntities(text, root)
  const inner = firstElement(root, 'text')
  const body = inner && firstElement(inner, 'body')
  if (body === undefined) failAt(text, root.start, 'expected <text> and <body>')
  const all = elements(body).filter(isNamed(ENTRIES))
  const languages = [...new Set(all.flatMap(entry => elements(entry).filter(isNamed(LANGUAGES)).map(languageOf)))]
  const sourceLanguage = languageOf(root) || languages[0] || 'en'
  const language = options.language ?? languages.find(code => normal(code) !== normal(sourceLanguage)) ?? ''
  const entries = entriesOf(text, all, sourceLanguage, language)
  const file: TermFile = {
    text,
    newline: newlineOf(text, options.template?.layout.newline),
    body,
    isVersion3: localName(root) === 'tbx',
    entries,
    sourceLanguage,
    language,
  }
  return textFile({
    format: 'tbx',
    decoded,
    units: entries.map(entry => entry.unit),
    language: language || undefined,
    sourceLanguage,
    declareUtf8,
    edit: changes => edit(changes, file),
  })
}

function entriesOf(text: string, all: readonly XmlElement[], sourceLanguage: string, language: string): TermEntry[] {
  const distinct = distinctIds()
  const lineOf = lineCounter(text)
  return all.flatMap((element, i): TermEntry[] => {
    const sets = elements(element).filter(isNamed(LANGUAGES))
    const source = sets.find(set => normal(languageOf(set)) === normal(sourceLanguage)) ?? sets[0]
    const sourceTerm = source && termOf(source)
    if (sourceTerm === undefined) return []
    const target = sets.find(set => set !== source && normal(languageOf(set)) === normal(language))
    const term = target && termOf(target)
    const name = element.attributes.get('id') ?? ''
    const sourceText = textOf(text, sourceTerm)
    return [
      {
        element,
        source,
        target,
        term,
        unit: unit({
          id: distinct(name === '' ? sourceText : `${name}\u0004${sourceText}`),
          context: name,
          source: [sourceText],
          target: [term === undefined ? '' : textOf(text, term)],
          note: notesOf(text, [element, source!]),
          flags: flagsIn(text, element, target),
          position: i + 1,
          line: lineOf(element.start),
        }),
      },
    ]
  })
}

// The term of a language, which may be inside groups.
export function termOf(element: XmlElement): XmlElement | undefined {
  for (const child of elements(element)) {
    const term =
      localName(child) === 'term' ? child : TERM_GROUPS.includes(localName(child)) ? termOf(child) : undefined
    if (term !== undefined) return term
  }
  return undefined
}

/** Terms that are forbidden or obsolete, or that need no translation. */
function flagsIn(text: string, entry: XmlElement, target: XmlElement | undefined): string[] {
  const has = (parent: XmlElement | undefined, type: string, values: readonly string[]): boolean =>
    parent !== undefined &&
    elements(parent).some(child =>
      child.attributes.get('type') === type
        ? values.includes(textOf(text, child).trim().toLowerCase())
        : has(child, type, values),
    )
  return [
    ...(has(target, STATUS, ['forbidden', 'obsolete']) ? ['forbidden'] : []),
    ...(has(entry, NEEDED, ['no']) ? ['read-only'] : []),
  ]
}

export function notesOf(text: string, parents: readonly XmlElement[]): string {
  const notes = parents.flatMap(parent =>
    elements(parent).filter(
      child => ['descrip', 'note', 'descripGrp'].includes(localName(child)) && child.attributes.get('type') !== NEEDED,
    ),
  )
  return notes
    .map(note => textOf(text, note).trim())
    .filter(note => note !== '')
    .join('\n')
}

function edit(changes: CheckedChanges, file: TermFile): Splice[] {
  const { text, entries, body, newline } = file
  const splices: Splice[] = []
  const byId = new Map(entries.map(entry => [entry.unit.id, entry]))
  for (const [id, { target }] of changes.update) {
    const entry = byId.get(id)!
    const value = target && singleForm(target, id)
    if (value === undefined || value === entry.unit.target[0]) continue
    splices.push(...setTarget(entry, value, file))
  }
  for (const id of changes.remove) splices.push(removeNode(text, byId.get(id)!.element))
  const added = changes.add.map(unit => ({
    anchor: typeof unit.after === 'string' ? byId.get(unit.after)!.element : unit.after,
    render: (lead: string) => entryXml(unit, file, lead),
  }))
  return [...splices, ...insertElements(text, body, newline, added, '  ')]
}

function setTarget({ target, term, source }: TermEntry, value: string, file: TermFile): Splice[] {
  const { text } = file
  if (term !== undefined) return setContent(text, term, escapeText(value))
  if (target !== undefined) throw new FormatError('an entry has its language, but no term to change')
  if (file.language === '') throw new FormatError('the language of the file is unknown')
  const lead = leadOf(text, source!)
  return [{ start: source!.end, end: source!.end, text: languageXml(file.language, value, file, lead) }]
}

function languageXml(language: string, value: string, { isVersion3 }: TermFile, lead: string, status = ''): string {
  const [set, group] = isVersion3 ? ['langSec', 'termSec'] : ['langSet', 'tig']
  const inner = lead === '' ? '' : `${lead}  `
  const deeper = lead === '' ? '' : `${inner}  `
  const mark = status === '' ? '' : `${deeper}<termNote type="${STATUS}">${status}</termNote>`
  const term = `${deeper}<term>${escapeText(value)}</term>${mark}`
  return `${lead}<${set} xml:lang="${escapeAttribute(language)}">${inner}<${group}>${term}${inner}</${group}>${lead}</${set}>`
}

function entryXml(added: NewUnit, file: TermFile, lead: string): string {
  const name = file.isVersion3 ? 'conceptEntry' : 'termEntry'
  const inner = lead === '' ? '' : `${lead}  `
  const id = added.context === '' ? '' : ` id="${escapeAttribute(added.context)}"`
  const note = added.note ? `${inner}<descrip type="definition">${escapeText(added.note)}</descrip>` : ''
  const target = singleForm(added.target, added.context)
  const needed = added.flags?.includes('read-only') ? `${inner}<descrip type="${NEEDED}">no</descrip>` : ''
  const languages = [
    languageXml(file.sourceLanguage, added.source[0] ?? '', file, inner),
    languageXml(file.language || 'und', target, file, inner, added.flags?.includes('forbidden') ? 'forbidden' : ''),
  ]
  return `${lead}<${name}${id}>${note}${needed}${languages.join('')}${lead}</${name}>`
}

function createTbx({ language, sourceLanguage = 'en', template, maxBytes }: CreateOptions): Uint8Array {
  if (template === undefined) {
    return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif PUBLIC "ISO 12200:1999A//DTD MARTIF core (DXFcdV04)//EN" "TBXcdv04.dtd">
<martif type="TBX" xml:lang="${escapeAttribute(sourceLanguage)}">
  <martifHeader>
    <fileDesc>
      <sourceDesc>
        <p>Parlance</p>
      </sourceDesc>
    </fileDesc>
  </martifHeader>
  <text>
    <body>
    </body>
  </text>
</martif>
`)
  }
  // Terms of all other languages than the source are dropped.
  const { text } = decodeXml(template, { maxBytes })
  const file = parseTbx(Buffer.from(text), { language })
  const root = scanXml(text, rootName(Buffer.from(text))?.replace(/^.*:/, '') === 'tbx' ? 'tbx' : 'martif')
  const body = firstElement(firstElement(root, 'text')!, 'body')!
  const others = elements(body)
    .filter(isNamed(ENTRIES))
    .flatMap(entry => elements(entry).filter(isNamed(LANGUAGES)))
    .filter(set => normal(languageOf(set)) !== normal(file.sourceLanguage!))
  return Buffer.from(
    declareUtf8(
      applySplices(
        text,
        others.map(set => removeNode(text, set)),
      ),
    ),
  )
}
