import type { Selectable } from 'kysely'
import { help, type Input, nullable, optional, readOnly, ruled, shape, sometimes } from '#fields/field.ts'
import { anything, boolean, choice, dateTime, integer, text, webAddress } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isoMicroseconds, microseconds } from '#fields/timestamp.ts'
import { storedObject, storedValue } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'
import { checkUnitSearch, SearchError } from '../../catalogue/unit-search.ts'
import { COST_RATES } from '../../reports/cost-estimate.ts'
import { reportHtml, reportRst } from '../../reports/report-tables.ts'
import type { ReportParameters } from '../../reports/report-task.ts'
import { REPORT_KINDS, type ReportKind, SORT_BY, SORT_ORDER } from '../../reports/reports.ts'
import { startTask } from '../../tasks/tasks.ts'
import { badRequest, forbidden, notFound } from '../errors.ts'
import { toJson } from '../json.ts'
import { act, list, RawAnswer, raw, read, remove, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, idIn } from './find.ts'
import {
  type FindReportPlace,
  type ReportPlace,
  reportNamed,
  reportOfCategory,
  reportOfComponent,
  reportOfProject,
  reportOfSite,
  reportRange,
  scopeNames,
  visibleScope,
} from './report-places.ts'
import { Started, started } from './tasks.ts'

type Row = Selectable<Database['report']>

const address = readOnly(webAddress())
const Report = shape('Report', 'A report of contributions within a period, or an estimate of costs.', {
  id: readOnly(integer()),
  kind: choice(REPORT_KINDS),
  version: help(readOnly(integer()), 'Version of the format of `data`.'),
  creator: help(readOnly(text()), 'Who requested the report.'),
  scope: help(
    readOnly(nullable(anything())),
    'The project, category or component with its ID; null for the whole site.',
  ),
  start: nullable(dateTime()),
  end: help(optional(dateTime()), 'End of the reporting period. The default is now.'),
  language: help(optional(nullable(text({ max: 50 }))), 'Only this language code.'),
  parameters: help(readOnly(anything()), 'Parameters of the report.'),
  data: sometimes(help(readOnly(anything()), 'Contents of the report; null until it is completed.')),
  completed: readOnly(boolean()),
  created: readOnly(dateTime()),
  url: address,
  json_url: address,
  html_url: address,
  rst_url: address,
})

/** Decimal numbers, as texts, because they stand for money. */
const decimal = (fallback: string, digits: number, places: number) => {
  const pattern = new RegExp(`^\\d{1,${digits - places}}(\\.\\d{1,${places}})?$`)
  const number = ruled(text({ max: digits + 1 }), (value, at) => {
    if (!pattern.test(value))
      throw invalidField(at, 'invalid', `Enter a number with at most ${places} digits after the point.`)
  })
  return optional(number, fallback)
}
const rate = (fallback: string) => decimal(fallback, 6, 2)

const body = {
  kind: Report.fields.kind,
  start: help(optional(dateTime()), 'Start of the period. Required, except for cost estimates.'),
  end: Report.fields.end,
  language: Report.fields.language,
  sort_by: help(optional(choice(SORT_BY), 'count'), 'Order of people.'),
  sort_order: help(optional(choice(SORT_ORDER), 'descending'), 'Direction of the order.'),
  counting_mode: help(
    optional(choice({ unique: 'Each string once', all: 'All changes' }), 'unique'),
    'For `contributor_stats`: whether repeated changes of a string by the same person count.',
  ),
  q: help(optional(text({ max: 1000, blank: true }), 'state:<translated'), 'For cost estimates: search for strings.'),
  base_rate: help(decimal('1', 12, 4), 'For cost estimates: cost of a word.'),
  tm_threshold: help(
    optional(integer({ min: 75, max: 100 }), 80),
    'For cost estimates: similarity in percent from which on the translation memory helps.',
  ),
  rate_new: help(rate('100'), 'Percent of the base rate for new strings.'),
  rate_needs_editing: help(rate('50'), 'Percent of the base rate for strings that need editing.'),
  rate_tm_100: help(rate('0'), 'Percent of the base rate for exact matches in the translation memory.'),
  rate_tm_fuzzy: help(rate('50'), 'Percent of the base rate for similar texts in the translation memory.'),
  rate_repetition: help(rate('0'), 'Percent of the base rate for repetitions of a string.'),
}

