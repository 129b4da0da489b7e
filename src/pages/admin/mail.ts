import { isAddress } from '#events/mail/address.ts'
import { giveUpMail, type ListedMail, listMails, MAIL_STATES, mailById, sendAgain } from '#events/mail/outbox-list.ts'
import { outboxStatus } from '#events/mail/status.ts'
import { sendTestMail } from '#events/mail/test-mail.ts'
import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, refused, viewOf } from '#html/form-outcome.ts'
import { hidden, type Sent, type Tried, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import type { TextKey } from '#html/texts/index.ts'
import { timeOf } from '#html/times.ts'
import {
  type AdminOutcome,
  type AdminSection,
  chosen,
  facts,
  idIn,
  manages,
  note,
  numberOf,
  stateTabs,
  type Visit,
} from './section.ts'

const SHOWN = 50

const STATE_TEXTS = { waiting: 'admin.waiting', sent: 'admin.sent', failed: 'admin.failed' } as const
const WHEN_TEXTS: Record<keyof typeof STATE_TEXTS, TextKey> = {
  waiting: 'admin.tried_next',
  sent: 'admin.sent_at',
  failed: 'admin.given_up_at',
}

/** Hides secrets in links, so that administrators cannot take over accounts. */
const withoutSecrets = (text: string): string => text.replace(/([?&](?:key|i|token)=)[\w.~%-]+/g, '$1…')

/** The email outbox, and a test of the email server. */
export const mail: AdminSection = {
  name: 'mail',
  title: 'admin.mail',
  lead: 'admin.mail_lead',
  opens: manages,
  show: async (visit, tried) => {
    const id = idIn(visit.search.get('id'))
    const one = id === null ? null : await mailById(visit.services.store.read, id)
    return { content: one === null ? await list(visit, tried) : preview(visit, one) }
  },
  take: async (visit, form, sent) => {
    if (form === 'test') return test(visit, sent)
    const { services } = visit
    const id = idIn(textIn(sent, 'id'))
    if (id === null || (form !== 'again' && form !== 'give-up')) return undefined
    const done = await services.store.transaction(async tx => {
      const isDone = form === 'again' ? await sendAgain(tx, services, id) : await giveUpMail(tx, services.clock, id)
      if (isDone) await note(tx, visit, form === 'again' ? 'mail-again' : 'mail-given-up', String(id))
      return isDone
    })
    return { go: here(visit, !done ? 'meanwhile' : form === 'again' ? 'mail_again' : 'mail_given_up', '', ['state']) }
  },
}

async function list(visit: Visit, tried: Tried | null): Promise<Html> {
  const { services, t, reader } = visit
  const { store, config } = services
  const state = chosen(visit, 'state', MAIL_STATES)
  const { waiting, sent, givenUp } = await outboxStatus(store.read)
  const counts = { waiting, sent, failed: givenUp }
  const tabs = stateTabs(
    t('admin.states'),
    MAIL_STATES.map(each => ({ state: each, text: t(STATE_TEXTS[each]), count: numberOf(reader, counts[each]) })),
    state,
  )
  const mails = await listMails(store.read, state, idIn(visit.search.get('below')), SHOWN + 1)
  const rows = mails.slice(0, SHOWN)
  const older =
    mails.length > SHOWN &&
    html`<p><a class="button" href="?state=${state}&amp;below=${rows.at(-1)!.id}">${t('manage.older')}</a></p>`
  const content =
    rows.length === 0
      ? html`<p class="empty">${t('admin.no_mails')}</p>`
      : html`<div class="card">${scrolling(t('admin.mail'), table(visit, state, rows))}</div>${older}`
  return html`${config.mailUrl === null && html`<p class="note">${t('admin.alert_no_mail')}</p>`}
    ${tabs}${content}
    ${config.mailUrl !== null && testCard(visit, tried)}`
}

function table(visit: Visit, state: keyof typeof STATE_TEXTS, rows: readonly ListedMail[]): Html {
  const { t, reader, permissions } = visit
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${t('admin.to')}</th>
        <th scope="col">${t('admin.subject')}</th>
        <th scope="col">${t(WHEN_TEXTS[state])}</th>
        <th scope="col" class="end">${t('admin.attempts')}</th>
        ${state !== 'sent' && html`<th scope="col">${t('admin.reason')}</th>`}
        <th scope="col"><span class="aside">${t('admin.actions')}</span></th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        row =>
          html`<tr>
            <th scope="row"><bdi>${row.address}</bdi></th>
            <td class="wrap" dir="auto">
              ${
                (permissions.superuser && row.message?.subject) ||
                html`<span class="quiet">${t('admin.not_kept')}</span>`
              }
            </td>
            <td class="nowrap">${timeOf(reader, row.at * 1_000_000)}</td>
            <td class="end num">${numberOf(reader, row.attempts)}</td>
            ${state !== 'sent' && html`<td class="wrap">${row.lastError ?? '–'}</td>`}
            <td>
              <div class="buttons">
                ${
                  row.message !== null &&
                  permissions.superuser &&
                  html`<a class="button" href="?state=${state}&amp;id=${row.id}">
                    ${t('admin.preview')}
                    <span class="aside"> ${row.address}</span>
                  </a>`
                }
                ${actions(visit, row)}
              </div>
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

const actions = (visit: Visit, { id, address, state, message }: ListedMail): Html =>
  html`${
    state !== 'sent' &&
    message !== null &&
    actionButton(viewOf(visit, 'again', 'mail', null), visit.t('admin.again'), { id }, { about: address })
  }${
    state === 'waiting' &&
    actionButton(viewOf(visit, 'give-up', 'mail', null), visit.t('admin.give_up'), { id }, { about: address })
  }`

/** An email as its recipient sees it, without the secrets in its links. */
function preview(visit: Visit, one: ListedMail): Html {
  const { t, reader, permissions } = visit
  const back = html`<p><a href="?state=${one.state}">${t('admin.all_mails')}</a></p>`
  const about = facts([
    [t('admin.to'), html`<bdi>${one.name === '' ? one.address : `${one.name} <${one.address}>`}</bdi>`],
    [t('admin.made'), timeOf(reader, one.createdAt * 1_000_000)],
    [t(WHEN_TEXTS[one.state]), timeOf(reader, one.at * 1_000_000)],
    [t('admin.attempts'), numberOf(reader, one.attempts)],
    one.lastError !== null && [t('admin.reason'), one.lastError],
  ])
  const text =
    one.message === null || !permissions.superuser
      ? html`<p class="quiet">${t('admin.not_kept')}</p>`
      : html`<div class="mail-text" role="region" aria-label="${t('admin.preview')}" tabindex="0"
          dir="auto">${withoutSecrets(one.message.text)}</div>`
  const subject = permissions.superuser ? one.message?.subject : undefined
  return html`${back}
    ${card(
      'mail',
      subject ?? t('admin.preview'),
      html`${about}${text}<div class="buttons">${actions(visit, one)}</div>`,
    )}`
}

function testCard(visit: Visit, tried: Tried | null): Html {
  const { t, caller } = visit
  const view = viewOf(visit, 'test', 'mail', tried)
  const problem = tried?.form === 'test' ? tried.problems[0]?.detail : undefined
  const now = tried?.form === 'test' ? textIn(tried.typed, 'address') : (caller.account?.email ?? '')
  return card(
    'test',
    t('admin.mail_test'),
    html`<form method="post" class="one-line">
      ${hidden(view)}
      <div class="field">
        <label for="test-address">${t('admin.to')}</label>
        <input type="email" id="test-address" name="address" value="${now}"
          required${problem !== undefined && html` aria-invalid="true" aria-describedby="test-problem"`}>
        ${problem !== undefined && html`<span class="problem" id="test-problem">${problem}</span>`}
      </div>
      <button class="button">${t('admin.send_test')}</button>
    </form>`,
    t('admin.mail_test_lead'),
  )
}

async function test(visit: Visit, sent: Sent): Promise<AdminOutcome> {
  const { services, t } = visit
  const { mailUrl, mailFrom, siteUrl } = services.config
  const address = textIn(sent, 'address').trim()
  if (mailUrl === null) return refused('test', sent, 'address', t('admin.alert_no_mail'))
  if (!isAddress(address)) return refused('test', sent, 'address', t('account.email_wrong'))
  const failed = await sendTestMail({ mailUrl, mailFrom, siteUrl }, address)
  if (failed !== null) return refused('test', sent, 'address', failed.sentence)
  await services.store.transaction(tx => note(tx, visit, 'mail-tested', address))
  return { go: here(visit, 'mail_tested') }
}
