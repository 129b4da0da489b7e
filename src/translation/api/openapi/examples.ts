import type { Field, JsonSchema, Shape } from '#fields/field.ts'

/** Examples use the content of `parlance serve --sample`, so many of them work as they are. */
const SITE = 'https://translate.example.org'
const at = (path: string): string => `${SITE}/api/${path}/`
const PROJECT = 'harbour-library'
const COMPONENT = `${PROJECT}/application`
const TRANSLATION = `${COMPONENT}/cs`

/** Examples by name of a member or parameter, or by `Kind.member` to override one kind of object. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  // Path parameters.
  project: PROJECT,
  component: 'application',
  language: 'cs',
  code: 'cs',
  language_code: 'cs',
  source_language: 'en',
  username: 'Anna',
  member: 'Anna',
  slug: 'application',
  list: 'first-steps',
  other: 'tea-house',
  part: '3',
  check: 'end_stop',
  backup: '2026-11-15-120000.zip',
  task: '0c2a3e4f-5b6d-4e7f-8a9b-0c1d2e3f4a5b',

  // Texts.
  name: 'Application',
  'Language.name': 'Czech',
  'Project.name': 'Harbour library',
  'Project.slug': PROJECT,
  'ComponentList.slug': 'first-steps',
  'Translation.filename': 'application/cs.po',
  description: 'Button labels',
  detail: 'The report is being generated in the background.',
  'ErrorAnswer.detail': 'Not found.',
  message: 'The library is closed on Monday.',
  email: 'anna@example.org',
  author_email: 'anna@example.org',
  user_email: 'anna@example.org',
  full_name: 'Anna Nováková',
  author_name: 'Anna Nováková',
  q: 'state:needs-editing',
  source: 'Borrow this book',
  target: 'Půjčit si tuto knihu',
  old: 'Půjčit si knihu',
  previous_source: 'Borrow the book',
  query: 'Borrow this book',
  strings: 'Borrow this book',
  context: 'borrow-button',
  key: 'borrow-button',
  value: 'Borrow this book',
  note: 'Button below the book cover.',
  location: 'src/book.ts:31',
  explanation: 'Borrow means to take a book home for a limited time.',
  flags: 'max-length:40',
  extra_flags: 'max-length:40',
  add_flags: 'max-length:40',
  remove_flags: 'max-length:40',
  check_flags: 'max-length:100',
  comment: 'Can we use a shorter word?',
  color: 'navy',
  subject: 'New strings in Harbour library',
  file_format: 'po',
  filemask: 'application/*.po',
  template: 'application/en.json',
  new_base: 'application/application.pot',
  license: 'MIT',
  license_url: 'https://spdx.org/licenses/MIT.html',
  agreement: 'Contributions are licensed under the license of the project.',
  instructions: 'Use a friendly, informal tone.',
  language_aliases: 'pt_BR:pt',
  repo: 'https://git.example.org/library.git',
  branch: 'main',
  push: 'https://git.example.org/library.git',
  push_branch: 'translations',
  commit_message: 'Translated {{ language_name }}',
  add_message: 'Added {{ language_name }}',
  merge_message: 'Merged',
  git_export: `${SITE}/git/${COMPONENT}/`,
  formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2',
  examples: '2, 3, 4',
  direction: 'ltr',
  last_author: 'Anna',
  filename: 'application/cs.po',
  revision: '',
  repository_filename: '',
  origin: COMPONENT,
  log: 'Imported 120 strings.',
  status: 'Your branch is up to date.',
  merge_failure: null,
  result: true,
  'SuggestionOutcome.result': 'voted',
  'Task.result': { added: 12 },
  details: {},
  'Report.scope': { project: '1', name: 'Harbour library' },
  'Report.parameters': { language: 'cs', q: 'state:<translated', base_rate: '0.1', tm_threshold: 80 },
  'Report.data': [],
  key_filter: 'app\\.',
  variant_regex: '_(short|long)$',
  glossary_color: 'navy',
  screenshot_filemask: 'docs/screenshots/*.png',
  dismissal_reason: 'The license is decided next month.',
  base_rate: '0.1',
  rate_new: '100',
  rate_needs_editing: '50',
  rate_tm_100: '0',
  rate_tm_fuzzy: '50',
  rate_repetition: '0',
  'AutoTranslation.details': 'Automatic translation completed, 12 strings were updated.',
  configuration: { mode: 'suggest' },
  version: '1f3a9c',
  'Metrics.version': '5.12',
  'Metrics.name': 'Parlance',
  'FailingCheck.id': 'end_stop',
  'CheckResult.id': 'end_stop',
  'WorkPluralForm.name': 'Few',
  'SearchResult.url': `${SITE}/projects/${PROJECT}/`,
  'SearchResult.category': 'Project',
  project_match: '^harbour-',
  component_match: '^app',
  label: 'New string',
  notification: 'NewStringNotificaton',
  permissions: 'unit.edit',
  members: 'Anna',
  text: 'Půjčit si tuto knihu',
  placeables: '%s',
  aliases: 'cs_CZ',
  languages: 'cs',
  'Metrics.languages': 4,
  'UserStatistics.languages': 2,
  'UserStatistics.translated': 120,
  secondary_languages: 'sk',
  language_regex: '^[^.]+$',
  file_format_params: { po_line_wrap: -1 },
  website: 'https://example.org/',
  contact: 'https://example.org/contact',
  fediverse: 'https://social.example.org/@anna',
  codesite: 'https://git.example.org/anna',
  public_email: 'anna@example.org',
  commit_email: 'anna@example.org',
  special_chars: '→×',
  nearby_strings: 5,
  editor_link: 'https://editor.example.org/{{filename}}?line={{line}}',
  theme: 'dark',
  watched: PROJECT,
  next: 'eyJwIjo1MH0',
  previous: null,
  error: null,
  'UnitConflict.errors': {
    code: 'conflict',
    detail: 'Someone else changed this string while you were editing.',
    attr: 'version',
  },
  match: { source: 'Borrow this book', target: 'Půjčit si tuto knihu', quality: 100 },
  remote_commit: null,
  weblate_commit: null,
  defining_project: null,
  alert: null,
  component_slug: 'application',
  project_slug: PROJECT,
  action_name: 'Translation changed',
  password: '',

  // Numbers.
  action: 2,
  actions: 2,
  state: 20,
  priority: 100,
  position: 1,
  number: 3,
  index: 1,
  num_plurals: 1,
  num_words: 3,
  population: 10_500_000,
  size: 48_213,
  progress: 100,
  threshold: 75,
  quality: 100,
  max_length: 40,
  'Suggestion.value': 1,
  id_hash: 4_316_190_042_105_863,
  content_hash: 7_732_205_911_604_822,

  // URLs.
  'User.groups': at('groups/2'),
  'User.notifications': at('users/Anna/notifications'),
  contributions_url: at('users/Anna/contributions'),
  share_url: `${SITE}/engage/${PROJECT}/cs/`,
  translate_url: `${SITE}/translate/${TRANSLATION}/`,
  web: 'https://library.example.org/',
  web_url: `${SITE}/projects/${PROJECT}/`,
  task_url: at('tasks/0c2a3e4f-5b6d-4e7f-8a9b-0c1d2e3f4a5b'),
  category: null,
  from_component: at(`components/${COMPONENT}`),
  linked_component: null,
  roles: at('roles/1'),
  projects: at(`projects/${PROJECT}`),
  components: at(`components/${COMPONENT}`),
  componentlists: at('component-lists/first-steps'),
  admins: at('users/Anna'),
  units: at('units/101'),
  unit: at('units/101'),
  source_unit: at('units/100'),
  translation: at(`translations/${TRANSLATION}`),
  user: at('users/Anna'),
  author: at('users/Anna'),
  file_url: at(`translations/${TRANSLATION}/file`),
}

/** API path of an example object, by kind. */
const PLACES: Readonly<Record<string, string>> = {
  User: 'users/Anna',
  Project: `projects/${PROJECT}`,
  Component: `components/${COMPONENT}`,
  Translation: `translations/${TRANSLATION}`,
  Language: 'languages/cs',
  Unit: 'units/101',
  Group: 'groups/7',
  Role: 'roles/7',
  ProjectTeam: `projects/${PROJECT}/teams/7`,
  ProjectBackup: `projects/${PROJECT}/backups/2026-11-15-120000.zip`,
  ComponentList: 'component-lists/first-steps',
  Change: 'changes/7',
  Suggestion: 'suggestions/7',
  Screenshot: 'screenshots/7',
  WorkScreenshot: 'screenshots/7',
  Addon: 'addons/7',
  Category: 'categories/7',
  Report: 'reports/7',
  Repository: `components/${COMPONENT}/repository`,
}