type Body = Input<typeof body>

const COST_FIELDS = ['q', 'base_rate', 'tm_threshold', ...Object.values(COST_RATES)] as const

/** Parameters of a report in responses. */
function shownParameters(
  kind: string,
  { start, end, language, cost, ...stored }: ReportParameters,
  code: string | null,
) {
  if (cost !== undefined)
    return { language: code ?? '', ...Object.fromEntries(COST_FIELDS.map(name => [name, cost[name]])) }
  return {
    language: code ?? '',
    start: isoMicroseconds(start ?? 0),
    end: isoMicroseconds(end ?? 0),
    sort_by: stored.sort_by ?? 'count',
    sort_order: stored.sort_order ?? 'descending',
    ...(kind === 'contributor_stats' && { counting_mode: stored.counting_mode ?? 'unique' }),
    own_data: stored.author !== undefined,
  }
}

async function reportObjects(call: AnyCall, rows: readonly Row[], withData = false): Promise<unknown[]> {
  const languages = await call.db.selectFrom('translation_language').select(['id', 'code']).execute()
  const names = await scopeNames(call.db, rows)
  return rows.map(row => {
    const parameters = storedObject<ReportParameters>(row.parameters) as ReportParameters
    const { start = 0, end = 0, language = parameters.cost?.language } = parameters
    const at = (...more: string[]) => call.addresses.api('reports', row.id, ...more)
    const code = languages.find(each => each.id === language)?.code ?? null
    return {
      id: row.id,
      kind: row.kind,
      version: 1,
      creator: call.caller.account?.name ?? '',
      scope: names.get(row.id) ?? null,
      start: parameters.cost === undefined ? isoMicroseconds(start) : null,
      end: isoMicroseconds(end),
      language: code,
      parameters: shownParameters(row.kind, parameters, code),
      ...(withData && { data: row.data === null ? null : storedValue(row.data) }),
      completed: row.data !== null,
      created: isoMicroseconds(row.created_at),
      url: at(),
      json_url: at('json'),
      html_url: at('html'),
      rst_url: at('rst'),
    }
  })
}

/** Reports are private to the user who requested them: their permissions decided the content. */
const own = (call: AnyCall) => call.db.selectFrom('report').selectAll().where('account_id', '=', call.accountId())

