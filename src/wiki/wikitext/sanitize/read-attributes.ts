import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { trim } from '../text.ts'

const attribute =
  /([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\t\n\f\r >]*)))?/g

/** Attributes as they are written in a tag, by their names in small letters. The last one of a name counts. */
export function readAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>()
  if (trim(source) === '') return attributes
  for (const [, name, double, single, bare] of source.matchAll(attribute)) {
    const value = double ?? single ?? bare ?? ''
    attributes.set(
      name!.replace(/[A-Z]/g, letter => letter.toLowerCase()),
      decodeCharacterReferences(trim(value.replace(/[\t\n\r ]+/g, ' '))),
    )
  }
  return attributes
}
