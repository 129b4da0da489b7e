// What agents can do here. Every tool is a request to one of the APIs with the caller's own key, so rights, limits and
// checks are the same.

/** A request to one of the APIs. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly url: string
  readonly body?: Readonly<Record<string, unknown>>
}

type Arguments = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly description: string
  readonly writes?: true
  readonly properties: Readonly<
    Record<string, { readonly type: 'string' | 'integer' | 'boolean'; readonly description: string }>
  >
  readonly required: readonly string[]
  /** `dry_run` of a tool that writes sends this instead. */
  readonly rehearse?: (args: Arguments) => ApiRequest
  /** The result of `dry_run` if there is nothing yet. */
  readonly creates?: string
  request(args: Arguments): ApiRequest
}

const part = (value: unknown): string => encodeURIComponent(String(value))
const get = (url: string): ApiRequest => ({ method: 'GET', url })
const query = (args: Arguments, names: readonly string[]): string =>
  new URLSearchParams(names.flatMap(name => (args[name] === undefined ? [] : [[name, String(args[name])]]))).toString()

const title = { type: 'string', description: 'Page title.' } as const
const dryRun = { type: 'boolean', description: 'Only show what is there now, and change nothing.' } as const
const place = {
  project: { type: 'string', description: 'Slug of the project.' },
  component: { type: 'string', description: 'Slug of the component.' },
  language: { type: 'string', description: 'Language code.' },
} as const

export const TOOLS: readonly Tool[] = [
  {
    name: 'search_pages',
    description: 'Search titles and texts of wiki pages.',
    properties: {
      q: { type: 'string', description: 'What to search for.' },
      limit: { type: 'integer', description: 'Maximum number of results, up to 100.' },
    },
    required: ['q'],
    request: args => get(`/w/rest.php/v1/search/page?${query(args, ['q', 'limit'])}`),
  },
  {
    name: 'read_page',
    description: 'Read a wiki page as wikitext, with the ID of its latest revision.',
    properties: { title },
    required: ['title'],
    request: args => get(`/w/rest.php/v1/page/${part(args.title)}`),
  },
  {
    name: 'page_history',
    description: 'List the latest revisions of a wiki page.',
    properties: { title },
    required: ['title'],
    request: args => get(`/w/rest.php/v1/page/${part(args.title)}/history`),
  },
  {
    name: 'compare_revisions',
    description: 'Compare two revisions of a wiki page, line by line.',
    properties: {
      from: { type: 'integer', description: 'ID of the older revision.' },
      to: { type: 'integer', description: 'ID of the newer revision.' },
    },
    required: ['from', 'to'],
    request: args => get(`/w/rest.php/v1/revision/${part(args.from)}/compare/${part(args.to)}`),
  },
  {
    name: 'edit_page',
    description: 'Save a wiki page. Read it first, and pass the ID of the revision that the text is based on.',
    writes: true,
    properties: {
      title,
      source: { type: 'string', description: 'The whole new wikitext.' },
      comment: { type: 'string', description: 'Edit summary.' },
      base_revision: { type: 'integer', description: 'ID of the latest revision. Leave it out to create a page.' },
      dry_run: dryRun,
    },
    required: ['title', 'source', 'comment'],
    rehearse: args => get(`/w/rest.php/v1/page/${part(args.title)}`),
    creates: 'The page does not exist yet. Without dry_run, it is created.',
    request: ({ title: page, source, comment, base_revision: id }) => ({
      method: 'PUT',
      url: `/w/rest.php/v1/page/${part(page)}`,
      body: { source, comment, ...(id !== undefined && { latest: { id } }) },
    }),
  },
  {
    name: 'list_projects',
    description: 'List the translation projects.',
    properties: {},
    required: [],
    request: () => get('/api/projects/?format=json'),
  },
  {
    name: 'list_strings',
    description: 'List the strings of a translation, with their sources, translations and states.',
    properties: { ...place, q: { type: 'string', description: 'Search query, such as "state:<translated".' } },
    required: ['project', 'component', 'language'],
    request: args =>
      get(
        `/api/translations/${part(args.project)}/${part(args.component)}/${part(args.language)}/units/?format=json&${query(args, ['q'])}`,
      ),
  },
  {
    name: 'translate_string',
    description: 'Translate a string. The response says whether a quality check fails.',
    writes: true,
    properties: {
      unit: { type: 'integer', description: 'ID of the string.' },
      target: { type: 'string', description: 'The translation.' },
      dry_run: dryRun,
    },
    required: ['unit', 'target'],
    rehearse: args => get(`/api/units/${part(args.unit)}/?format=json`),
    request: ({ unit, target }) => ({
      method: 'PATCH',
      url: `/api/units/${part(unit)}/?format=json`,
      body: { target: [target], state: 20 },
    }),
  },
  {
    name: 'language_statistics',
    description: 'Get the progress of all translations into a language.',
    properties: { language: place.language },
    required: ['language'],
    request: args => get(`/api/languages/${part(args.language)}/statistics/?format=json`),
  },
]
