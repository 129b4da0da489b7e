// Reads every language of a term base, for importing glossaries of other programs.

import { failAt } from '../format-error.ts'
import { counted, decodeXml, elements, firstElement, refuseEntities, rootName, scanXml } from '../xml/scanner.ts'
import { textOf } from '../xml/text.ts'
import { ENTRIES, isNamed, LANGUAGES, languageOf, notesOf, termOf } from './tbx.ts'

export function readTerms(bytes: Uint8Array): { texts: Map<string, string>; note: string }[] {
  const { text } = decodeXml(bytes, {})
  const name = rootName(bytes)?.replace(/^.*:/, '') === 'tbx' ? 'tbx' : 'martif'
  const root = scanXml(text, name, counted(ENTRIES, {}))
  refuseEntities(text, root)
  const inner = firstElement(root, 'text')
  const body = inner && firstElement(inner, 'body')
  if (body === undefined) failAt(text, root.start, 'expected <text> and <body>')
  return elements(body)
    .filter(isNamed(ENTRIES))
    .map(entry => {
      const sets = elements(entry).filter(isNamed(LANGUAGES))
      const texts = new Map<string, string>()
      for (const set of sets) {
        const term = termOf(set)
        const word = term === undefined ? '' : textOf(text, term).trim()
        if (word !== '' && !texts.has(languageOf(set))) texts.set(languageOf(set), word)
      }
      return { texts, note: notesOf(text, [entry, ...sets.slice(0, 1)]) }
    })
}
