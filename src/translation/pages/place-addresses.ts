import type { Place, PlaceName } from '../reports/place.ts'
import { Addresses } from '../values/addresses.ts'

const site = new Addresses('')

/** What a place is called in addresses. */
export const nameOf = ({ project, category, component, language }: Place): PlaceName => ({
  project: project?.slug,
  category: category?.path,
  component: component?.path,
  language: language?.code,
})

/** Where the page about a place is. */
export function pageOf({ project, category, component, language }: PlaceName): string {
  if (project === undefined) return language === undefined ? '/projects/' : site.web('languages', language)
  const inner = component ?? category
  if (inner !== undefined)
    return site.web('projects', project, ...inner.split('/'), ...(language === undefined ? [] : [language]))
  return language === undefined ? site.web('projects', project) : site.web('projects', project, '-', language)
}

/** Where programs read what happens in a place; null where there is no such feed. */
export function feedOf(format: 'rss' | 'atom', { project, category, component, language }: PlaceName): string | null {
  if (project === undefined)
    return language === undefined ? site.web('exports', format) : site.web('exports', format, 'language', language)
  const inner = component ?? category
  if (inner === undefined)
    return site.web('exports', format, project, ...(language === undefined ? [] : ['-', language]))
  if (component === undefined && language !== undefined) return null
  return site.web('exports', format, project, ...inner.split('/'), ...(language === undefined ? [] : [language]))
}

/** Where the page about somebody is. */
export const personAddress = (name: string): string => site.web('user', name)

/** A page that is told the place behind the question mark: `/changes/?project=tea&language=cs`. */
export function placed(path: string, name: PlaceName, more: Readonly<Record<string, string | undefined>> = {}): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...name, ...more })) if (value !== undefined) params.set(key, value)
  // Searches stay readable; these characters mean nothing behind the question mark.
  const query = params.toString().replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%40', '@')
  return query === '' ? path : `${path}?${query}`
}

/** Where the strings are that a search finds: in the editor for one translation, otherwise in a list. */
export function stringsOf(name: PlaceName, q: string): string {
  const { project, component, language } = name
  if (project === undefined || component === undefined || language === undefined)
    return placed('/strings/', name, q === '' ? {} : { q })
  const editor = site.web('translate', project, ...component.split('/'), language)
  return q === '' ? editor : placed(editor, {}, { q })
}
