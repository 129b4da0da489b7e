// Translation memories of other programs: Translation Memory eXchange.

import type { ParseOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import { counted, decodeXml, elements, firstElement, refuseEntities, scanXml, type XmlElement } from '../xml/scanner.ts'
import { textOf } from '../xml/text.ts'

/** A text in several languages; codes are as in the file. */
export interface TmxUnit {
  readonly texts: ReadonlyMap<string, string>
  /** The language of the original, if the file says so. */
  readonly source: string | undefined
}

const languageOf = ({ attributes }: XmlElement): string => attributes.get('xml:lang') ?? attributes.get('lang') ?? ''

/** `*all*` means that any language may be the original. */
const sourceOf = ({ attributes }: XmlElement): string | undefined => {
  const code = attributes.get('srclang')
  return code === undefined || code === '' || code === '*all*' ? undefined : code
}

export function readTmx(bytes: Uint8Array, options: ParseOptions = {}): TmxUnit[] {
  const { text } = decodeXml(bytes, options)
  const root = scanXml(text, 'tmx', counted(['tu'], options))
  refuseEntities(text, root)
  const body = firstElement(root, 'body')
  if (body === undefined) failAt(text, root.start, 'expected <body>')
  const header = firstElement(root, 'header')
  const general = header && sourceOf(header)
  return elements(body, 'tu').map(tu => {
    const texts = new Map<string, string>()
    for (const tuv of elements(tu, 'tuv')) {
      const segment = firstElement(tuv, 'seg')
      const code = languageOf(tuv)
      if (segment !== undefined && code !== '' && !texts.has(code)) texts.set(code, textOf(text, segment))
    }
    return { texts, source: sourceOf(tu) ?? general }
  })
}
