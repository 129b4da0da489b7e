import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, viewOf } from '#html/form-outcome.ts'
import { formView, sentValues, textIn } from '#html/forms.ts'
import { html } from '#html/html.ts'
import type { SharedSearch } from '../catalogue/saved-searches.ts'
import { placed } from '../pages/place-addresses.ts'
import { outcomeOf, type Section } from './section.ts'
import { apiPath } from './visit.ts'

const NAMES = ['name', 'q']

/** Saved searches that everyone who sees the project can use. */
export const searches: Section = {
  name: 'searches',
  title: 'manage.searches',
  lead: 'manage.searches_lead',
  where: 'project',
  opens: () => ['project.edit'],
  show: async (visit, place, tried) => {
    const { t } = visit
    const at = apiPath(place, 'filters')
    const reply = await visit.ask<SharedSearch[]>('GET', at)
    const list = reply.ok ? reply.body : []
    const add = formView(viewOf(visit, 'add', 'search', tried), visit.fields('POST', at), {
      names: NAMES,
      more: { q: { hint: '', rows: 2 } },
      submit: t('translate.filter_keep'),
    })
    return {
      content: html`${card('add', t('translate.filter_keep'), add)}
        ${
          list.length === 0
            ? html`<p class="empty">${t('manage.no_searches')}</p>`
            : html`<ul class="plain-list card rows">${list.map(
                ({ id, name, q }) =>
                  html`<li class="row">
                    <span><a href="${placed('/strings/', { project: place.project.slug }, { q })}">${name}</a>
                      <code dir="ltr">${q}</code></span>
                    ${actionButton(viewOf(visit, 'remove', 'search', tried), t('manage.remove'), { id }, { about: name })}
                  </li>`,
              )}</ul>`
        }`,
    }
  },
  take: async (visit, place, form, sent) => {
    const at = apiPath(place, 'filters')
    if (form === 'remove') {
      const reply = await visit.ask('DELETE', apiPath(place, 'filters', textIn(sent, 'id')))
      return outcomeOf(reply, here(visit, 'removed'), form, sent)
    }
    const reply = await visit.ask('POST', at, { body: sentValues(visit.fields('POST', at), NAMES, sent) })
    return outcomeOf(reply, here(visit, 'search_saved'), 'add', sent)
  },
}
