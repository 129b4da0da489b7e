import { findPlace, type Place } from '../reports/place.ts'
import { words } from './parameters.ts'
import type { PageContext } from './send-page.ts'

const NAMES = ['project', 'category', 'component', 'language'] as const

/** The place named in the query; null when it does not exist or is not visible. */
export function placeAsked({ services, permissions, params }: PageContext): Promise<Place | null> {
  const named = NAMES.flatMap(name => (words(params, name) === '' ? [] : [[name, words(params, name)]]))
  return findPlace(services.store.read, permissions, Object.fromEntries(named))
}

/** The place as hidden form fields. */
export const placeFields = (params: URLSearchParams): [string, string][] =>
  NAMES.flatMap((name): [string, string][] => {
    const value = words(params, name)
    return value === '' ? [] : [[name, value]]
  })
