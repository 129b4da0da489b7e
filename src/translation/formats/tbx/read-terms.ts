// Reads every language of a term base, for importing glossaries of other programs.

import { failAt } from '../format-error.ts'
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
import { textOf } from '../xml/text.ts'
import { ENTRIES, isNamed, LANGUAGES, languageOf, NEEDED, notesOf, STATUS, TERM_GROUPS } from './tbx.ts'

/** What one language calls a concept. */
export interface Term {
  readonly language: string
  readonly text: string
  readonly isForbidden: boolean
  readonly note: string
}

/** A concept; a language can have several terms for it. */
export interface Concept {
  readonly terms: readonly Term[]
  readonly note: string
  readonly isTranslatable: boolean
}

/** Of TBX itself, and as other programs write them. */
const FORBIDDEN = [
  'forbidden',
  'obsolete',
  'not recommended',
  'deprecated',
  'deprecatedterm-admn-sts',
  'supersededterm-admn-sts',
]

export const isForbiddenStatus = (status: string): boolean => FORBIDDEN.includes(status.trim().toLowerCase())

export function readConcepts(bytes: Uint8Array): Concept[] {
  const { text } = decodeXml(bytes, {})
  const name = rootName(bytes)?.replace(/^.*:/, '') === 'tbx' ? 'tbx' : 'martif'
  const root = scanXml(text, name, counted(ENTRIES, {}))
  refuseEntities(text, root)
  const inner = firstElement(root, 'text')
  const body = inner && firstElement(inner, 'body')
  if (body === undefined) failAt(text, root.start, 'expected <text> and <body>')
  return elements(body)
    .filter(isNamed(ENTRIES))
    .map(entry => ({
      terms: elements(entry)
        .filter(isNamed(LANGUAGES))
        .flatMap(set => termsIn(text, set, languageOf(set))),
      note: notesOf(text, [entry]),
      isTranslatable: !valuesOf(text, entry, NEEDED).some(value => value.toLowerCase() === 'no'),
    }))
}

/** All terms of a language, each with the notes of the groups around it. */
function termsIn(text: string, parent: XmlElement, language: string, outer: readonly XmlElement[] = []): Term[] {
  const parents = [...outer, parent]
  return elements(parent).flatMap(child => {
    if (TERM_GROUPS.includes(localName(child))) return termsIn(text, child, language, parents)
    const word = localName(child) === 'term' ? textOf(text, child).trim() : ''
    if (word === '') return []
    const isForbidden = valuesOf(text, parents.at(-1)!, STATUS).some(isForbiddenStatus)
    return [{ language, text: word, isForbidden, note: notesOf(text, parents) }]
  })
}

/** Texts of the elements of a type. */
const valuesOf = (text: string, parent: XmlElement, type: string): string[] =>
  elements(parent)
    .filter(child => child.attributes.get('type') === type)
    .map(child => textOf(text, child).trim())
