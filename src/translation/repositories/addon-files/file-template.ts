// Names and contents of generated files: variables like those of commit messages, with filters for paths.

import path from 'node:path'
import { VARIABLES, type Variables } from '../commit-message.ts'

const FILTERS = {
  dirname: (value: string) => path.posix.dirname(value),
  basename: (value: string) => path.posix.basename(value),
  parentdir: (value: string) => value.split('/').slice(1).join('/'),
  stripext: (value: string) => value.replace(/\.[^./]*$/, ''),
  // Words begin after anything but letters, digits and apostrophes, as in Django.
  title: (value: string) => value.toLowerCase().replaceAll(/(?<![\p{L}\p{N}'])\p{L}/gu, letter => letter.toUpperCase()),
} as const

const PLACE = /\{\{\s*([\w.]+)((?:\s*\|\s*\w+)*)\s*\}\}/g

const filtersIn = (text: string): string[] => text.split('|').flatMap(name => name.trim() || [])

/** Why a template cannot be rendered; null if it can. */
export function templateProblem(template: string, names: readonly string[] = VARIABLES): string | null {
  if (/\{[%#]/.test(template)) return 'Templates support variables like {{ language_code }}, but no tags.'
  for (const [, name = '', filters = ''] of template.matchAll(PLACE)) {
    if (!names.includes(name)) return `Unknown variable "${name}". Available variables: ${names.join(', ')}.`
    const unknown = filtersIn(filters).find(filter => !Object.hasOwn(FILTERS, filter))
    if (unknown !== undefined)
      return `Unknown filter "${unknown}". Available filters: ${Object.keys(FILTERS).join(', ')}.`
  }
  return /\{\{|\}\}/.test(template.replace(PLACE, '')) ? 'Write variables as a name in double braces.' : null
}

/** Renders a template that `templateProblem` accepts. */
export const renderTemplate = (template: string, values: Variables | Readonly<Record<string, string>>): string =>
  template.replace(PLACE, (_, name: string, filters: string) =>
    filtersIn(filters).reduce(
      (value, filter) => FILTERS[filter as keyof typeof FILTERS](value),
      (values as Readonly<Record<string, string>>)[name] ?? '',
    ),
  )
