// What a backup of a project holds. The declarations are what the writer picks from rows and what the reader lets in.
import { type Input, nullable, optional, shape } from '../fields/field.ts'
import { anything, choice, dateTime, integer, list, nested, text } from '../fields/kinds.ts'
import { UNIT_STATES } from '../values/unit-states.ts'

export const FORMAT = 'parlance-project'
export const VERSION = 1
export const MANIFEST = 'project.json'

const words = text({ blank: true, verbatim: true })
const flag = integer({ min: 0, max: 1 })
const id = integer({ min: 1 })
const time = integer({ min: 0 })
/** People are known by name: ids differ from site to site. */
const person = nullable(text({ max: 255 }))
const many = { max: 1_000_000 }

const project = {
  name: text({ max: 60 }),
  web: words,
  instructions: words,
  access_control: choice(new Map([0, 1, 100, 200].map(value => [value, String(value)]))),
  translation_review: flag,
  source_review: flag,
  check_flags: words,
  language_aliases: words,
}

export const categoryFields = { id, parent_id: nullable(id), name: text({ max: 100 }), slug: text({ max: 100 }) }
export const labelFields = { id, name: text({ max: 190 }), description: words, color: text({ max: 30 }) }

export const componentFields = {
  id,
  category_id: nullable(id),
  name: text({ max: 100 }),
  slug: text({ max: 100 }),
  source_language: text({ max: 50 }),
  file_format: text({ max: 50 }),
  filemask: words,
  template: words,
  new_base: words,
  license: words,
  license_url: words,
  agreement: words,
  check_flags: words,
  enforced_checks: optional(words, '[]'),
  priority: integer(),
  restricted: flag,
  is_glossary: flag,
  locked: flag,
  allow_translation_propagation: flag,
  manage_units: flag,
  edit_template: flag,
  enable_suggestions: flag,
  suggestion_voting: flag,
  suggestion_autoaccept: integer({ min: 0, max: 1000 }),
  new_lang: text({ max: 20 }),
  created_at: time,
  files: list(
    nested(shape('BackupFile', 'A file of a component.', { filename: words, entry: text(), updated_at: time })),
    many,
  ),
}

export const translationFields = {
  id,
  component_id: id,
  language: text({ max: 50 }),
  language_code: text({ max: 50 }),
  filename: words,
  is_source: flag,
  plural_number: integer({ min: 1, max: 10 }),
  plural_formula: text({ max: 1000 }),
}

const suggestion = {
  target: words,
  account: person,
  created_at: time,
  votes: list(
    nested(shape('BackupVote', 'A vote.', { account: text({ max: 255 }), value: integer({ min: -1, max: 1 }) })),
    many,
  ),
}
const comment = { account: person, comment: words, resolved: flag, created_at: time }
const check = { check_id: text({ max: 100 }), dismissed: flag }

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
  flags: words,
  extra_flags: words,
  explanation: words,
  state: unitState,
  held_state: optional(nullable(unitState), null),
  position: integer(),
  priority: integer(),
  pending: flag,
  automatically_translated: flag,
  created_at: time,
  updated_at: time,
  labels: list(id, many),
  suggestions: list(nested(shape('BackupSuggestion', 'A suggestion.', suggestion)), many),
  comments: list(nested(shape('BackupComment', 'A comment.', comment)), many),
  checks: list(nested(shape('BackupCheck', 'A failing check.', check)), many),
}

export const changeFields = {
  action: integer({ min: 0, max: 1000 }),
  is_content: optional(flag),
  timestamp: time,
  component_id: nullable(id),
  translation_id: nullable(id),
  language: nullable(text({ max: 50 })),
  unit_id: nullable(id),
  account: person,
  author: person,
  target: words,
  old: words,
  details: anything(),
}

export const memoryFields = {
  source: words,
  target: words,
  source_language: text({ max: 50 }),
  target_language: text({ max: 50 }),
  origin: words,
  account: person,
  from_file: flag,
  created_at: time,
}

const announcement = {
  message: words,
  severity: text({ max: 20 }),
  category_id: nullable(id),
  component_id: nullable(id),
  language: nullable(text({ max: 50 })),
  account: person,
  expires_at: nullable(time),
  notify: flag,
  created_at: time,
}

const screenshot = {
  name: words,
  translation_id: id,
  repository_filename: words,
  media_type: text({ max: 50 }),
  entry: text(),
  account: person,
  created_at: time,
  units: list(id, many),
}

const addon = { name: text({ max: 100 }), component_id: nullable(id), configuration: anything(), created_at: time }

export const manifestFields = {
  format: choice({ [FORMAT]: 'Project of Parlance' }),
  version: choice(new Map([[VERSION, 'the first']])),
  created: optional(dateTime()),
  project: nested(shape('BackupProject', 'The project.', project)),
  categories: list(nested(shape('BackupCategory', 'A category.', categoryFields)), many),
  labels: list(nested(shape('BackupLabel', 'A label.', labelFields)), many),
  components: list(nested(shape('BackupComponent', 'A component.', componentFields)), many),
  translations: list(nested(shape('BackupTranslation', 'A translation.', translationFields)), many),
  announcements: list(nested(shape('BackupAnnouncement', 'An announcement.', announcement)), many),
  screenshots: list(nested(shape('BackupScreenshot', 'A screenshot.', screenshot)), many),
  addons: list(nested(shape('BackupAddon', 'An add-on.', addon)), many),
}

export type Manifest = Input<typeof manifestFields>
export type BackupUnit = Input<typeof unitFields>
export type BackupChange = Input<typeof changeFields>

/** The columns of a row that a declaration names. */
export const pick = <F extends object>(fields: F, row: object): { [K in keyof F]: unknown } =>
  Object.fromEntries(Object.keys(fields).map(name => [name, (row as Record<string, unknown>)[name]])) as {
    [K in keyof F]: unknown
  }

export const projectFields = project
