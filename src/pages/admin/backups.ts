import { readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Services } from '#core/services.ts'
import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, refused, viewOf } from '#html/form-outcome.ts'
import { type Tried, textIn, wholeProblems } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { sizeOf, timeOf } from '#html/times.ts'
import { taskBar } from '#translation/manage/tasks.ts'
import { type AdminOutcome, type AdminSection, manages, note, numberOf, type Visit } from './section.ts'
import { lastWork, startWork } from './whole-site.ts'

/** Subfolder of the data folder for backups created here. */
const FOLDER = 'backups'
const NAME = /^\d{8}-\d{6}\.sqlite$/

interface Backup {
  readonly name: string
  readonly bytes: number
  /** In microseconds. */
  readonly madeAt: number
}

const folderOf = ({ config }: Services): string => path.resolve(config.data, FOLDER)

/** `parlance backup`: the whole site in one file on the server's disk, including secrets. */
export const backups: AdminSection = {
  name: 'backups',
  title: 'manage.backups',
  lead: 'admin.backups_lead',
  opens: manages,
  show: async (visit, tried) => {
    const { services, t } = visit
    const all = await listBackups(services)
    const content = html`${
      visit.permissions.superuser
        ? await makeCard(visit, tried)
        : html`<p class="note">${t('admin.backups_superuser')}</p>`
    }
      ${
        all.length === 0
          ? html`<p class="empty">${t('manage.no_backups')}</p>`
          : html`<div class="card">${scrolling(t('manage.backups'), table(visit, all))}</div>
            ${
              visit.permissions.superuser &&
              html`<p>${t('admin.backups_folder')} <code class="wrap" dir="ltr">${folderOf(services)}</code></p>`
            }`
      }
      <p class="quiet">
        ${t.html('admin.backups_restore', { command: html`<code dir="ltr">parlance restore</code>` })}
      </p>`
    return { needs: ['tasks'], texts: ['task'], content }
  },
  take: async (visit, form, sent) => {
    if (form !== 'make' && form !== 'remove') return undefined
    if (!visit.permissions.superuser) return refused(form, sent, null, visit.t('admin.backups_superuser'))
    return form === 'make' ? make(visit, sent) : remove(visit, textIn(sent, 'name'))
  },
}

async function listBackups(services: Services): Promise<Backup[]> {
  const folder = folderOf(services)
  const names = (await readdir(folder).catch(() => [])).filter(name => NAME.test(name))
  const all = await Promise.all(
    names.map(async name => {
      // It may have been deleted in the meantime.
      const stats = await stat(path.join(folder, name)).catch(() => null)
      return stats === null ? [] : [{ name, bytes: stats.size, madeAt: Math.floor(stats.mtimeMs) * 1000 }]
    }),
  )
  return all.flat().sort((a, b) => b.madeAt - a.madeAt || (a.name < b.name ? 1 : -1))
}

async function makeCard(visit: Visit, tried: Tried | null): Promise<Html> {
  const { t, reader } = visit
  const view = viewOf(visit, 'make', 'backup', tried)
  const last = await lastWork(visit, 'backup')
  const isUnderWay = last !== null && !last.view.completed
  const { backup } = last?.result ?? {}
  const numbers = backup && { rows: numberOf(reader, backup.rows), files: numberOf(reader, backup.files) }
  return card(
    'make',
    t('manage.make_backup'),
    html`${wholeProblems(view, [])}
      ${
        isUnderWay
          ? taskBar(last.view, '/admin/backups/')
          : actionButton(view, t('manage.make_backup'), {}, { kind: 'first' })
      }
      ${numbers && html`<p>${t('admin.backed_up', numbers)}</p>`}
      ${
        last?.view.error != null && html`<p class="note wrong">${t('manage.task_failed', { why: last.view.error })}</p>`
      }`,
    t('admin.make_backup_lead'),
  )
}

function table(visit: Visit, all: readonly Backup[]): Html {
  const { t, reader, permissions } = visit
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${t('manage.file')}</th>
        <th scope="col">${t('admin.made')}</th>
        <th scope="col" class="end">${t('manage.size')}</th>
        <th scope="col"><span class="aside">${t('admin.actions')}</span></th>
      </tr>
    </thead>
    <tbody>
      ${all.map(
        each =>
          html`<tr>
            <th scope="row"><code class="nowrap" dir="ltr">${each.name}</code></th>
            <td class="nowrap">${timeOf(reader, each.madeAt)}</td>
            <td class="end num">${sizeOf(reader, each.bytes)}</td>
            <td>
              ${
                permissions.superuser &&
                actionButton(
                  viewOf(visit, 'remove', 'backup', null),
                  t('manage.remove'),
                  { name: each.name },
                  { about: each.name },
                )
              }
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

async function make(visit: Visit, sent: Parameters<typeof refused>[1]): Promise<AdminOutcome> {
  const { services, t, reader } = visit
  // A full disk would take the site down.
  const { databaseBytes } = await services.store.measure()
  const disk = await statfs(services.config.data).catch(() => null)
  const free = disk === null ? Number.POSITIVE_INFINITY : disk.bavail * disk.bsize
  if (databaseBytes !== null && free < databaseBytes * 1.5)
    return refused('make', sent, null, t('admin.backup_no_room', { free: sizeOf(reader, free) }))
  const stamp = new Date(services.clock.now()).toISOString()
  const name = `${stamp.slice(0, 10).replaceAll('-', '')}-${stamp.slice(11, 19).replaceAll(':', '')}.sqlite`
  const isBegun = await startWork(visit, { kind: 'backup', file: path.join(folderOf(services), name) })
  return { go: here(visit, isBegun ? 'started' : 'meanwhile') }
}

async function remove(visit: Visit, name: string): Promise<AdminOutcome> {
  const { services } = visit
  const backup = (await listBackups(services)).find(each => each.name === name)
  if (backup === undefined) return { go: here(visit, 'meanwhile') }
  const file = path.join(folderOf(services), backup.name)
  await rm(file, { force: true })
  await rm(`${file}.files`, { recursive: true, force: true })
  await services.store.transaction(tx => note(tx, visit, 'backup-removed', backup.name))
  return { go: here(visit, 'removed') }
}
