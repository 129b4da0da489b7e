import { delimited } from '../scan.ts'
import { formatCheck, type Placeholder, withoutSpace } from './format-check.ts'

function find(text: string): Placeholder[] {
  const nestings = delimited(text, '$t(', ')')
  const variables = delimited(text, '{{', '}}')
  return [...nestings, ...variables]
    .map(({ start, end }) => ({ start, end, value: withoutSpace(text.slice(start, end)) }))
    .sort((one, other) => one.start - other.start)
}

export const i18nextInterpolation = formatCheck({
  id: 'i18next_interpolation',
  name: 'i18next interpolation',
  description: 'The i18next placeholders ({{name}}, $t(key)) of source and translation differ.',
  flag: 'i18next-interpolation',
  syntax: { find },
})
