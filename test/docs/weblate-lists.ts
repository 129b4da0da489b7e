// Writes the lists in docs/weblate.md: `node bin/run.js test/docs/weblate-lists.ts`. A test compares.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AddonEvent } from '#translation/addons/addon.ts'
import { addons } from '#translation/addons/index.ts'
import { METHODS } from '#translation/api/resource.ts'
import { rest } from '#translation/api/resources/index.ts'
import { searchFields } from '#translation/catalogue/unit-search.ts'
import { type Check, isTextCheck } from '#translation/checks/check.ts'
import { checks } from '#translation/checks/index.ts'
import { componentSettings } from '#translation/declarations/component.ts'
import {
  announcementSettings,
  categorySettings,
  labelSettings,
  pluralSettings,
  stringSettings,
} from '#translation/declarations/parts.ts'
import { projectSettings } from '#translation/declarations/project.ts'
import { formatRows } from './file-formats-list.ts'

const FILE = path.join(import.meta.dirname, '..', '..', 'docs', 'weblate.md')

const code = (names: Iterable<string>): string => [...names].map(name => `\`${name}\``).join(', ')
/** Two rows, because one would be hard to read. */
const halves = (names: readonly string[]): string[][] => {
  const middle = Math.ceil(names.length / 2)
  return [names.slice(0, middle), names.slice(middle)]
}
const sorted = (fields: object): string[] => Object.keys(fields).sort()

const EVENTS: Readonly<Record<AddonEvent, string>> = {
  'component-update': 'component update',
  'repository-update': 'update from the repository',
  daily: 'daily',
  commit: 'commit',
  'new-string': 'new string in a file',
  change: 'any change',
}

function runsOf(check: Check): string {
  const flags = check.flags.length > 0 ? `with ${code(check.flags)}` : 'always'
  const place = check.glossary ? `${flags}, in glossaries` : flags
  return isTextCheck(check) ? place : `${place}, later in the background`
}

/** Variable parts of a path as OpenAPI writes them. */
const shown = (route: string): string => route.replaceAll(/:(\w+)(?:\([^)]*\))?/g, '{$1}')

/** The columns of each table, and its rows. */
const TABLES: readonly { readonly columns: readonly string[]; readonly rows: () => string[][] }[] = [
  { columns: ['`file_format`', 'name', 'extensions', 'strings', 'plurals'], rows: formatRows },
  {
    columns: ['name', 'runs', 'configuration'],
    rows: () =>
      addons
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, events, settings }) => [
          `\`${name}\``,
          events.map(event => EVENTS[event]).join(', '),
          code(Object.keys(settings)),
        ]),
  },
  {
    columns: ['check', 'name', 'of', 'runs', 'turned off by'],
    rows: () =>
      checks()
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(check => [
          `\`${check.id}\``,
          check.name.replaceAll('|', '\\|'),
          check.side === 'source' ? 'sources' : 'translations',
          runsOf(check),
          `\`${check.ignoreFlag}\``,
        ]),
  },
  { columns: ['search fields'], rows: () => halves(searchFields().sort()).map(names => [code(names)]) },
  {
    columns: ['object', 'settings'],
    rows: () => [
      ['project', code(sorted(projectSettings))],
      ['component', code(sorted(componentSettings))],
      ['source string', code(sorted(stringSettings))],
      ['category', code(sorted(categorySettings))],
      ['label', code(sorted(labelSettings))],
      ['announcement', code(sorted(announcementSettings))],
      ['plural rule of a language', code(sorted(pluralSettings))],
    ],
  },
  {
    columns: ['address under `/api`', 'methods', 'content'],
    rows: () =>
      rest
        .toSorted((a, b) => (shown(a.path) < shown(b.path) ? -1 : 1))
        .map(({ path: route, operations, name }) => [
          `\`${shown(route)}\``,
          METHODS.filter(method => operations[method] !== undefined).join(' '),
          name.replaceAll('|', '\\|'),
        ]),
  },
]

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`

export const weblateDocument = (): string => readFileSync(FILE, 'utf8')

/** The document with what is declared now. */
export function withLists(document: string): string {
  return TABLES.reduce((text, { columns, rows }) => {
    const header = `${line(columns)}${line(columns.map(() => '---'))}`
    const [before, after, ...more] = text.split(header)
    if (after === undefined || more.length > 0) throw new Error(`docs/weblate.md needs one table "${columns.join()}".`)
    return `${before}${header}${rows().map(line).join('')}${after.replace(/^(?:\|.*\n)*/, '')}`
  }, document)
}

if (import.meta.filename === process.argv[1]) writeFileSync(FILE, withLists(weblateDocument()))
