import type { FastifyInstance } from 'fastify'
import { endLinks, linkOf } from '#accounts/account-links.ts'
import { canonicalName } from '#accounts/account-name.ts'
import { optionsOf, setOptions } from '#accounts/options.ts'
import type { Services } from '#core/services.ts'
import { isAddress } from '#events/mail/address.ts'
import { type Html, html } from '#html/html.ts'
import { personAddress } from '#translation/pages/place-addresses.ts'
import { HIDDEN_PAGE } from '../people/person-page.ts'
import type { Page } from '../send-page.ts'
import { passwordIsWrong } from './current-password.ts'
import { news } from './done.ts'
import { takeTurn } from './door.ts'
import { field, type Sent } from './form.ts'
import { askToConfirm } from './mails.ts'
import { type OwnVisit, ownFrame, ownPage, tokenField } from './owner.ts'
import { LONGEST_FULL_NAME } from './register.ts'

const ADDRESS = '/account/'

/** Profile: names and email address. */
export function profileRoutes(app: FastifyInstance, services: Services): void {
  ownPage(app, services, ADDRESS, show, { profile: save, email: changeEmail, resend, cancel })
}

async function show(own: OwnVisit, sent: Sent = {}): Promise<Page> {
  const { t } = own.reader
  const { account } = own
  const isHidden = (await optionsOf(own.services.store.read, account.id)).has(HIDDEN_PAGE)
  const content = html`${news(own, sent)}
    <section class="card">
      <h2>${t('account.who_you_are')}</h2>
      <form method="post">
        ${tokenField(own)}
        ${field(
          {
            name: 'username',
            label: t('account.name'),
            value: account.username,
            hint: t('account.spelling_hint'),
            autocomplete: 'username',
            required: true,
            max: 255,
            plain: true,
          },
          sent,
        )}
        ${field(
          {
            name: 'full_name',
            label: t('account.full_name'),
            value: account.realName,
            hint: t('account.full_name_hint'),
            autocomplete: 'name',
            max: LONGEST_FULL_NAME,
            plain: true,
          },
          sent,
        )}
        <div class="field">
          <label class="choice">
            <input type="checkbox" name="public_page" value="1"${!isHidden && html` checked`}>
            <span>${t('account.public_page')}</span>
          </label>
        </div>
        <p class="buttons">
          <button class="button first" name="do" value="profile">${t('frame.save')}</button>
          <a class="button plain" href="/wiki/User:${encodeURIComponent(account.name.replaceAll(' ', '_'))}">
            ${t('account.wiki_page')}
          </a>
          <a class="button plain" href="${personAddress(account.username)}">${t('account.own_page')}</a>
        </p>
      </form>
    </section>
    <section class="card">
      <h2>${t('account.email')}</h2>
      ${await emailState(own)}
      <form method="post">
        ${tokenField(own)}
        ${field(
          { name: 'email', label: t('account.new_email'), type: 'email', autocomplete: 'email', required: true },
          sent,
        )}
        ${field(
          {
            name: 'current_password',
            label: t('account.current_password'),
            hint: t('account.current_password_hint'),
            type: 'password',
            autocomplete: 'current-password',
            required: true,
          },
          sent,
        )}
        <p class="buttons"><button class="button" name="do" value="email">${t('account.change_email')}</button></p>
      </form>
    </section>
    <p class="quiet"><a href="/account/remove/">${t('account.remove_title')}</a></p>`
  return ownFrame(own, ADDRESS, t('account.profile'), content)
}

