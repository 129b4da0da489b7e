import { byPattern, formatCheck, withoutSpace } from './format-check.ts'

export const automatticComponentsFormat = formatCheck({
  id: 'automattic_components_format',
  name: 'Automattic components formatting',
  description: 'The components ({{tag}}, {{/tag}}, {{tag/}}) of source and translation differ.',
  flag: 'automattic-components-format',
  syntax: { find: byPattern(/\{\{\/?\s*\w+\s*\/?\}\}/g, withoutSpace) },
})
