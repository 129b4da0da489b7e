// The text of one resource element: plain, in a CDATA section, or with mark-up.

import type { XmlElement } from '../xml/scanner.ts'
import { escapeText, hasElements, innerXml, isMarkup, nodeText, textOf } from '../xml/text.ts'
import {
  escapeAndroid,
  escapeMarkupText,
  escapeSection,
  mapMarkupText,
  unescapeAndroid,
  unescapeMarkupText,
  unescapeSection,
} from './escape.ts'

export function readContent(text: string, element: XmlElement): string {
  if (hasElements(element)) return mapMarkupText(innerXml(text, element), unescapeMarkupText)
  const section = sectionText(text, element)
  return section === undefined ? unescapeAndroid(textOf(text, element)) : unescapeSection(section)
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
}

export const plainStyle: Omit<ContentStyle, 'declared'> = { markup: false, cdata: false, escapeQuotes: true }

export function styleOf(text: string, element: XmlElement): Omit<ContentStyle, 'declared'> {
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
  if (style.markup && isMarkup(value, style.declared)) return mapMarkupText(value, escapeMarkupText)
  if (style.cdata) return `<![CDATA[${escapeSection(value, style.escapeQuotes).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
  return escapeText(escapeAndroid(value), style.declared.entities)
}
