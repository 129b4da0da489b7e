// Names of sections as they are used in addresses: "== Some ''heading'' ==" is reached by "#Some_heading".

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { killMarkers } from './state/strip-markers.ts'
import { trim } from './text.ts'

/** Text of a heading without markup: what a reader sees of it. */
export function plainHeading(text: string): string {
  return killMarkers(text)
    .replace(/\[\[:?([^[\]|]+)\|([^[\]]+)\]\]/g, '$2')
    .replace(/\[\[:?([^[\]]+)\|?\]\]/g, '$1')
    .replace(/\[(?:[a-z]+:)?\/\/[^\s[\]]+ ([^[\]]+)\]/gi, '$1')
    .replace(/'{2,}/g, '')
    .replace(/<[^<>]*>/g, '')
}

/** The id of a section, before it is escaped for the attribute. */
export function anchorOf(text: string): string {
  const plain = trim(decodeCharacterReferences(plainHeading(text)).replace(/[ _]+/g, ' '))
  return plain.replace(/[\t\n\f\r ]/g, '_')
}
