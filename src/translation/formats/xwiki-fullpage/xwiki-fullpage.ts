// Pages of XWiki whose title and content are translated as a whole.

import type { FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { lineCounter } from '../lines.ts'
import { shown, singleForm, textFile, unit } from '../text-file.ts'
import { setContent } from '../xml/edit.ts'
import { decodeXml, firstElement } from '../xml/scanner.ts'
import { declareUtf8, escapeText, forbidden, hasElements, textOf } from '../xml/text.ts'
import { childOf, createPage, kindOfPage, languageOf, scanPage } from '../xwiki-page-properties/page.ts'

export const xwikiFullPage: FileFormat = {
  id: 'xwiki-fullpage',
  name: 'XWiki Full Page',
  extensions: ['xml'],
  recognises: ({ seen }) => seen(kindOfPage) === 'page',
  monolingual: true,
  restricted: true,
  fixed: true,
  forbids: forbidden,
  states: [],
  flags: [],
  parse: parseFullPage,
  create: options => (options.template === undefined ? Buffer.of() : createPage(options, TEXTS)),
}

const TEXTS = ['title', 'content']

function parseFullPage(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const isEmpty = text === ''
  const root = isEmpty ? undefined : scanPage(text)
  if (root !== undefined) childOf(text, root, 'content')
  const lineOf = lineCounter(text)
  const texts = TEXTS.flatMap(name => {
    const element = root && firstElement(root, name)
    if (element === undefined) return []
    if (hasElements(element)) throw new FormatError(`<${name}> contains elements instead of text`)
    return [{ name, element, value: textOf(text, element) }]
  })
  return textFile({
    format: 'xwiki-fullpage',
    decoded,
    units: texts.map(({ name, element, value }, i) =>
      unit({ id: name, context: name, target: [value], position: i + 1, line: lineOf(element.start) }),
    ),
    language: root && languageOf(text, root),
    declareUtf8,
    edit: ({ update, add, remove }) => {
      const [other] = [...add.map(({ context }) => context), ...remove]
      if (other !== undefined)
        throw new FormatError(`a page has a title and a content, "${shown(other)}" cannot be added or removed`)
      return texts.flatMap(({ name, element, value }) => {
        const target = update.get(name)?.target
        const changed = target === undefined ? value : singleForm(target, name)
        return changed === value ? [] : setContent(text, element, escapeText(changed))
      })
    },
  })
}