const INSTANT = '2026-11-15T12:00:00.000000Z'

/** A value that the schema allows; `place` is the name of the enclosing shape or the path of an operation. */
export function exampleOf(place: string, name: string, schema: JsonSchema): unknown {
  for (const key of [`${place}.${name}`, name]) {
    const example = Object.hasOwn(EXAMPLES, key) ? fitting(EXAMPLES[key], schema) : undefined
    if (example !== undefined) return example
  }
  return generatedExample(place, name, schema)
}

/** The named example if it is valid for this schema, otherwise undefined; for a list, as its only item. */
function fitting(value: unknown, schema: JsonSchema): unknown {
  const types = [schema.type].flat()
  if (schema.type === undefined && schema.anyOf === undefined) return value
  if (value === null) return types.includes('null') ? null : undefined
  if (types.includes('array')) {
    const item = fitting(value, schema.items as JsonSchema)
    return item === undefined ? undefined : [item]
  }
  if (Array.isArray(schema.enum)) return schema.enum.includes(value) ? value : undefined
  if (typeof value === 'string' && types.includes('string')) return fits(value, schema) ? value : undefined
  if (typeof value === 'number' && (types.includes('integer') || types.includes('number')))
    return value >= Number(schema.minimum ?? value) && value <= Number(schema.maximum ?? value) ? value : undefined
  return typeof value === 'boolean' && types.includes('boolean') ? value : undefined
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  uri: /^https?:/,
  email: /@/,
  'date-time': /^\d{4}-/,
  binary: /^\b$/,
}

