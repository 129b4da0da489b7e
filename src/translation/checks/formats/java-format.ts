import { count } from '../text.ts'
import { byPattern, formatCheck } from './format-check.ts'

const ARGUMENT = /\{\s*(\d+)\s*(?:,\s*[a-z]+\s*(?:,[^{}]*)?)?\}/g

export const javaFormat = formatCheck({
  id: 'java_format',
  name: 'Java MessageFormat',
  description: 'The arguments ({0}, {1,number}) of source and translation differ, or an apostrophe is not doubled.',
  flag: ['java-format', 'auto-java-messageformat'],
  applies: unit => unit.flags.has('java-format') || unit.sources.some(source => source.search(ARGUMENT) >= 0),
  syntax: { find: byPattern(ARGUMENT) },
  // An apostrophe quotes what follows up to the next one. GWT uses the same format but checks this itself.
  isBroken: (target, unit) => unit.context.fileFormat !== 'gwt' && count(target, "'") % 2 !== 0,
})
