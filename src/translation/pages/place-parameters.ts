import { findPlace, type Place } from '../reports/place.ts'
import { words } from './parameters.ts'
import type { PageContext } from './send-page.ts'

const NAMES = ['project', 'category', 'component', 'language'] as const

/** The place that an address names behind the question mark; null when there is none for whoever looks. */
export function placeAsked({ services, permissions, params }: PageContext): Promise<Place | null> {
  const named = NAMES.flatMap(name => (words(params, name) === '' ? [] : [[name, words(params, name)]]))
  return findPlace(services.store.read, permissions, Object.fromEntries(named))
}

/** The same as hidden fields of a form are told. */
export const placeFields = (params: URLSearchParams): [string, string][] =>
  NAMES.flatMap((name): [string, string][] => {
    const value = words(params, name)
    return value === '' ? [] : [[name, value]]
  })
