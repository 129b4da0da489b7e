import type { Selectable } from 'kysely'
import { help, nullable, optional, readOnly, shape } from '#fields/field.ts'
import { boolean, choice, dateTime, integer, text, webAddress } from '#fields/kinds.ts'
import { isoMicroseconds, microseconds } from '#fields/timestamp.ts'
import { storedList, storedObject } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'
import type { ReportParameters } from '../../reports/report-task.ts'
import { REPORT_KINDS, type ReportKind, reportHtml, reportRst } from '../../reports/reports.ts'
import { startTask } from '../../tasks/tasks.ts'
import { badRequest, notFound } from '../errors.ts'
import { toJson } from '../json.ts'
import { act, list, RawAnswer, raw, read, remove, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, idIn } from './find.ts'
import {
  type FindReportPlace,
  reportOfCategory,
  reportOfComponent,
  reportOfProject,
  reportOfSite,
  reportRange,
} from './report-places.ts'
import { Started, started } from './tasks.ts'

type Row = Selectable<Database['report']>

const address = readOnly(webAddress())
const Report = shape('Report', 'A report of contributions within a period.', {
  id: readOnly(integer()),
  kind: choice(REPORT_KINDS),
  start: dateTime(),
  end: help(optional(dateTime()), 'End of the reporting period. The default is now.'),
  language: help(optional(nullable(text({ max: 50 }))), 'Only this language code.'),
  completed: readOnly(boolean()),
  created: readOnly(dateTime()),
  url: address,
  json_url: address,
  html_url: address,
  rst_url: address,
})

const body = {
  kind: Report.fields.kind,
  start: Report.fields.start,
  end: Report.fields.end,
  language: Report.fields.language,
}

async function reportObjects(call: AnyCall, rows: readonly Row[]): Promise<unknown[]> {
  const languages = await call.db.selectFrom('translation_language').select(['id', 'code']).execute()
  return rows.map(row => {
    const { start = 0, end = 0, language } = storedObject<ReportParameters>(row.parameters)
    const at = (...more: string[]) => call.addresses.api('reports', row.id, ...more)
    return {
      id: row.id,
      kind: row.kind,
      start: isoMicroseconds(start),
      end: isoMicroseconds(end),
      language: languages.find(each => each.id === language)?.code ?? null,
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

const reportsOf = (path: string, name: string, find: FindReportPlace) =>
  resource({
    path: `${path}reports/`,
    name,
    description: 'Your reports. Without permission to view reports, they cover only your own work.',
    operations: {
      GET: list({
        summary: 'List your reports',
        answer: Report,
        loginRequired: true,
        handle: async call => {
          const { project, category_id, component_id } = await find(call)
          const query = own(call)
            .$if(project !== null, inner => inner.where('project_id', '=', project!.id))
            .$if(category_id !== null, inner => inner.where('category_id', '=', category_id))
            .$if(component_id !== null, inner => inner.where('component_id', '=', component_id))
          return rowsOf(query.orderBy('id'), rows => reportObjects(call, rows))
        },
      }),
      POST: act({
        summary: 'Request a report',
        status: 202,
        body,
        answer: Started,
        allow: find,
        handle: async call => {
          const { scope, project, ...place } = await find(call)
          const { kind, start, end = microseconds(call.clock), language } = call.body
          const period = { start, end, language: language ?? undefined, languageAttr: 'language' }
          const range = await reportRange(call, { scope, project, ...place }, period)
          const row = await call.tx
            .insertInto('report')
            .values({
              kind,
              project_id: project?.id ?? null,
              ...place,
              parameters: JSON.stringify({ ...range, scope } satisfies ReportParameters),
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
          return new RawAnswer(write(row.kind as ReportKind, storedList(row.data)), {
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
        handle: async call => (await reportObjects(call, [await findReport(call)]))[0],
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
