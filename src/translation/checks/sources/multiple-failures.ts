import { lookupCheck } from '../check.ts'

export const multipleFailures = lookupCheck({
  id: 'multiple_failures',
  name: 'Multiple failing checks',
  description: 'Translations of the string into several languages have failing checks.',
  side: 'source',
  fails: async (unit, lookup) => (await lookup.failingTranslations(unit)) >= 2,
})
