import { delimited } from '../scan.ts'
import { formatCheck, withoutSpace } from './format-check.ts'

export const angularjsFormat = formatCheck({
  id: 'angularjs_format',
  name: 'AngularJS interpolation string',
  description: 'The AngularJS expressions ({{ name }}) of source and translation differ.',
  flag: 'angularjs-format',
  syntax: {
    find: text =>
      delimited(text, '{{', '}}').map(({ start, end, inner }) => ({ start, end, value: withoutSpace(inner) })),
  },
})
