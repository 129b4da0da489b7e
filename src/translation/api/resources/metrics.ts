import { type SelectQueryBuilder, sql } from 'kysely'
import { readOnly, shape } from '#fields/field.ts'
import { integer, mapOf, text } from '#fields/kinds.ts'
import type { Database } from '#store/tables/database.ts'
import { visibleChanges } from '../../reports/changes-in.ts'
import { hiddenComponents, totalsIn } from '../../reports/visible-totals.ts'
import { read, resource } from '../resource.ts'
import { version } from '../version.ts'
import type { AnyCall } from './find.ts'

const number = readOnly(integer())

const Metrics = shape('Metrics', 'Site metrics.', {
  units: number,
  units_translated: number,
  users: number,
  changes: number,
  projects: number,
  components: number,
  translations: number,
  languages: number,
  checks: number,
  configuration_errors: number,
  suggestions: number,
  celery_queues: readOnly(mapOf(integer())),
  name: readOnly(text()),
  version: readOnly(text()),
})

/** Counts the rows of a table, limited by the query to what the caller can see. */
async function count<T extends keyof Database>(
  call: AnyCall,
  table: T,
  narrow: (query: SelectQueryBuilder<Database, T, object>) => SelectQueryBuilder<Database, T, object> = query => query,
): Promise<number> {
  const query = call.db.selectFrom(table) as unknown as SelectQueryBuilder<Database, T, object>
  const row = await narrow(query).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
  return Number((row as { n: number }).n)
}

/** Counts rows that belong to strings, without those the caller cannot see. */
async function countOfStrings(call: AnyCall, table: 'check_failure' | 'suggestion'): Promise<number> {
  const permissions = await call.permissions()
  const setAside = await call.db
    .selectFrom(table)
    .innerJoin('set_aside_unit', 'set_aside_unit.id', `${table}.unit_id`)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const all = (await count(call, table)) - setAside.n
  if (permissions.superuser) return all
  const hidden = await call.db
    .selectFrom(table)
    .innerJoin('unit', 'unit.id', `${table}.unit_id`)
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('translation.component_id', 'in', hiddenComponents(call.db, permissions))
    .executeTakeFirstOrThrow()
  return all - hidden.n
}

async function measure(call: AnyCall) {
  const permissions = await call.permissions()
  const site = await totalsIn(call.db, permissions, {})
  const waiting = await call.db
    .selectFrom('job')
    .select(['kind', eb => eb.fn.countAll<number>().as('n')])
    .groupBy('kind')
    .execute()
  return {
    units: site.total,
    units_translated: site.translated,
    users: await count(call, 'account'),
    changes: await count(call, 'translation_change', query => visibleChanges(query, permissions, false)),
    projects: await count(call, 'project', query => query.where(eb => permissions.visibleProjects(eb))),
    components: await count(call, 'component', query =>
      query.where('component.id', 'not in', hiddenComponents(call.db, permissions)),
    ),
    translations: site.translations ?? 0,
    languages: await count(call, 'translation_language'),
    checks: await countOfStrings(call, 'check_failure'),
    configuration_errors: 0,
    suggestions: await countOfStrings(call, 'suggestion'),
    // Weblate's name; the values are our own waiting jobs by kind.
    celery_queues: Object.fromEntries(waiting.map(each => [each.kind, each.n])),
    name: 'Parlance',
    version,
  }
}

/** A gauge in OpenMetrics text format. */
export const gauge = (name: string, help: string, samples: readonly string[]): string[] => [
  `# HELP ${name} ${help}.`,
  `# TYPE ${name} gauge`,
  ...samples.map(sample => `${name}${sample}`),
]

const MEANING: Readonly<Record<string, string>> = {
  units: 'translation units',
  units_translated: 'translated units',
  checks: 'failing checks',
}

function openMetrics({ celery_queues, ...values }: Awaited<ReturnType<typeof measure>>): string {
  const lines = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'number'
      ? gauge(name, `Number of ${MEANING[name] ?? name.replaceAll('_', ' ')}`, [` ${value}`])
      : [],
  )
  // Job kinds are plain words, so they need no escaping.
  const queues = Object.entries(celery_queues).map(([queue, jobs]) => `{queue="${queue}"} ${jobs}`)
  // Dashboards for Weblate join this metric with others to show the version.
  const build = gauge('weblate_info', 'Version of the server', [`{version="${values.version}"} 1`])
  const waiting = gauge('celery_queues', 'Number of waiting jobs by kind', queues)
  return `${[...lines, ...waiting, ...build].join('\n')}\n# EOF\n`
}

export const metrics = resource({
  path: '/metrics/',
  name: 'Metrics',
  description: 'Site metrics, limited to what the caller can see.',
  openMetrics,
  operations: {
    GET: read({ summary: 'Get site metrics', answer: Metrics, loginRequired: true, handle: call => measure(call) }),
  },
})
