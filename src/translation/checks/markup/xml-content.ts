// XML as a whole: whether it can be read, and has the tags of the source.
import { targetCheck } from '../check.ts'
import { entitySpans, parseXml, readXml } from './xml.ts'
import { angleTags, isXml } from './xml-source.ts'

export const xmlInvalid = targetCheck({
  id: 'xml-invalid',
  name: 'XML syntax',
  description: 'The translation is not well-formed XML, but the source is.',
  applies: isXml,
  fails: (source, target) => {
    const original = readXml(source)
    return original !== undefined && parseXml(target, original.wrapped) === undefined
  },
})

export const xmlTags = targetCheck({
  id: 'xml-tags',
  name: 'XML markup',
  description: 'The XML tags of source and translation differ.',
  applies: isXml,
  placeables: text => [...angleTags(text), ...entitySpans(text)],
  fails: (source, target) => {
    const original = readXml(source)
    if (original === undefined) return false
    // A translation that is not well-formed is reported by xml-invalid.
    const translation = parseXml(target, original.wrapped)
    if (translation === undefined) return false
    return original.content.nodes.join('\n') !== translation.nodes.join('\n')
  },
})
