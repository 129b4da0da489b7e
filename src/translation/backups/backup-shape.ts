// Format of a project backup, used both for writing and for validation. Settings reuse the declarations of the REST API,
// so that both accept the same values.

import { type Field, type Fields, type Input, nullable, optional, refuse, ruled, shape } from '#fields/field.ts'
import { anything, boolean, choice, dateTime, integer, list, nested, text, webAddress } from '#fields/kinds.ts'
import { INHERITABLE } from '../catalogue/inheritance.ts'
import { checkUnitSearch } from '../catalogue/unit-search.ts'
import { checks } from '../checks/index.ts'
import { componentSettings } from '../declarations/component.ts'
import { componentRules } from '../declarations/component-rules.ts'
import { fileParams } from '../declarations/file-params.ts'
import { languageFilter } from '../declarations/language-filter.ts'
import {
  announcementSettings,
  categorySettings,
  commentText,
  labelSettings,
  pluralSettings,
  savedSearch,
  screenshotName,
  stringSettings,
} from '../declarations/parts.ts'
import { projectSettings } from '../declarations/project.ts'
import { checkFilePath } from '../declarations/rules.ts'
import { workflowSettings } from '../declarations/workflow.ts'
import { LANGUAGE_CODE_STYLES } from '../values/language-code-style.ts'
import { UNIT_STATES } from '../values/unit-states.ts'

export const FORMAT = 'parlance-project'
export const VERSION = 1
export const MANIFEST = 'project.json'

const words = text({ blank: true, verbatim: true })
const id = integer({ min: 1 })
const time = integer({ min: 0 })
/** Accounts are stored by name, since ids differ between sites. */
const person = nullable(text({ max: 255 }))
const path = ruled(text({ blank: true, verbatim: true, max: 1000 }), checkFilePath)
const entry = text({ max: 200 })
const many = { max: 1_000_000 }
const few = { max: 10_000 }

type Whole<F extends Fields> = { [K in keyof F]: Omit<F[K], 'required'> & { readonly required: true } }

/** Every member is required: a default would hide lost data. */
const whole = <F extends Fields>(fields: F): Whole<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { fallback: _, ...field }]) => [name, { ...field, required: true }]),
  ) as Whole<F>

/** Limit for JSON that is kept unchanged. */
const LONGEST_DETAILS = 1_000_000
const details = ruled(anything(), (value, at) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(at, 'invalid', 'Must be an object.')
  const written = JSON.stringify(value)
  if (written.length > LONGEST_DETAILS)
    refuse(at, 'max_length', `Ensure this field has no more than ${LONGEST_DETAILS} characters.`)
  if (written.includes('\\u0000')) refuse(at, 'null_characters_not_allowed', 'Null characters are not allowed.')
  if (/\\ud[89a-f]/.test(written)) refuse(at, 'surrogate_characters_not_allowed', 'Surrogates are not allowed.')
}) as Field<Record<string, unknown>>

const isInheritable = (name: string): boolean => (INHERITABLE as readonly string[]).includes(name)

/** The object's own values of inheritable settings, and what it inherits, as stored. */
const inheritance = optional(
  ruled(text({ max: 100_000 }), (value, at) => {
    if (!isInheritance(value)) refuse(at, 'invalid', 'Must be JSON with own values and inherited settings.')
  }),
  '{}',
)

function isInheritance(json: string): boolean {
  try {
    const { own = {}, inherits = [], ...others } = JSON.parse(json) as Record<string, unknown>
    return (
      Object.keys(others).length === 0 &&
      Array.isArray(inherits) &&
      inherits.every(isInheritable) &&
      Object.entries(own as object).every(([name, value]) => isInheritable(name) && typeof value === 'string')
    )
  } catch {
    return false
  }
}

/** Backups of earlier versions lack the settings of translation memories, and what is inherited. */
const { slug: _, use_shared_tm, contribute_shared_tm, ...projectBefore } = projectSettings
const project = {
  ...whole(projectBefore),
  use_shared_tm,
  contribute_shared_tm: optional(nullable(contribute_shared_tm), null),
  enable_hooks: optional(boolean(), true),
  inheritance,
}

export const categoryFields = { id, parent_id: nullable(id), ...categorySettings, inheritance }
/** Saved searches of the project. Backups of earlier versions lack them. */
export const filterFields = {
  ...savedSearch,
  q: ruled(savedSearch.q, (value, at) => {
    try {
      checkUnitSearch(value)
    } catch (error) {
      refuse(at, 'invalid', (error as Error).message)
    }
  }),
}
/** Languages with their own workflow. Backups of earlier versions lack them. */
export const workflowFields = { language: text({ max: 50 }), ...whole(workflowSettings) }
export const labelFields = { id, ...whole(labelSettings) }

const NO_LIST = 'Must be a list of check names.'
const { contribute_project_tm, ...componentBefore } = componentSettings
const { enforced_checks: checkNames, ...earlierSettings } = whole(componentBefore)
const settings = { ...earlierSettings, contribute_project_tm }

/** Backups of earlier versions contain the list as a JSON string. */
const enforcedChecks: typeof checkNames = {
  ...checkNames,
  read: (value, at) => {
    let parsed = value
    if (typeof value === 'string')
      try {
        parsed = JSON.parse(value) as unknown
      } catch {
        refuse(at, 'not_a_list', NO_LIST)
      }
    return Array.isArray(parsed) ? checkNames.read(parsed, at) : refuse(at, 'not_a_list', NO_LIST)
  },
}

