import { pluralCheck } from '../check.ts'

export const plurals = pluralCheck({
  id: 'plurals',
  name: 'Missing plurals',
  description: 'Some plural forms are translated and others are not.',
  applies: unit => unit.context.isMultivalue !== true,
  fails: ({ sources, targets }) => sources.length > 1 && targets.includes('') && targets.some(target => target !== ''),
})

export const samePlurals = pluralCheck({
  id: 'same-plurals',
  name: 'Same plurals',
  description: 'All plural forms have the same translation.',
  fails: ({ sources, targets }) =>
    sources.length > 1 && targets.length > 1 && targets[0] !== '' && targets.every(target => target === targets[0]),
})
