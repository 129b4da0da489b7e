import { statfs } from 'node:fs/promises'
import { FileStoreRegistry } from '#core/file-store-registry.ts'
import type { Services } from '#core/services.ts'
import { countJobs, JOB_STATES, type JobState } from '#events/job-list.ts'
import { outboxStatus } from '#events/mail/status.ts'
import { card } from '#html/cards.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'

import { sizeOf, timeOf } from '#html/times.ts'
import { seconds } from '#store/clock.ts'
import { DatabaseHealth } from '#store/health.ts'
import { WEB } from '#translation/manage/visit.ts'
import { listImports } from '#wiki/import/import-list.ts'
import { type AdminSection, facts, manages, numberOf, type Visit } from './section.ts'

const LATE = 3600
/** Warn if less than this share of the disk is free. */
const LITTLE = 0.1
const SHOWN_ALERTS = 10

/** Site status: alerts first, then facts. */
export const overview: AdminSection = {
  name: '',
  title: 'admin.overview',
  lead: 'admin.overview_lead',
  opens: manages,
  show: async visit => {
    const { services, t, reader } = visit
    const state = await stateOf(services)
    const number = (value: number) => numberOf(reader, value)
    const size = (bytes: number | null) => (bytes === null ? '–' : sizeOf(reader, bytes))
    const { waiting, sent, givenUp } = state.mail
    const figure = (label: string, value: string, href: string) =>
      html`<li class="card"><a class="small quiet" href="${href}">${label}</a> <b class="figure num">${value}</b></li>`
    return {
      content: html`${warnings(visit, state)}${await projectAlerts(visit)}
        <ul class="cards admin-figures">
          ${figure(t('admin.jobs_waiting'), number(state.jobs.waiting), '/admin/jobs/')}
          ${figure(t('admin.jobs_failed'), number(state.jobs.failed), '/admin/jobs/?state=failed')}
          ${figure(t('admin.mails_waiting'), number(waiting), '/admin/mail/')}
          ${figure(t('admin.mails_failed'), number(givenUp), '/admin/mail/?state=failed')}
        </ul>
        ${card(
          'database',
          t('admin.database'),
          facts([
            [t('admin.database_kind'), state.engine],
            [t('admin.database_size'), size(state.measures?.databaseBytes ?? null)],
            state.measures?.walBytes != null && [t('admin.wal_size'), size(state.measures.walBytes)],
            [t('admin.disk_free'), size(state.disk?.free ?? null)],
            state.measures?.connections != null && [
              t('admin.connections'),
              t('admin.connections_value', {
                open: number(state.measures.connections.open),
                idle: number(state.measures.connections.idle),
                waiting: number(state.measures.connections.waiting),
              }),
            ],
          ]),
        )}
        ${card('processes', t('admin.processes'), processTable(visit, state), t('admin.processes_lead'))}
        ${card(
          'versions',
          t('admin.versions'),
          facts([
            ['Parlance', services.launch.version || '–'],
            ['Node.js', process.versions.node],
            [t('admin.site_address'), html`<bdi>${services.config.siteUrl}</bdi>`],
            [t('admin.mails_sent'), number(sent)],
          ]),
        )}
        <p>
          <a class="button" href="/admin/">${t('admin.look_again')}</a>
          <a class="button plain" href="/manage/ssh/">${t('manage.ssh')}</a>
        </p>`,
    }
  },
}

async function stateOf(services: Services) {
  const { store, config, clock } = services
  const trouble = await new DatabaseHealth(store, { writes: config.readOnly === null }).trouble()
  const counted = await countJobs(store.read)
  const jobs = Object.fromEntries(
    JOB_STATES.map(state => [
      state,
      counted.filter(each => each.state === state).reduce((sum, each) => sum + each.count, 0),
    ]),
  ) as Record<JobState, number>
  const late = await store.read
    .selectFrom('job')
    .select('id')
    .where('failed_at', 'is', null)
    .where('leased_until', 'is', null)
    .where('run_at', '<', seconds(clock) - LATE)
    .limit(1)
    .executeTakeFirst()
  const disk = await statfs(config.data).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, total: blocks * bsize }),
    () => null,
  )
  const imports = await listImports(store.read)
  return {
    trouble,
    jobs,
    isLate: late !== undefined,
    disk,
    engine: store.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    measures: await store.measure().catch(() => null),
    mail: await outboxStatus(store.read),
    unfinished: imports.filter(each => each.finishedAt === null).length,
    processes: await services.processes(),
    otherFiles: await new FileStoreRegistry(store, config).others(),
  }
}

