import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, type Outcome, viewOf } from '#html/form-outcome.ts'
import { type Choice, fieldView, hidden, textIn, wholeProblems } from '#html/forms.ts'
import { html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { sizeOf, timeOf } from '#html/times.ts'
import type { RawAnswer } from '../api/resource.ts'
import { outcomeOf, type Section } from './section.ts'
import { taskBar, tasksOf, taskView } from './tasks.ts'
import { apiPath, type Place, type Visit, WEB } from './visit.ts'

interface Backup {
  readonly name: string
  readonly timestamp: string
  readonly size: number
}

/** Backups of a project. */
export const backups: Section = {
  name: 'backups',
  title: 'manage.backups',
  lead: 'manage.backups_lead',
  where: 'project',
  opens: () => ['project.edit'],
  show: async (visit, place, tried) => {
    const { t, reader } = visit
    const reply = await visit.ask<Backup[]>('GET', apiPath(place, 'backups'))
    if (!reply.ok)
      return { content: html`<p class="note wrong">${reply.problems.map(each => each.detail).join(' ')}</p>` }
    const list = reply.body.toReversed()
    const under = (await tasksOf(visit, place)).filter(each => each.kind === 'backup' && each.finished_at === null)
    const rows = list.map(
      each =>
        html`<tr>
          <th scope="row">
            <a href="${WEB.api('projects', place.project.slug, 'backups', each.name)}" download>
              ${timeOf(reader, each.timestamp)}
            </a>
          </th>
          <td class="n">${sizeOf(reader, each.size)}</td>
          <td class="end">
            ${actionButton(
              viewOf(visit, 'remove', 'backup', tried),
              t('manage.remove'),
              { name: each.name },
              { about: each.name },
            )}
          </td>
        </tr>`,
    )
    const make = actionButton(viewOf(visit, 'make', 'backup', tried), t('manage.make_backup'), {}, { kind: 'first' })
    return {
      needs: ['tasks'],
      texts: ['task'],
      content: html`${card(
        'make',
        t('manage.make_backup'),
        html`<p>${t('manage.make_backup_lead')}</p>
          ${under.map(task => taskBar(taskView(task), '?done=backup_made'))}
          ${make}`,
      )}
        ${
          list.length === 0
            ? html`<p class="empty">${t('manage.no_backups')}</p>`
            : html`<div class="card">
                ${scrolling(
                  t('manage.backups'),
                  html`<table>
                    <thead>
                      <tr>
                        <th scope="col">${t('manage.backup_of')}</th>
                        <th scope="col" class="n">${t('manage.size')}</th>
                        <td></td>
                      </tr>
                    </thead>
                    <tbody>${rows}</tbody>
                  </table>`,
                )}
              </div>
              ${card('restore', t('manage.restore'), restoreForm(visit, tried, list), t('manage.restore_lead'))}`
        }`,
    }
  },
  take: async (visit, place, form, sent) => {
    if (form === 'remove')
      return outcomeOf(
        await visit.ask('DELETE', apiPath(place, 'backups', textIn(sent, 'name'))),
        here(visit, 'removed'),
        form,
        sent,
      )
    if (form === 'restore') return restore(visit, place, sent)
    return outcomeOf(await visit.ask('POST', apiPath(place, 'backups')), here(visit, 'started'), form, sent)
  },
}

function restoreForm(visit: Visit, tried: Parameters<Section['show']>[2], list: readonly Backup[]) {
  const { t, reader } = visit
  const view = viewOf(visit, 'restore', 'project', tried)
  const fields = visit.fields('POST', '/projects/')
  const choices: Choice[] = list.map(each => ({
    value: each.name,
    display_name: new Intl.DateTimeFormat(reader.language, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: reader.timeZone,
    }).format(new Date(each.timestamp)),
  }))
  return html`<form method="post">
    ${hidden(view)}
    ${wholeProblems(view, ['name', 'slug', 'backup'])}
    ${fieldView(view, 'backup', fields.name!, { choices, label: t('manage.backup_of') })}
    ${fieldView(view, 'name', fields.name!)}
    ${fieldView(view, 'slug', fields.slug!)}
    <p class="buttons"><button class="button">${t('manage.restore')}</button></p>
  </form>`
}

async function restore(
  visit: Visit,
  place: Place,
  sent: Parameters<NonNullable<Section['take']>>[3],
): Promise<Outcome> {
  const backup = textIn(sent, 'backup')
  const response = await visit.ask<RawAnswer>('GET', apiPath(place, 'backups', backup === '' ? '-' : backup))
  if (!response.ok) return outcomeOf(response, '', 'restore', sent)
  const zipfile = { filename: backup, mediaType: 'application/zip', content: response.body.content }
  const body = { name: textIn(sent, 'name'), slug: textIn(sent, 'slug'), zipfile }
  const reply = await visit.ask('POST', '/projects/', { body })
  return outcomeOf(reply, WEB.web('projects', textIn(sent, 'slug')), 'restore', sent)
}
