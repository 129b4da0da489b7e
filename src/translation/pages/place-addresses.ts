import type { Place, PlaceName } from '../reports/place.ts'
import { Addresses } from '../values/addresses.ts'

const site = new Addresses('')

/** The name of a place in URLs. */
export const nameOf = ({ project, category, component, language }: Place): PlaceName => ({
  project: project?.slug,
  category: category?.path,
  component: component?.path,
  language: language?.code,
})

/** The page of a place. */
export function pageOf({ project, category, component, language }: PlaceName): string {
  if (project === undefined) return language === undefined ? '/projects/' : site.web('languages', language)
  const inner = component ?? category
  if (inner !== undefined)
    return site.web('projects', project, ...inner.split('/'), ...(language === undefined ? [] : [language]))
  return language === undefined ? site.web('projects', project) : site.web('projects', project, '-', language)
}

/** The feed of a place; null when it has none. */
export function feedOf(format: 'rss' | 'atom', { project, category, component, language }: PlaceName): string | null {
  if (project === undefined)
    return language === undefined ? site.web('exports', format) : site.web('exports', format, 'language', language)
  const inner = component ?? category
  if (inner === undefined)
    return site.web('exports', format, project, ...(language === undefined ? [] : ['-', language]))
  if (component === undefined && language !== undefined) return null
  return site.web('exports', format, project, ...inner.split('/'), ...(language === undefined ? [] : [language]))
}

/** The profile page of a user. */
export const personAddress = (name: string): string => site.web('user', name)

/** A page with the place in its query: `/changes/?project=tea&language=cs`. */
export function placed(path: string, name: PlaceName, more: Readonly<Record<string, string | undefined>> = {}): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...name, ...more })) if (value !== undefined) params.set(key, value)
  // Keep searches readable; these characters need no escaping in a query.
  const query = params.toString().replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%40', '@')
  return query === '' ? path : `${path}?${query}`
}

/** Search results: in the editor for one translation, otherwise as a list. */
export function stringsOf(name: PlaceName, q: string): string {
  const { project, component, language } = name
  if (project === undefined || component === undefined || language === undefined)
    return placed('/strings/', name, q === '' ? {} : { q })
  const editor = site.web('translate', project, ...component.split('/'), language)
  return q === '' ? editor : placed(editor, {}, { q })
}

/** The strings of a translation in zen mode. */
export function zenOf({ project = '', component = '', language = '' }: PlaceName, q: string): string {
  const address = site.web('zen', project, ...component.split('/'), language)
  return q === '' ? address : placed(address, {}, { q })
}
