import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, viewOf } from '#html/form-outcome.ts'
import { formView, sentValues, textIn } from '#html/forms.ts'
import { html } from '#html/html.ts'

import { outcomeOf, type Section } from './section.ts'
import { apiPath } from './visit.ts'

const NAMES = ['name', 'description', 'color']

interface Label {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly color: string
}

/** Labels for the source strings of a project. */
export const labels: Section = {
  name: 'labels',
  title: 'manage.labels',
  lead: 'manage.labels_lead',
  where: 'project',
  opens: () => ['project.edit'],
  show: async (visit, place, tried) => {
    const { t } = visit
    const at = apiPath(place, 'labels')
    const reply = await visit.ask<{ results: Label[] }>('GET', at, { query: { page_size: '1000' } })
    const list = reply.ok ? reply.body.results : []
    return {
      content: html`${card(
        'add',
        t('manage.add_label'),
        formView(viewOf(visit, 'add', 'label', tried), visit.fields('POST', at), {
          names: NAMES,
          submit: t('manage.add_label'),
        }),
      )}
        ${
          list.length === 0
            ? html`<p class="empty">${t('manage.no_labels')}</p>`
            : html`<ul class="plain-list card rows">${list.map(
                each =>
                  html`<li class="row">
                    <span><span class="chip label-chip"><i class="dot-${each.color}"></i>${each.name}</span>
                      <span class="quiet">${each.description}</span></span>
                    ${actionButton(
                      viewOf(visit, 'remove', 'label', tried),
                      t('manage.remove'),
                      { id: each.id },
                      { about: each.name },
                    )}
                  </li>`,
              )}</ul>`
        }`,
    }
  },
  take: async (visit, place, form, sent) => {
    const at = apiPath(place, 'labels')
    if (form === 'remove')
      return outcomeOf(
        await visit.ask('DELETE', apiPath(place, 'labels', textIn(sent, 'id'))),
        here(visit, 'removed'),
        form,
        sent,
      )
    const reply = await visit.ask('POST', at, { body: sentValues(visit.fields('POST', at), NAMES, sent) })
    return outcomeOf(reply, here(visit, 'label_added'), 'add', sent)
  },
}
