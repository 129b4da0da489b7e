import { pluralCheck } from '../check.ts'

export const samePlurals = pluralCheck({
  id: 'same-plurals',
  name: 'Same plurals',
  description: 'All plural forms have the same translation.',
  fails: ({ sources, targets }) =>
    sources.length > 1 && targets.length > 1 && targets[0] !== '' && targets.every(target => target === targets[0]),
})
