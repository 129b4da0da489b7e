import { delimited } from '../scan.ts'
import { formatCheck, withoutSpace } from './format-check.ts'

export const esFormat = formatCheck({
  id: 'es_format',
  name: 'ECMAScript template literals',
  description: 'The expressions in template literals of source and translation differ.',
  flag: 'es-format',
  syntax: {
    find: text =>
      delimited(text, '${', '}').map(({ start, end, inner }) => ({ start, end, value: withoutSpace(inner) })),
  },
})
