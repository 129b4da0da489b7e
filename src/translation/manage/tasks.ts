import { actionButton } from '#html/confirm.ts'
import { here, viewOf } from '#html/form-outcome.ts'
import { textIn } from '#html/forms.ts'
import { html } from '#html/html.ts'
import { island } from '#html/island.ts'
import type { TextKey } from '#html/texts/index.ts'
import { timeOf } from '#html/times.ts'
import { storedValue } from '#store/stored-json.ts'
import type { TaskRow } from '../tasks/tasks.ts'
import { outcomeOf, type Section } from './section.ts'
import type { Place, Visit } from './visit.ts'

const SHOWN = 30

/** Task status for the page and its script. */
export interface TaskView {
  readonly id: string
  readonly kind: TextKey
  readonly completed: boolean
  readonly progress: number
  readonly error: string | null
}

/** The parts of a task result that tell whether it succeeded. */
interface TaskResult {
  readonly error?: unknown
  readonly result?: unknown
  readonly detail?: unknown
}

const KINDS: Readonly<Record<string, TextKey>> = {
  addon: 'manage.task_addon',
  backup: 'manage.task_backup',
  report: 'manage.task_report',
  component: 'manage.task_component',
  'glossary-coverage': 'manage.task_coverage',
  repository: 'manage.task_repository',
  'repository-look': 'manage.task_look',
}

export function taskView(row: TaskRow): TaskView {
  const result = storedValue(row.result) as TaskResult | null
  const why = result?.error ?? (result?.result === false ? result.detail : null)
  return {
    id: row.id,
    kind: KINDS[row.kind] ?? 'manage.task_other',
    completed: row.finished_at !== null,
    progress: row.progress,
    error: typeof why === 'string' ? why : null,
  }
}

/** The newest tasks of a place. */
export const tasksOf = ({ services }: Pick<Visit, 'services'>, { project, component }: Place): Promise<TaskRow[]> =>
  services.store.read
    .selectFrom('task')
    .selectAll()
    .where('project_id', '=', project.id)
    .$if(component !== null, query => query.where('component_id', '=', component!.id))
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute()

/** A progress bar, updated by a script; without scripts the page has to be reloaded. */
export const taskBar = (view: TaskView, then: string | null = null) =>
  island(
    'tasks',
    { task: view, then },
    html`<progress max="100" value="${view.progress}"${view.completed && html` hidden`}></progress>`,
  )

/** Background tasks with progress and results. */
export const tasks: Section = {
  name: 'tasks',
  title: 'manage.tasks',
  lead: 'manage.tasks_lead',
  where: 'both',
  opens: place => [place.component ? 'component.edit' : 'project.edit'],
  show: async (visit, place, tried) => {
    const { t, reader } = visit
    const rows = await tasksOf(visit, place)
    if (rows.length === 0) return { content: html`<p class="empty">${t('manage.no_tasks')}</p>` }
    return {
      needs: ['tasks'],
      texts: ['task'],
      content: html`<ul class="plain-list">${rows.map(row => {
        const view = taskView(row)
        return html`<li class="card task">
          <div class="row"><b>${t(view.kind)}</b>${timeOf(reader, row.created_at)}</div>
          ${
            view.error === null
              ? view.completed
                ? html`<p class="quiet">${t('manage.task_done')}</p>`
                : taskBar(view)
              : html`<p class="note wrong">${t('manage.task_failed', { why: view.error })}</p>`
          }
          ${actionButton(
            viewOf(visit, 'forget', 'task', tried),
            t(view.completed ? 'manage.forget_task' : 'manage.cancel_task'),
            { id: row.id },
          )}
        </li>`
      })}</ul>`,
    }
  },
  take: async (visit, _place, form, sent) =>
    outcomeOf(
      await visit.ask('DELETE', `/tasks/${encodeURIComponent(textIn(sent, 'id'))}/`),
      here(visit, 'removed'),
      form,
      sent,
    ),
}
