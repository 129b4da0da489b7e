// Pages of XWiki: XML documents with a title and a content.

import type { CreateOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import { applySplices, type Splice } from '../splice.ts'
import { removeNode, setAttribute, setContent } from '../xml/edit.ts'
import { decodeXml, elements, firstElement, rootName, scanXml, type XmlElement, type XmlRoot } from '../xml/scanner.ts'
import { declareUtf8, escapeAttribute, escapeText, textOf } from '../xml/text.ts'

export function scanPage(text: string): XmlRoot {
  const root = scanXml(text, 'xwikidoc')
  if (root.doctype !== '') failAt(text, root.start, 'a page of XWiki has no document type declaration (DOCTYPE)')
  return root
}

export function childOf(text: string, root: XmlElement, name: string): XmlElement {
  return firstElement(root, name) ?? failAt(text, root.start, `<xwikidoc> has no <${name}>`)
}

/** The language of a translation, or that of the page. */
export function languageOf(text: string, root: XmlElement): string | undefined {
  for (const name of ['language', 'defaultLanguage']) {
    const element = firstElement(root, name)
    const language = element === undefined ? '' : textOf(text, element).trim()
    if (language !== '') return language
  }
  return undefined
}

/** Whether a page is for translations: "properties", or any other page. Undefined for other files. */
export function kindOfPage(bytes: Uint8Array): 'properties' | 'page' | undefined {
  if (rootName(bytes) !== 'xwikidoc') return undefined
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  return /TranslationDocumentClass|<syntaxId>plain\/1\.0</.test(text) ? 'properties' : 'page'
}

/** A translation of a page has no objects and attachments; it starts without texts. */
export function createPage({ language, template, maxBytes }: CreateOptions, emptied: readonly string[]): Uint8Array {
  if (template === undefined || template.length === 0) return Buffer.from(skeleton(language))
  const text = declareUtf8(decodeXml(template, { maxBytes }).text)
  const root = scanPage(text)
  const splices: Splice[] = setAttribute(text, root, 'locale', language)
  for (const name of ['object', 'attachment'])
    for (const element of elements(root, name)) splices.push(removeNode(text, element))
  const texts = { language, translation: '1', ...Object.fromEntries(emptied.map(name => [name, ''])) }
  for (const [name, value] of Object.entries(texts)) {
    const element = firstElement(root, name)
    if (element !== undefined) splices.push(...setContent(text, element, escapeText(value)))
  }
  return Buffer.from(applySplices(text, splices))
}

const skeleton = (language: string): string => `<?xml version="1.1" encoding="UTF-8"?>

<xwikidoc version="1.5" locale="${escapeAttribute(language)}">
  <language>${escapeText(language)}</language>
  <translation>1</translation>
  <title></title>
  <syntaxId>plain/1.0</syntaxId>
  <content></content>
</xwikidoc>
`
