import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, viewOf } from '#html/form-outcome.ts'
import { html } from '#html/html.ts'

import { outcomeOf, type Section } from './section.ts'
import { apiPath } from './visit.ts'

/** Locks a project or component, so that its strings cannot be changed. */
export const lock: Section = {
  name: 'lock',
  title: 'manage.lock',
  lead: 'manage.lock_lead',
  where: 'both',
  opens: place => [place.component ? 'component.lock' : 'project.edit'],
  show: async (visit, place, tried) => {
    const { t } = visit
    const reply = await visit.ask<{ locked: boolean }>('GET', apiPath(place, 'lock'))
    const locked = reply.ok && reply.body.locked
    const view = viewOf(visit, 'lock', 'lock', tried)
    const state = t(
      place.component
        ? locked
          ? 'manage.component_locked'
          : 'manage.component_unlocked'
        : locked
          ? 'manage.project_locked'
          : 'manage.project_unlocked',
    )
    return {
      content: card(
        'lock',
        t('manage.lock_state'),
        html`<p>${state}</p>
          <div class="buttons">
            ${
              (locked || !place.component) &&
              actionButton(view, t('manage.unlock'), { lock: 'false' }, { kind: locked ? 'first' : '' })
            }
            ${!locked && actionButton(view, t('manage.lock_now'), { lock: 'true' }, { kind: 'first' })}
          </div>`,
      ),
    }
  },
  take: async (visit, place, form, sent) => {
    const lock = sent.lock === 'true'
    const reply = await visit.ask('POST', apiPath(place, 'lock'), { body: { lock } })
    return outcomeOf(reply, here(visit, lock ? 'locked' : 'unlocked'), form, sent)
  },
}
