// Pages of XWiki whose content is a properties file.

import { newlineOf } from '../encoding.ts'
import type { FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { editProperties } from '../properties/edit.ts'
import { propertiesOf, unitsOf } from '../properties/properties.ts'
import { textFile } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { mappedText } from '../xml/mapped-text.ts'
import { decodeXml } from '../xml/scanner.ts'
import { declareUtf8 } from '../xml/text.ts'
import { xwikiDialect } from '../xwiki-java-properties/xwiki-java-properties.ts'
import { childOf, createPage, kindOfPage, languageOf, scanPage } from './page.ts'

export const xwikiPageProperties: FileFormat = {
  id: 'xwiki-page-properties',
  name: 'XWiki Page Properties',
  extensions: ['xml'],
  recognises: ({ seen }) => seen(kindOfPage) === 'properties',
  monolingual: true,
  forbids: /[\ufffe\uffff]/,
  states: [],
  flags: [],
  parse: parsePage,
  create: options => createPage(options, ['content']),
}

function parsePage(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const root = scanPage(text)
  const content = mappedText(text, childOf(text, root, 'content'))
  const properties = propertiesOf(content.text, unitCounter(options), xwikiDialect)
  const newline = newlineOf(content.text, '\n')
  const style = { ...xwikiDialect, newline, escaped: 'none' as const }
  return textFile({
    format: 'xwiki-page-properties',
    decoded,
    units: unitsOf(properties),
    language: languageOf(text, root),
    declareUtf8,
    edit: changes => content.splices(editProperties(changes, content.text, properties, style)),
  })
}
