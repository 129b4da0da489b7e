// The texts of commits: templates with `{{ variable }}` in them, by the names that Weblate has for the variables.

import { RepositoryError } from './repository-error.ts'

export const VARIABLES = [
  'language_code',
  'language_name',
  'component_name',
  'component_slug',
  'component_remote_branch',
  'project_name',
  'project_slug',
  'url',
  'filename',
  'author',
  'addon_name',
  'site_title',
  'site_url',
  'stats.all',
  'stats.translated',
  'stats.translated_percent',
  'stats.fuzzy',
  'stats.fuzzy_percent',
] as const

type Variable = (typeof VARIABLES)[number]
/** Those that mean nothing where a message is used are left out, and come out empty. */
export type Variables = Readonly<Partial<Record<Variable, string>>>

export const MESSAGES = {
  commit_message: `Translate {{ component_name }} into {{ language_name }}

{{ stats.translated }} of {{ stats.all }} strings are translated ({{ stats.translated_percent }}%).

Translation: {{ project_name }}/{{ component_name }}
Translate-URL: {{ url }}`,
  add_message: `Add {{ language_name }} to {{ component_name }}

Translation: {{ project_name }}/{{ component_name }}
Translate-URL: {{ url }}`,
  delete_message: `Remove {{ language_name }} from {{ component_name }}

Translation: {{ project_name }}/{{ component_name }}
Translate-URL: {{ url }}`,
  addon_message: `Update {{ component_name }} in {{ language_name }}: {{ addon_name }}

Translation: {{ project_name }}/{{ component_name }}
Translate-URL: {{ url }}`,
  merge_message: "Merge branch '{{ component_remote_branch }}' into {{ project_name }}/{{ component_name }}",
  /** Nobody is asked to merge anything unless the component says in which words. */
  pull_message: '',
} as const

const PLACE = /\{\{\s*([\w.]+)\s*\}\}/g

/** Refuses a template that would not come out as it is meant. */
export function checkTemplate(template: string): void {
  if (/\{[%#]/.test(template))
    throw new RepositoryError('refused', 'Messages of commits take variables such as {{ language_name }}, but no tags.')
  for (const [, name = ''] of template.matchAll(PLACE))
    if (!(VARIABLES as readonly string[]).includes(name))
      throw new RepositoryError('refused', `There is no variable "${name}". There are ${VARIABLES.join(', ')}.`)
  if (/\{\{|\}\}/.test(template.replace(PLACE, '')))
    throw new RepositoryError('refused', 'A variable is a name in two pairs of braces, without filters.')
}

/** The template with the values in it; the usual one when there is none. */
export function commitMessage(kind: keyof typeof MESSAGES, template: string, values: Variables): string {
  const text = template === '' ? MESSAGES[kind] : template
  return text.replace(PLACE, (_, name: Variable) => values[name] ?? '')
}