function fits(value: string, { format, pattern, anyOf }: JsonSchema): boolean {
  const inner = (anyOf as JsonSchema[] | undefined)?.find(each => each.format !== undefined)
  const expected = (format ?? inner?.format) as string | undefined
  if (expected !== undefined && !FORMATS[expected]!.test(value)) return false
  return pattern === undefined || new RegExp(pattern as string).test(value)
}

function generatedExample(place: string, name: string, schema: JsonSchema): unknown {
  const either = schema.anyOf as JsonSchema[] | undefined
  if (either)
    return either.some(each => each.$ref)
      ? undefined
      : generatedExample(place, name, { ...either[0], anyOf: undefined })
  if (schema.$ref) return undefined
  if (Array.isArray(schema.enum)) return schema.enum.find(each => each !== null && each !== '') ?? schema.enum[0]
  switch ([schema.type].flat()[0]) {
    case 'boolean':
      return /^(translated|approved|is_active|completed|translate|suggest|comment|result|count_is_known)$/.test(name)
    case 'integer':
      return Math.max(Number(schema.minimum ?? 7), Math.min(7, Number(schema.maximum ?? 7)))
    case 'number':
      return 87.5
    case 'array': {
      const item = generatedExample(place, name, schema.items as JsonSchema)
      return item === undefined ? undefined : [item]
    }
    case 'object':
      return {}
    case 'string':
      return textOf(place, name, schema)
    default:
      return undefined
  }
}

function textOf(place: string, name: string, { format, maxLength }: JsonSchema): string {
  if (format === 'date-time') return INSTANT
  if (format === 'email') return 'anna@example.org'
  if (format === 'uri') {
    const base = PLACES[place] ?? `projects/${PROJECT}`
    if (name === 'url') return at(base)
    return at(`${base}/${name.replace(/_(list_)?url$/, '').replaceAll('_', '-')}`)
  }
  return maxLength !== undefined && Number(maxLength) < 8 ? 'a' : 'words'
}

/** A whole object as a response returns it, built from the examples of its members. */
export function wholeExample(shape: Shape, schemaOf: (field: Field) => JsonSchema, depth = 0): unknown {
  if (shape.others) return { cs: memberExample(shape, 'cs', shape.others, schemaOf, depth) }
  return Object.fromEntries(
    Object.entries(shape.fields)
      .filter(([, field]) => !field.guard)
      .map(([name, field]) => [name, memberExample(shape, name, field, schemaOf, depth)]),
  )
}

function memberExample(
  shape: Shape,
  name: string,
  field: Field,
  schemaOf: (field: Field) => JsonSchema,
  depth: number,
): unknown {
  const schema = schemaOf(field)
  if (field.inner === undefined) return exampleOf(shape.name, name, schema)
  const isList = schema.type === 'array'
  // Deeper nesting adds nothing to an example.
  if (depth > 1 && field.nullable) return null
  if (depth > 1 && isList) return []
  const inner = wholeExample(field.inner, schemaOf, depth + 1)
  if (!isList) return schema.additionalProperties ? { cs: inner } : inner
  return (schema.items as JsonSchema).type === 'array' ? [[inner]] : [inner]
}
