import { targetCheck } from '../check.ts'
import { parseXml, readXml } from './xml.ts'
import { isXml } from './xml-source.ts'

export const xmlInvalid = targetCheck({
  id: 'xml-invalid',
  name: 'XML syntax',
  description: 'The source is well-formed XML and the translation is not.',
  applies: isXml,
  fails: (source, target) => {
    const original = readXml(source)
    return original !== undefined && parseXml(target, original.wrapped) === undefined
  },
})
