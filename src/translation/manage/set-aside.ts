import { actionButton } from '#html/confirm.ts'
import { here, viewOf } from '#html/form-outcome.ts'
import { textIn } from '#html/forms.ts'
import { html } from '#html/html.ts'
import { moment } from '#html/times.ts'
import { setAsideIn } from '../catalogue/set-aside-alerts.ts'
import { outcomeOf, type Section } from './section.ts'
import { apiPath } from './visit.ts'

/** Strings and languages set aside because their files no longer contain them. */
export const setAside: Section = {
  name: 'set-aside',
  title: 'manage.set-aside',
  lead: 'manage.set_aside_lead',
  where: 'component',
  opens: () => ['component.edit'],
  show: async (visit, place, tried) => {
    const { t, services, reader } = visit
    const languages = await setAsideIn(services.store.read, place.component!.id)
    if (languages.length === 0) return { content: html`<p class="empty">${t('manage.set_aside_none')}</p>` }
    const view = viewOf(visit, 'set-aside', 'set-aside', tried)
    const buttons = (values: Readonly<Record<string, string>>, about: string) =>
      html`<div class="buttons">
        ${actionButton(view, t('manage.set_aside_restore'), { ...values, operation: 'restore' }, { about })}
        ${actionButton(
          view,
          t('manage.set_aside_delete'),
          { ...values, operation: 'delete' },
          { kind: 'danger', about },
        )}
      </div>`
    const rows = languages.map(({ language_code, language_name, filename, strings, isWhole, at }) => {
      const file = html`<code dir="ltr">${filename}</code>`
      const why = t.html(isWhole ? 'manage.set_aside_file_missing' : 'manage.set_aside_not_in_file', { file })
      return html`<li class="row">
        <div>
          <strong><bdi>${language_name}</bdi></strong> · ${t('manage.alert_strings', { count: strings })}
          <p class="small">${why} · ${moment(reader, at / 1000)}</p>
        </div>
        ${buttons({ language: language_code }, language_name)}
      </li>`
    })
    const all = html`<li class="row">
      <strong>${t('manage.set_aside_all')}</strong>
      ${buttons({}, t('manage.set_aside_all'))}
    </li>`
    return {
      content: html`<div class="card" id="card-set-aside">
        <p class="quiet">${t('manage.set_aside_kept', { count: services.config.setAsideDays })}</p>
        <ul class="plain-list rows">${rows}${languages.length > 1 && all}</ul>
      </div>`,
    }
  },
  take: async (visit, place, form, sent) => {
    const operation = textIn(sent, 'operation')
    const language = textIn(sent, 'language')
    const body = { operation, ...(language !== '' && { language }) }
    const reply = await visit.ask('POST', apiPath(place, 'set-aside'), { body })
    return outcomeOf(
      reply,
      here(visit, operation === 'delete' ? 'set_aside_deleted' : 'set_aside_restored'),
      form,
      sent,
    )
  },
}
