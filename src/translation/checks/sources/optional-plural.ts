import { sourceCheck } from '../check.ts'

const WORD_WITH_OPTIONAL_S = /[\p{L}\p{N}_]\(s\)(?![\p{L}\p{N}_])/u

export const optionalPlural = sourceCheck({
  id: 'optional_plural',
  name: 'Unpluralised',
  description: 'The string is meant for one or several things, but has no plural forms.',
  fails: sources => sources.length === 1 && WORD_WITH_OPTIONAL_S.test(sources[0]!),
})
