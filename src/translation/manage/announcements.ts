import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, type Outcome, viewOf } from '#html/form-outcome.ts'
import { formView, type Sent, sentValues, type Tried, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { markdown } from '#html/markdown.ts'
import { instantIn, zonedMoment } from '#html/times.ts'
import { outcomeOf, type Section } from './section.ts'
import { apiPath, type Visit } from './visit.ts'

const NAMES = ['message', 'severity', 'expiry', 'notify']
/** The format of `datetime-local` fields. */
const LOCAL = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/

interface Announcement {
  readonly id: number
  readonly message: string
  readonly severity: string
  readonly expiry: string | null
}

/** Announcements of a place, with the form to post one if permitted. */
export async function announcementList(
  visit: Visit,
  at: string,
  tried: Tried | null,
  may: { readonly add: boolean; readonly remove: boolean },
): Promise<Html> {
  const { t, reader } = visit
  const reply = await visit.ask<{ results: Announcement[] }>('GET', at, { query: { page_size: '100' } })
  const list = reply.ok ? reply.body.results.toReversed() : []
  const now = visit.services.clock.now()
  const until = ({ expiry }: Announcement) =>
    expiry === null
      ? t('manage.shown_until_removed')
      : Date.parse(expiry) <= now
        ? t('manage.no_longer_shown')
        : t('manage.shown_until', { when: zonedMoment(reader, expiry) })
  return html`${
    may.add &&
    card(
      'write',
      t('manage.write_announcement'),
      formView(viewOf(visit, 'write', 'announcement', tried), visit.fields('POST', at), {
        names: NAMES,
        values: { notify: true, severity: 'info' },
        more: { expiry: { hint: t('manage.expiry_zone', { zone: reader.timeZone }) } },
        submit: t('manage.publish'),
      }),
    )
  }
    ${
      list.length === 0
        ? html`<p class="empty">${t('manage.no_announcements')}</p>`
        : html`<ul class="plain-list">${list.map(
            each =>
              html`<li class="card">
                <div class="announcement ${each.severity}">
                  <div class="announcement-text" dir="auto">${markdown(each.message)}</div>
                </div>
                <div class="row">
                  <span class="quiet small">${until(each)}</span>
                  ${
                    may.remove &&
                    actionButton(
                      viewOf(visit, 'remove', 'announcement', tried),
                      t('manage.remove'),
                      { id: each.id },
                      { about: each.message.slice(0, 60) },
                    )
                  }
                </div>
              </li>`,
          )}</ul>`
    }`
}

/** Handles the forms of that list. */
export async function takeAnnouncement(visit: Visit, at: string, form: string, sent: Sent): Promise<Outcome> {
  if (form === 'remove') {
    const reply = await visit.ask('DELETE', `${at}${encodeURIComponent(textIn(sent, 'id'))}/`)
    return outcomeOf(reply, here(visit, 'announcement_removed'), form, sent)
  }
  const body = sentValues(visit.fields('POST', at), NAMES, sent)
  const typed = textIn(sent, 'expiry')
  if (LOCAL.test(typed)) body.expiry = instantIn(visit.reader.timeZone, typed)
  const reply = await visit.ask('POST', at, { body })
  return outcomeOf(reply, here(visit, 'announced'), 'write', sent)
}

/** Announcements for translators. */
export const announcements: Section = {
  name: 'announcements',
  title: 'manage.announcements',
  lead: 'manage.announcements_lead',
  where: 'both',
  opens: () => ['announcement.add', 'announcement.delete'],
  show: async (visit, place, tried) => {
    const may = (permission: 'announcement.add' | 'announcement.delete') => visit.permissions.inPlace(place, permission)
    const allowed = { add: may('announcement.add'), remove: may('announcement.delete') }
    return { content: await announcementList(visit, apiPath(place, 'announcements'), tried, allowed) }
  },
  take: (visit, place, form, sent) => takeAnnouncement(visit, apiPath(place, 'announcements'), form, sent),
}
