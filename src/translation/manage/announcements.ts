import { html } from '#web/html.ts'
import { actionButton } from './confirm.ts'
import { formView, sentValues, textIn } from './forms.ts'
import { card } from './layout.ts'
import { here, outcomeOf, type Section, viewOf } from './section.ts'
import { instantIn, zonedMoment } from './times.ts'
import { apiPath } from './visit.ts'

const NAMES = ['message', 'severity', 'expiry', 'notify']
/** As fields for date and time send it. */
const LOCAL = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/

interface Announcement {
  readonly id: number
  readonly message: string
  readonly severity: string
  readonly expiry: string | null
}

/** What everybody who works here should know. */
export const announcements: Section = {
  name: 'announcements',
  title: 'manage.announcements',
  lead: 'manage.announcements_lead',
  where: 'both',
  opens: () => ['announcement.add', 'announcement.delete'],
  show: async (visit, place, tried) => {
    const { t, permissions, reader } = visit
    const at = apiPath(place, 'announcements')
    const reply = await visit.ask<{ results: Announcement[] }>('GET', at, { query: { page_size: '100' } })
    const list = reply.ok ? reply.body.results.toReversed() : []
    const now = visit.services.clock.now()
    const mayRemove = permissions.inProject(place.project, 'announcement.delete')
    const until = ({ expiry }: Announcement) =>
      expiry === null
        ? t('manage.shown_until_removed')
        : Date.parse(expiry) <= now
          ? t('manage.no_longer_shown')
          : t('manage.shown_until', { when: zonedMoment(reader, expiry) })
    return {
      content: html`${permissions.inProject(place.project, 'announcement.add') && card('write', t('manage.write_announcement'), formView(viewOf(visit, 'write', 'announcement', tried), visit.fields('POST', at), { names: NAMES, values: { notify: true, severity: 'info' }, more: { expiry: { hint: t('manage.expiry_zone', { zone: reader.timeZone }) } }, submit: t('manage.publish') }))}${
        list.length === 0
          ? html`<p class="empty">${t('manage.no_announcements')}</p>`
          : html`<ul class="plain-list">${list.map(
              each =>
                html`<li class="card"><p class="announcement ${each.severity}" dir="auto">${each.message}</p><div class="row"><span class="quiet small">${until(each)}</span>${mayRemove && actionButton(viewOf(visit, 'remove', 'announcement', tried), t('manage.remove'), { id: each.id }, { about: each.message.slice(0, 60) })}</div></li>`,
            )}</ul>`
      }`,
    }
  },
  take: async (visit, place, form, sent) => {
    const at = apiPath(place, 'announcements')
    if (form === 'remove') {
      const reply = await visit.ask('DELETE', apiPath(place, 'announcements', textIn(sent, 'id')))
      return outcomeOf(reply, here(visit, 'announcement_removed'), form, sent)
    }
    const body = sentValues(visit.fields('POST', at), NAMES, sent)
    const typed = textIn(sent, 'expiry')
    if (LOCAL.test(typed)) body.expiry = instantIn(visit.reader.timeZone, typed)
    const reply = await visit.ask('POST', at, { body })
    return outcomeOf(reply, here(visit, 'announced'), 'write', sent)
  },
}
