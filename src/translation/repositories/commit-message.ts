// Commit message templates with `{{ variable }}` placeholders, using Weblate's variable names.

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
/** Variables that do not apply to a message are left out and render empty. */
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
  addon_files_message: `Update {{ component_name }}: {{ addon_name }}

Translation: {{ project_name }}/{{ component_name }}
Translate-URL: {{ url }}`,
  merge_message: "Merge branch '{{ component_remote_branch }}' into {{ project_name }}/{{ component_name }}",
  pull_message: `Translations of {{ project_name }}/{{ component_name }}

Translations from [{{ site_title }}]({{ url }}). The branch is updated while this request is open.`,
} as const

const PLACE = /\{\{\s*([\w.]+)\s*\}\}/g

/** Rejects a template that cannot be rendered. */
export function checkTemplate(template: string): void {
  if (/\{[%#]/.test(template))
    throw new RepositoryError(
      'refused',
      'Commit messages support variables like {{ language_name }}, but no template tags.',
    )
  for (const [, name = ''] of template.matchAll(PLACE))
    if (!(VARIABLES as readonly string[]).includes(name))
      throw new RepositoryError('refused', `Unknown variable "${name}". Available variables: ${VARIABLES.join(', ')}.`)
  if (/\{\{|\}\}/.test(template.replace(PLACE, '')))
    throw new RepositoryError('refused', 'Write variables as a name in double braces, without filters.')
}

/** Renders the template, or the default one when it is empty. */
export const commitMessage = (kind: keyof typeof MESSAGES, template: string, values: Variables): string =>
  renderMessage(template === '' ? MESSAGES[kind] : template, values)

export const renderMessage = (template: string, values: Variables): string =>
  template.replace(PLACE, (_, name: Variable) => values[name] ?? '')