async function findReport(call: AnyCall): Promise<Row> {
  const row = await own(call).where('id', '=', idIn(call, 'report')).executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

const filters = { kind: help(optional(choice(REPORT_KINDS)), 'Only reports of this kind.') }

/** What a report about: at most one of these, for requests that do not name it in their path. */
const namedPlace = {
  project: help(optional(text({ max: 60 })), 'Slug of a project.'),
  category: help(optional(integer({ min: 1 })), 'ID of a category.'),
  component: help(optional(text({ max: 500 })), 'ID of a component, or its project and path: `project/component`.'),
}

/** Requests that name the place in their path do not have these members. */
const placeIn = async (call: AnyCall, find: FindReportPlace, sent: object) =>
  (await reportNamed(call, sent as Partial<Input<typeof namedPlace>>)) ?? find(call)

/** The members with defaults are always there. */
type Complete = Body & Required<Pick<Body, 'sort_by' | 'sort_order' | 'counting_mode' | (typeof COST_FIELDS)[number]>>

async function parametersOf(call: AnyCall, place: ReportPlace, sent: Complete): Promise<ReportParameters> {
  const { kind, start, end = microseconds(call.clock), language, sort_by, sort_order, counting_mode } = sent
  const isCost = kind === 'cost_estimate'
  if (start === undefined && !isCost) throw invalidField('start', 'required', 'This field is required.')
  const period = { start: start ?? 0, end, language: language || undefined, languageAttr: 'language' }
  const range = await reportRange(call, place, period)
  if (!isCost) return { ...range, scope: place.scope, sort_by, sort_order, counting_mode }
  // Costs are not those of one person.
  if (range.author !== undefined) throw forbidden('You need permission to view reports.')
  try {
    checkUnitSearch(sent.q)
  } catch (error) {
    throw error instanceof SearchError ? invalidField('q', 'invalid', error.message) : error
  }
  const cost = Object.fromEntries(COST_FIELDS.map(name => [name, sent[name]])) as Pick<
    Complete,
    (typeof COST_FIELDS)[number]
  >
  return {
    start: range.start,
    end: range.end,
    scope: await visibleScope(call, place.scope),
    cost: { ...cost, account: call.accountId(), language: range.language },
  }
}

const reportsOf = (path: string, name: string, find: FindReportPlace) =>
  resource({
    path: `${path}reports/`,
    name,
    description: 'Your reports. Without permission to view reports, they cover only your own work.',
    operations: {
      GET: list({
        summary: 'List your reports',
        query: path === '/' ? { ...filters, ...namedPlace } : filters,
        answer: Report,
        loginRequired: true,
        handle: async call => {
          const { project, category_id, component_id } = await placeIn(call, find, call.query)
          const { kind } = call.query
          const query = own(call)
            .$if(kind !== undefined, inner => inner.where('kind', '=', kind!))
            .$if(project !== null, inner => inner.where('project_id', '=', project!.id))
            .$if(category_id !== null, inner => inner.where('category_id', '=', category_id))
            .$if(component_id !== null, inner => inner.where('component_id', '=', component_id))
          return rowsOf(query.orderBy('id'), rows => reportObjects(call, rows))
        },
      }),
      POST: act({
        summary: 'Request a report',
        status: 202,
        body: path === '/' ? { ...body, ...namedPlace } : body,
        answer: Started,
        allow: find,
        handle: async call => {
          const { scope, project, ...place } = await placeIn(call, find, call.body)
          const { kind } = call.body
          const parameters = await parametersOf(call, { scope, project, ...place }, call.body as Complete)
          const row = await call.tx
            .insertInto('report')
            .values({
              kind,
              project_id: project?.id ?? null,
              ...place,
              parameters: JSON.stringify(parameters),
              account_id: call.accountId(),
              created_at: microseconds(call.clock),
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          const task = await startTask(call.tx, call.services, {
            kind: 'report',
            payload: { report: row.id },
            account: call.accountId(),
            project: project?.id ?? null,
            component: place.component_id,
          })
          return started(task, 'The report is being generated in the background.', call.addresses)
        },
      }),
    },
  })

const REPORT_FORMATS = {
  json: { type: 'application/json', write: (_: ReportKind, data: unknown) => toJson(data, 0) },
  html: { type: 'text/html; charset=utf-8', write: reportHtml },
  rst: { type: 'text/x-rst; charset=utf-8', write: reportRst },
} as const

const reportAs = (form: keyof typeof REPORT_FORMATS) =>
  resource({
    path: `/reports/:report(\\d+)/${form}/`,
    name: `Report as ${form}`,
    description: 'Contents of a report.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: `Get a report as ${form}`,
        types: [REPORT_FORMATS[form].type.split(';')[0]!],
        loginRequired: true,
        handle: async call => {
          const row = await findReport(call)
          if (row.data === null) throw badRequest('not_ready', 'The report is not ready yet.')
          const { type, write } = REPORT_FORMATS[form]
          return new RawAnswer(write(row.kind as ReportKind, storedValue(row.data)), {
            'Content-Type': type,
            'Content-Security-Policy': "default-src 'none'",
            'X-Content-Type-Options': 'nosniff',
          })
        },
      }),
    },
  })

export const reportResources = [
  reportsOf('/', 'Reports', reportOfSite),
  reportsOf('/projects/:project/', 'Reports of a project', reportOfProject),
  reportsOf('/categories/:category(\\d+)/', 'Reports of a category', reportOfCategory),
  reportsOf('/components/:project/:component/', 'Reports of a component', reportOfComponent),
  resource({
    path: '/reports/:report(\\d+)/',
    name: 'Report',
    description: 'A report.',
    operations: {
      GET: read({
        summary: 'Get a report',
        answer: Report,
        loginRequired: true,
        handle: async call => (await reportObjects(call, [await findReport(call)], true))[0],
      }),
      DELETE: remove({
        summary: 'Delete a report',
        allow: findReport,
        handle: async call => {
          const { id } = await findReport(call)
          await call.tx.deleteFrom('report').where('id', '=', id).execute()
        },
      }),
    },
  }),
  reportAs('json'),
  reportAs('html'),
  reportAs('rst'),
]
