import { mapShape, readOnly, shape } from '#fields/field.ts'
import { integer, mapOf, nested, percentage, text } from '#fields/kinds.ts'
import type { Totals } from '../../statistics/statistics.ts'
import { isRawJson } from '../json.ts'
import { statisticsNumbers } from '../objects/statistics.ts'
import { read, resource } from '../resource.ts'
import { type AnyCall, findProject } from './find.ts'
import { gauge } from './metrics.ts'

const parts = (name: string, what: string): [string, string][] => [
  [name, `Strings ${what}`],
  [`${name}_words`, `Words in strings ${what}`],
  [`${name}_chars`, `Characters in strings ${what}`],
]
const shares = (name: string, what: string): [string, string][] => [
  [`${name}_percent`, `Percentage of strings ${what}`],
  [`${name}_words_percent`, `Percentage of words ${what}`],
  [`${name}_chars_percent`, `Percentage of characters ${what}`],
]

/** Metrics with their help texts. */
const MEASURES = new Map([
  ...parts('translated', 'that are translated'),
  ...parts('total', 'in total'),
  ...parts('fuzzy', 'that need editing'),
  ...parts('failing', 'that fail a check'),
  ...parts('approved', 'that are approved'),
  ['suggestions', 'Strings with suggestions'],
  ['comments', 'Strings with comments'],
  ...shares('translated', 'that are translated'),
  ...shares('approved', 'that are approved'),
] as [string, string][])

const Measured = shape('Measured', 'Metrics of a translation, with the name of its language.', {
  name: readOnly(text()),
  ...Object.fromEntries(
    [...MEASURES.keys()].map(name => [name, readOnly(name.endsWith('_percent') ? percentage() : integer())]),
  ),
})

const ProjectMetrics = mapShape('ProjectMetrics', 'Metrics by component and language.', mapOf(nested(Measured)))

/** Only OpenMetrics has this value, so it is not a member of the JSON object. */
const LAST_UPDATE = Symbol('time of the last change, in seconds')
type Values = Record<string, unknown> & { [LAST_UPDATE]: number | null }
type Body = Record<string, Record<string, Values>>

/** One row per translation, with its component and language. */
const rows = (body: Body): { component: string; language: string; values: Values }[] =>
  Object.entries(body).flatMap(([component, languages]) =>
    Object.entries(languages).map(([language, values]) => ({ component, language, values })),
  )

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
const shown = (value: unknown): string => (isRawJson(value) ? value.rawJSON : String(value))

/** One row per number, as in Weblate, so that new metrics do not move columns. */
const csvRows = ({ component, language, values: { name, ...values } }: ReturnType<typeof rows>[number]) =>
  Object.entries(values).map(([metric, value]) => ({ component, language, name, metric, value }))

function openMetrics(body: Body): string {
  const all = rows(body).map(({ component, language, values }) => ({
    values,
    labels: `component=${quoted(component)},language=${quoted(language)}`,
  }))
  const named = all.map(({ values, labels }) => `{${labels},name=${quoted(String(values.name))}} 1`)
  const lines = [...MEASURES].flatMap(([name, what]) =>
    gauge(
      `weblate_${name}`,
      what,
      all.map(({ values, labels }) => `{${labels}} ${shown(values[name])}`),
    ),
  )
  const changed = all
    .filter(({ values }) => values[LAST_UPDATE] !== null)
    .map(({ values, labels }) => `{${labels}} ${values[LAST_UPDATE]}`)
  const updates = gauge('weblate_last_update_timestamp', 'Unix timestamp of the last change', changed)
  const names = gauge('weblate_translation_info', 'Names of translations', named)
  return `${[...names, ...lines, ...updates].join('\n')}\n# EOF\n`
}

/** As a list, which databases look up in an index, unlike a condition on the joined rows. */
const sharedWith = (call: AnyCall, project: number) =>
  call.db
    .selectFrom('component_link')
    .select('component_link.component_id')
    .where('component_link.project_id', '=', project)

interface Named {
  readonly component_id: number
  readonly project_id: number
  readonly path: string
  readonly slug: string
  /** Path of the category that a shared component is in. */
  readonly shared_in: string | null
}

/** Paths of components by ID. Two of the same path, one of which is shared, get their IDs as well. */
function namesOf(components: readonly Named[], project: number): Map<number, string> {
  const pathOf = ({ project_id, path, slug, shared_in }: Named): string =>
    project_id === project ? path : shared_in === null ? slug : `${shared_in}/${slug}`
  const paths = new Map(components.map(each => [each.component_id, pathOf(each)]))
  const counts = new Map<string, number>()
  for (const path of paths.values()) counts.set(path, (counts.get(path) ?? 0) + 1)
  return new Map([...paths].map(([id, path]) => [id, counts.get(path)! > 1 ? `${path}@${id}` : path]))
}

export const projectMetrics = resource({
  path: '/projects/:project/metrics/',
  name: 'Project metrics',
  description: 'Metrics of all translations in a project.',
  openMetrics,
  rows: (body: Body) => rows(body).flatMap(csvRows),
  operations: {
    GET: read({
      summary: 'Get metrics of a project',
      answer: ProjectMetrics,
      handle: async call => {
        const project = await findProject(call)
        const permissions = await call.permissions()
        const translations = await call.db
          .selectFrom('translation')
          .innerJoin('component', 'component.id', 'translation.component_id')
          .innerJoin('project', 'project.id', 'component.project_id')
          .innerJoin('translation_language', 'translation_language.id', 'translation.language_id')
          .leftJoin('component_link', join =>
            join
              .onRef('component_link.component_id', '=', 'component.id')
              .on('component_link.project_id', '=', project.id),
          )
          .leftJoin('project_category', 'project_category.id', 'component_link.category_id')
          .selectAll('translation')
          .select(['component.path', 'component.slug', 'translation_language.code', 'translation_language.name'])
          .select('project_category.path as shared_in')
          .where(eb =>
            eb.or([
              eb('translation.project_id', '=', project.id),
              eb('translation.component_id', 'in', sharedWith(call, project.id)),
            ]),
          )
          .where(eb => permissions.visibleProjects(eb))
          .where(eb => permissions.visibleComponents(eb))
          .orderBy('component.path')
          .orderBy('translation_language.code')
          .execute()
        const names = namesOf(translations, project.id)
        const result = new Map<string, Record<string, Values>>()
        for (const { code, name, ...row } of translations) {
          const path = names.get(row.component_id)!
          const { failing_words, failing_chars } = row
          const numbers = {
            ...statisticsNumbers(row as Totals, project.translation_review === 1),
            failing_words,
            failing_chars,
          }
          const languages = result.get(path) ?? {}
          languages[code] = {
            name,
            ...Object.fromEntries([...MEASURES.keys()].map(key => [key, numbers[key as never]])),
            [LAST_UPDATE]: row.last_change === null ? null : row.last_change / 1_000_000,
          }
          result.set(path, languages)
        }
        return Object.fromEntries(result)
      },
    }),
  },
})
