import type { Database } from '#store/tables/database.ts'
import { readOnly, shape } from '../../fields/field.ts'
import { integer, mapOf, text } from '../../fields/kinds.ts'
import { siteTotals } from '../../statistics/statistics.ts'
import { read, resource } from '../resource.ts'
import { version } from '../version.ts'
import type { AnyCall } from './find.ts'

const number = readOnly(integer())

const Metrics = shape('Metrics', 'How much there is.', {
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

const count = async (call: AnyCall, table: keyof Database): Promise<number> => {
  const row = await call.db
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return (row as { n: number }).n
}

async function measure(call: AnyCall) {
  const site = await siteTotals(call.db)
  const waiting = await call.db
    .selectFrom('job')
    .select(['kind', eb => eb.fn.countAll<number>().as('n')])
    .groupBy('kind')
    .execute()
  return {
    units: site.total,
    units_translated: site.translated,
    users: await count(call, 'account'),
    changes: await count(call, 'translation_change'),
    projects: await count(call, 'project'),
    components: await count(call, 'component'),
    translations: site.translations,
    languages: await count(call, 'translation_language'),
    checks: await count(call, 'check_failure'),
    configuration_errors: 0,
    suggestions: await count(call, 'suggestion'),
    // The name is the original's; the numbers are our own waiting jobs, by kind.
    celery_queues: Object.fromEntries(waiting.map(each => [each.kind, each.n])),
    name: 'Parlance',
    version,
  }
}

/** One measure in the text form that scrapers read. */
export const gauge = (name: string, what: string, samples: readonly string[]): string[] => [
  `# HELP ${name} ${what}.`,
  `# TYPE ${name} gauge`,
  ...samples.map(sample => `${name}${sample}`),
]

function openMetrics({ celery_queues, ...values }: Awaited<ReturnType<typeof measure>>): string {
  const lines = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'number' ? gauge(name, `Number of ${name.replaceAll('_', ' ')}`, [` ${value}`]) : [],
  )
  // Kinds of jobs are words of the program: nothing in them has to be escaped.
  const queues = Object.entries(celery_queues).map(([queue, waiting]) => `{queue="${queue}"} ${waiting}`)
  return `${[...lines, ...gauge('celery_queues', 'Number of waiting jobs of a kind', queues)].join('\n')}\n# EOF\n`
}

export const metrics = resource({
  path: '/metrics/',
  name: 'Metrics',
  description: 'How much there is on this site.',
  openMetrics,
  operations: {
    GET: read({ summary: 'Numbers of the site', answer: Metrics, loginRequired: true, handle: call => measure(call) }),
  },
})
