// The text of one resource element: plain, in a CDATA section, or with mark-up.

import type { XmlElement } from '../xml/scanner.ts'
import { escapeText, hasElements, innerXml, isMarkup, nodeText, textOf } from '../xml/text.ts'
import {
  escapeAndroid,
  escapeBackslashes,
  escapeMarkupText,
  escapeSection,
  mapMarkupText,
  unescapeAndroid,
  unescapeMarkupText,
  unescapeSection,
} from './escape.ts'

export function readContent(text: string, element: XmlElement, dialect: ResourceDialect): string {
  if (!dialect.quotes) {
    const inner = hasElements(element) ? innerXml(text, element) : textOf(text, element)
    return unescapeSection(inner)
  }
  if (hasElements(element)) return mapMarkupText(innerXml(text, element), unescapeMarkupText)
  const section = sectionText(text, element)
  return section === undefined ? unescapeAndroid(textOf(text, element)) : unescapeSection(section)
}

/** How a format differs from Android's. */
export interface ResourceDialect {
  // The element of plurals.
  readonly plurals: 'plurals' | 'plural'
  // Whether quotes, apostrophes and white space are special.
  readonly quotes: boolean
}

interface Declared {
  readonly doctype: string
  readonly entities: ReadonlySet<string>
}

export interface ContentStyle {
  // Entities declared in the document that texts may reference.
  readonly declared: Declared
  readonly markup: boolean
  readonly cdata: boolean
  readonly escapeQuotes: boolean
  readonly dialect: ResourceDialect
}

type ElementStyle = Omit<ContentStyle, 'declared' | 'dialect'>

export const plainStyle: ElementStyle = { markup: false, cdata: false, escapeQuotes: true }

export function styleOf(text: string, element: XmlElement): ElementStyle {
  const section = sectionText(text, element)
  const quotes = section === undefined || !/(?<!\\)"/.test(section)
  return { markup: hasElements(element), cdata: section !== undefined, escapeQuotes: quotes }
}

// The text of an element that consists of CDATA sections: several, where one had to be split.
function sectionText(text: string, element: XmlElement): string | undefined {
  const parts = element.children.filter(
    ({ type, start, end }) => type !== 'text' || text.slice(start, end).trim() !== '',
  )
  if (parts.length === 0 || parts.some(({ type }) => type !== 'cdata')) return undefined
  return parts.map(part => nodeText(text, part)).join('')
}

export function writeContent(value: string, style: ContentStyle): string {
  if (!style.dialect.quotes) return writePlain(value, style)
  if (style.markup && isMarkup(value, style.declared)) return mapMarkupText(value, escapeMarkupText)
  if (style.cdata) return `<![CDATA[${escapeSection(value, style.escapeQuotes).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
  return escapeText(escapeAndroid(value), style.declared.entities)
}

function writePlain(value: string, style: ContentStyle): string {
  const escaped = escapeBackslashes(value)
  if (style.markup && isMarkup(escaped, style.declared)) return escaped
  if (style.cdata) return `<![CDATA[${escaped.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
  return escapeText(escaped, style.declared.entities)
}