type State = Awaited<ReturnType<typeof stateOf>>

/** List of alerts, or a note that there are none. */
function warnings({ services, t, reader }: Visit, state: State): Html {
  const { config } = services
  const link = (href: string, text: string) => html`<a href="${href}">${text}</a>`
  const { free, total } = state.disk ?? { free: 1, total: 1 }
  const alerts: Html[] = []
  if (state.trouble !== null) alerts.push(html`${t('admin.alert_database', { why: state.trouble })}`)
  if (config.readOnly !== null) alerts.push(html`${t('admin.alert_read_only', { why: config.readOnly })}`)
  if (free < total * LITTLE) alerts.push(html`${t('admin.alert_disk', { free: sizeOf(reader, free) })}`)
  if (state.jobs.failed > 0)
    alerts.push(
      link('/admin/jobs/?state=failed', t('admin.alert_jobs', { number: numberOf(reader, state.jobs.failed) })),
    )
  if (state.isLate) alerts.push(link('/admin/jobs/', t('admin.alert_late')))
  if (config.mailUrl === null) alerts.push(link('/admin/settings/#mailUrl', t('admin.alert_no_mail')))
  if (state.mail.givenUp > 0)
    alerts.push(
      link('/admin/mail/?state=failed', t('admin.alert_mails', { number: numberOf(reader, state.mail.givenUp) })),
    )
  if (state.unfinished > 0)
    alerts.push(link('/admin/imports/', t('admin.alert_imports', { number: numberOf(reader, state.unfinished) })))
  if (state.processes.length < config.workers)
    alerts.push(
      html`${t('admin.alert_processes', {
        number: numberOf(reader, state.processes.length),
        wanted: numberOf(reader, config.workers),
      })}`,
    )
  if (state.otherFiles.length > 0)
    alerts.push(link('/admin/settings/#uploadStore', t('admin.alert_files', { places: state.otherFiles.join('; ') })))
  if (alerts.length === 0) return html`<p class="note good">${t('admin.all_well')}</p>`
  return card('alerts', t('admin.alerts'), html`<ul>${alerts.map(each => html`<li>${each}</li>`)}</ul>`)
}

/** Projects with the most alerts. */
async function projectAlerts({ services, t, permissions }: Visit): Promise<Html | null> {
  if (!permissions.superuser) return null
  const rows = await services.store.read
    .selectFrom('alert')
    .innerJoin('project', 'project.id', 'alert.project_id')
    .leftJoin('component', 'component.id', 'alert.component_id')
    .select(eb => [
      'project.slug',
      'project.name as project',
      'component.path',
      'component.name as component',
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(['project.slug', 'project.name', 'component.path', 'component.name'])
    .orderBy('count', 'desc')
    .orderBy('project.slug')
    .limit(SHOWN_ALERTS)
    .execute()
  if (rows.length === 0) return null
  return card(
    'projects',
    t('admin.project_alerts'),
    html`<ul>${rows.map(row => {
      const address = WEB.web('manage', 'alerts', row.slug, ...(row.path?.split('/') ?? []))
      const name = row.component === null ? row.project : `${row.project} / ${row.component}`
      return html`<li>
        <a href="${address}"><bdi>${name}</bdi></a> <span class="quiet num">${Number(row.count)}</span>
      </li>`
    })}</ul>`,
  )
}

function processTable({ t, reader }: Visit, { processes }: State): Html {
  const rows = processes
    .toSorted((a, b) => a.pid - b.pid)
    .map(
      each =>
        html`<tr>
          <th scope="row" class="num">${each.pid}</th>
          <td class="nowrap">${timeOf(reader, each.startedAt * 1_000_000)}</td>
          <td class="end num">${sizeOf(reader, each.memoryBytes)}</td>
          <td class="end num">${numberOf(reader, each.requests)}</td>
          <td>${each.jobs.length === 0 ? '–' : each.jobs.map(kind => html`<code>${kind}</code> `)}</td>
        </tr>`,
    )
  return scrolling(
    t('admin.process'),
    html`<table>
      <thead>
        <tr>
          <th scope="col">${t('admin.process')}</th>
          <th scope="col">${t('admin.started')}</th>
          <th scope="col" class="end">${t('admin.memory')}</th>
          <th scope="col" class="end">${t('admin.requests')}</th>
          <th scope="col">${t('admin.jobs')}</th>
        </tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>`,
  )
}
