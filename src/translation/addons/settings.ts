import { invalid, invalidField } from '#fields/problem.ts'
import { readNested } from '#fields/read.ts'
import { SearchError } from '../catalogue/search-query.ts'
import { checkUnitSearch } from '../catalogue/unit-search.ts'
import { checkFlagsAreReadable } from '../declarations/rules.ts'
import type { Addon } from './addon.ts'

/** Validates settings against the add-on's declaration and rejects unknown ones. */
export function settingsOf(addon: Addon, input: unknown, at = 'configuration'): string {
  const settings = readNested(addon.settings, input ?? {}, at) as Record<string, unknown>
  const names = Object.keys(addon.settings)
  const unknown = Object.keys(input ?? {}).filter(name => !names.includes(name))
  if (unknown.length > 0)
    throw invalid(
      ...unknown.slice(0, 20).map(name => ({
        code: 'invalid',
        detail:
          names.length === 0
            ? `${addon.name} has no settings.`
            : `Unknown setting. Available settings: ${names.join(', ')}.`,
        attr: `${at}.${name.slice(0, 100)}`,
      })),
    )
  if (typeof settings.q === 'string') checkSearch(settings.q)
  for (const [name, look] of [
    ['add_flags', 'all'],
    ['remove_flags', 'names'],
  ] as const)
    if (typeof settings[name] === 'string') checkFlagsAreReadable(settings[name], `${at}.${name}`, look)
  return JSON.stringify(settings)
}

function checkSearch(q: string): void {
  try {
    checkUnitSearch(q)
  } catch (error) {
    throw error instanceof SearchError ? invalidField('q', 'invalid', error.message) : error
  }
}