export const componentFields = {
  id,
  category_id: nullable(id),
  source_language: text({ max: 50 }),
  ...settings,
  enforced_checks: optional(enforcedChecks, []),
  language_code_style: optional(choice(LANGUAGE_CODE_STYLES), ''),
  ...languageFilter,
  ...componentRules,
  secondary_language: optional(text({ blank: true, max: 50 }), ''),
  ...fileParams,
  inheritance,
  license_url: webAddress({ blank: true, max: 500 }),
  locked: boolean(),
  created_at: time,
  files: list(nested(shape('BackupFile', 'A file of a component.', { filename: path, entry, updated_at: time })), many),
}

const CODE = /^[A-Za-z0-9]+([-_@.+][A-Za-z0-9]+)*$/
const NO_CODE = 'A language code is letters and digits, with a sign between groups of them.'

export const translationFields = {
  id,
  component_id: id,
  language: text({ max: 50 }),
  language_code: ruled(text({ max: 50 }), (code, at) => {
    if (!CODE.test(code)) refuse(at, 'invalid', NO_CODE)
  }),
  filename: path,
  is_source: boolean(),
  plural_number: pluralSettings.number,
  plural_formula: pluralSettings.formula,
}

const vote = { account: text({ max: 255 }), value: choice(new Map([-1, 1].map(value => [value, String(value)]))) }
const suggestion = {
  target: words,
  account: person,
  created_at: time,
  votes: list(nested(shape('BackupVote', 'A vote.', vote)), few),
}
const comment = { account: person, comment: commentText, resolved: boolean(), created_at: time }
const check = { check_id: choice(new Map(checks().map(each => [each.id, each.name]))), dismissed: boolean() }

const unitState = choice(new Map(Object.values(UNIT_STATES).map(value => [value, String(value)])))

export const unitFields = {
  id,
  source_unit_id: nullable(id),
  context: words,
  source: words,
  target: words,
  previous_source: words,
  note: words,
  location: words,
  /** Flags from the file, including unknown ones. */
  flags: words,
  ...stringSettings,
  state: unitState,
  held_state: optional(nullable(unitState), null),
  position: integer({ min: 0 }),
  priority: integer(),
  pending: boolean(),
  automatically_translated: boolean(),
  created_at: time,
  updated_at: time,
  labels: list(id, few),
  suggestions: list(nested(shape('BackupSuggestion', 'A suggestion.', suggestion)), few),
  comments: list(nested(shape('BackupComment', 'A comment.', comment)), few),
  checks: list(nested(shape('BackupCheck', 'A failing check.', check)), few),
}

export const changeFields = {
  action: integer({ min: 0, max: 1000 }),
  is_content: optional(boolean()),
  timestamp: time,
  component_id: nullable(id),
  translation_id: nullable(id),
  language: nullable(text({ max: 50 })),
  unit_id: nullable(id),
  account: person,
  author: person,
  target: words,
  old: words,
  details,
}

export const memoryFields = {
  source: text({ verbatim: true }),
  target: text({ verbatim: true }),
  source_language: text({ max: 50 }),
  target_language: text({ max: 50 }),
  origin: words,
  account: person,
  from_file: boolean(),
  created_at: time,
}

export const announcementFields = {
  ...whole(announcementSettings),
  category_id: nullable(id),
  component_id: nullable(id),
  language: nullable(text({ max: 50 })),
  account: person,
  expires_at: nullable(time),
  created_at: time,
}

export const screenshotFields = {
  name: screenshotName,
  translation_id: id,
  repository_filename: path,
  media_type: text({ max: 50 }),
  entry,
  account: person,
  created_at: time,
  units: list(id, many),
}

const addon = { name: text({ max: 100 }), component_id: nullable(id), configuration: details, created_at: time }

export const manifestFields = {
  format: choice({ [FORMAT]: 'Parlance project' }),
  version: choice(new Map([[VERSION, 'the first']])),
  created: optional(dateTime()),
  project: nested(shape('BackupProject', 'The project.', project)),
  categories: list(nested(shape('BackupCategory', 'A category.', categoryFields)), few),
  labels: list(nested(shape('BackupLabel', 'A label.', labelFields)), few),
  filters: optional(list(nested(shape('BackupFilter', 'A saved search.', filterFields)), few)),
  workflows: optional(list(nested(shape('BackupWorkflow', 'Workflow of a language.', workflowFields)), few)),
  components: list(nested(shape('BackupComponent', 'A component.', componentFields)), few),
  translations: list(nested(shape('BackupTranslation', 'A translation.', translationFields)), many),
  announcements: list(nested(shape('BackupAnnouncement', 'An announcement.', announcementFields)), few),
  screenshots: list(nested(shape('BackupScreenshot', 'A screenshot.', screenshotFields)), few),
  addons: list(nested(shape('BackupAddon', 'An add-on.', addon)), few),
}

export type Manifest = Input<typeof manifestFields>
export type BackupUnit = Input<typeof unitFields>
export type BackupChange = Input<typeof changeFields>

/** The declared columns of a row. */
export const pick = <F extends object>(fields: F, row: object): { [K in keyof F]: unknown } =>
  Object.fromEntries(Object.keys(fields).map(name => [name, (row as Record<string, unknown>)[name]])) as {
    [K in keyof F]: unknown
  }

export const projectFields = project
