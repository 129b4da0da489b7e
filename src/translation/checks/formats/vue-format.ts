import { byPattern, formatCheck } from './format-check.ts'

export const vueFormat = formatCheck({
  id: 'vue_format',
  name: 'Vue I18n formatting',
  description: 'The Vue I18n placeholders ({name}, @:key) of source and translation differ.',
  flag: 'vue-format',
  syntax: { find: byPattern(/%?\{[^{}]+\}|@(?:\.[a-zA-Z]+)?:(?:[\w|./-]+|\([\w:|./-]+\))/g) },
})