/** Current email address, its confirmation state, and a pending new address. */
async function emailState(own: OwnVisit): Promise<Html> {
  const { t } = own.reader
  const { account, services } = own
  const waiting = await linkOf(services.store.read, services.clock, 'confirm', account.id)
  const isMailed = services.config.mailUrl !== null
  const address = html`<b><bdi>${account.email}</bdi></b>`
  const now =
    account.email === ''
      ? html`<p>${t('account.no_email')}</p>`
      : html`<p>
        ${address}
        <span class="chip ${account.emailConfirmedAt === null ? 's-edit' : 's-done'}">
          <i></i>
          ${t(account.emailConfirmedAt === null ? 'account.unconfirmed' : 'account.is_confirmed')}
        </span>
      </p>`
  const button = (what: 'resend' | 'cancel', text: string) =>
    html`<button class="button" name="do" value="${what}">${text}</button>`
  if (waiting !== null)
    return html`${now}
      <div class="note">
        <p>${t.html('account.waiting_email', { address: html`<b><bdi>${waiting.address}</bdi></b>` })}</p>
        <form method="post" class="buttons">
          ${tokenField(own)}
          ${button('resend', t('account.send_again'))}
          ${button('cancel', t('account.cancel_email'))}
        </form>
      </div>`
  if (account.email !== '' && account.emailConfirmedAt === null && isMailed)
    return html`${now}
      <form method="post" class="note">
        ${tokenField(own)}
        <p>${t('account.unconfirmed_note')}</p>
        <p class="buttons">${button('resend', t('account.send_confirmation'))}</p>
      </form>`
  return html`${now}${!isMailed && html`<p class="quiet small">${t('account.site_without_mail')}</p>`}`
}

const refuse = async (own: OwnVisit, problems: Record<string, string>, status = 400): Promise<Page> => ({
  ...(await show(own, { typed: own.form, problems })),
  status,
})

async function save(own: OwnVisit): Promise<string | Page> {
  const { t } = own.reader
  const username = (own.form.get('username') ?? '').trim()
  const realName = (own.form.get('full_name') ?? '').trim()
  const problems = {
    // Renaming would break the signatures on pages, so only the spelling can change.
    ...(canonicalName(username) !== own.account.name && { username: t('account.only_spelling') }),
    ...(([...realName].length > LONGEST_FULL_NAME || /\p{Cc}/u.test(realName)) && {
      full_name: t('account.full_name_too_long'),
    }),
  }
  if (Object.keys(problems).length > 0) return refuse(own, problems)
  const { store, accounts } = own.services
  await store.transaction(async tx => {
    await accounts.update(tx, own.account.id, { username, realName })
    await setOptions(tx, own.account.id, [[HIDDEN_PAGE, own.form.has('public_page') ? null : '1']])
  })
  return `${ADDRESS}?done=saved`
}

async function changeEmail(own: OwnVisit): Promise<string | Page> {
  const { services, account } = own
  const { t } = own.reader
  const email = (own.form.get('email') ?? '').trim()
  if (!isAddress(email) || Buffer.byteLength(email) > 190) return refuse(own, { email: t('account.email_wrong') })
  const wrong = await passwordIsWrong(own)
  if (wrong !== null) return refuse(own, { current_password: wrong }, 403)
  if (services.config.mailUrl !== null) return ask(own, email)
  // Without email, the address cannot be confirmed, so it is stored unconfirmed.
  const change = email === account.email ? {} : { email, emailConfirmedAt: null }
  await services.store.transaction(tx => services.accounts.update(tx, account.id, change))
  return `${ADDRESS}?done=saved`
}

async function resend(own: OwnVisit): Promise<string | Page> {
  const { services, account } = own
  const waiting = await linkOf(services.store.read, services.clock, 'confirm', account.id)
  const address = waiting?.address ?? account.email
  if (address === '' || services.config.mailUrl === null) return ADDRESS
  return ask(own, address)
}

async function ask(own: OwnVisit, address: string): Promise<string | Page> {
  const { services, account } = own
  const { t } = own.reader
  const wait = await takeTurn(services, 'confirm', String(account.id), own.caller.ip)
  if (wait > 0) return refuse(own, { '': t('account.throttled', { count: wait }) }, 429)
  await services.store.transaction(tx => askToConfirm(tx, services, t, account, address))
  return `${ADDRESS}?done=asked`
}

async function cancel({ services, account }: OwnVisit): Promise<string> {
  await services.store.transaction(tx => endLinks(tx, account.id, 'confirm'))
  return `${ADDRESS}?done=cancelled`
}
