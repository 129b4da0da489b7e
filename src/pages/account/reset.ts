import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Account, isUsable } from '#accounts/account.ts'
import { type AccountLink, endLinks, findLink, useLink } from '#accounts/account-links.ts'
import { ACCOUNT_MAIL_JOB, PASSWORD_RESET_JOB } from '#accounts/account-mail.ts'
import { passwordProblem } from '#accounts/passwords.ts'
import { hasSecondFactor } from '#accounts/second-factors.ts'
import { checkToken } from '#accounts/tokens.ts'
import type { Services } from '#core/services.ts'
import type { Job } from '#events/jobs.ts'
import { html } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import { seconds } from '#store/clock.ts'
import { formOf, type Visit, visit } from '../send-page.ts'
import { doorToken, goTo, refusedReadOnly, sendDoor, takeTurn } from './door.ts'
import { alert, field, notice, type Sent } from './form.ts'
import { askForCode } from './login-code.ts'
import { askToConfirm, sendReset } from './mails.ts'
import { problemOf } from './problems.ts'
import { newPasswordFields } from './register.ts'
import { revokeKeysChoice, revokeKeysIfChosen } from './revoke-keys.ts'

const ADDRESS = '/accounts/reset-password/'
/** Several accounts may share an email address. Maximum number of emails sent. */
const MOST_ACCOUNTS = 10
const LONGEST_WHO = 300

/**
 * Password reset by email. The account is looked up in a background job, so neither the response nor its timing reveals
 * whether it exists.
 */
export function resetRoutes(app: FastifyInstance, services: Services): void {
  app.get(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const refused = withoutPasswords(seen)
    if (refused !== null) return refused
    const key = searchParams(request).get('key')
    if (key === null) return showRequest(seen, 200)
    const link = await findLink(services.store.read, services.clock, 'reset', key)
    return link === null ? badLink(seen) : showNew(seen, 200, key)
  })
  app.post(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const refused = refusedReadOnly(seen, seen.reader.t('account.reset_title')) ?? withoutPasswords(seen)
    if (refused !== null) return refused
    const form = formOf(request)
    const key = form.get('key')
    if (checkToken(seen.caller, 'login', form.get('csrfmiddlewaretoken') ?? ''))
      return key === null ? ask(seen, form) : setNew(seen, form, key)
    const sent = { typed: form, problems: { '': seen.reader.t('account.old_form') } }
    return key === null ? showRequest(seen, 403, sent) : showNew(seen, 403, key, sent)
  })
}

/** The refusal on a site without passwords, or null. */
function withoutPasswords(seen: Visit): FastifyReply | null {
  if (seen.services.config.passwordLogin === 'on') return null
  const { t } = seen.reader
  return sendDoor(seen, {
    status: 403,
    title: t('account.reset_title'),
    content: html`<p>${t('account.passwords_off')}</p>`,
  })
}

export function handleResets(services: Services): void {
  services.jobs.handle(PASSWORD_RESET_JOB, job => writeResets(services, job))
  services.jobs.handle(ACCOUNT_MAIL_JOB, job => writeToNew(services, job))
}

/** Email to a new account: confirms the address, or lets the user choose a first password. */
async function writeToNew(services: Services, { payload }: Job): Promise<void> {
  const account = await services.accounts.byId(services.store.read, Number(payload.account))
  if (account === null || account.email === '') return
  const t = await services.texts.translator([String(payload.language)])
  await services.store.transaction(tx =>
    payload.purpose === 'password'
      ? sendReset(tx, services, t, account)
      : askToConfirm(tx, services, t, account, account.email),
  )
}

async function ask(seen: Visit, form: URLSearchParams): Promise<FastifyReply> {
  const { services, reader, caller } = seen
  const { t } = reader
  const who = (form.get('who') ?? '').trim().slice(0, LONGEST_WHO)
  if (who === '' || services.config.mailUrl === null)
    return showRequest(seen, 400, { typed: form, problems: { who: t('account.who_empty') } })
  const wait = await takeTurn(services, 'reset', who.toLowerCase(), caller.ip)
  if (wait > 0)
    return showRequest(seen, 429, { typed: form, problems: { '': t('account.throttled', { count: wait }) } })
  const payload = { who, language: t.language }
  await services.store.transaction(tx => services.jobs.enqueue(tx, { kind: PASSWORD_RESET_JOB, payload }))
  const content = html`<p class="note good" role="status">${t('account.reset_sent')}</p>
    <p class="quiet">${t('account.reset_sent_more')}</p>
    <p class="door-more"><a href="/accounts/login/">${t('frame.log_in')}</a></p>`
  return sendDoor(seen, { title: t('account.reset_title'), content })
}

async function writeResets(services: Services, { payload }: Job): Promise<void> {
  const { store, clock, accounts, texts } = services
  const who = String(payload.who)
  const t = await texts.translator([String(payload.language)])
  const now = seconds(clock)
  const named = await accounts.byName(store.read, who)
  const matches = named === null ? await accounts.byEmail(store.read, who) : [named]
  const email = payload.email === undefined ? null : String(payload.email).toLowerCase()
  const reachable = matches.filter(
    each =>
      isUsable(each, now) &&
      each.emailConfirmedAt !== null &&
      each.email !== '' &&
      (email === null || each.email.toLowerCase() === email),
  )
  for (const account of reachable.slice(0, MOST_ACCOUNTS))
    await store.transaction(tx => sendReset(tx, services, t, account))
}

async function setNew(seen: Visit, form: URLSearchParams, key: string): Promise<FastifyReply> {
  const { services, reader, caller } = seen
  const { store, clock, accounts } = services
  const { t } = reader
  const link = await findLink(store.read, clock, 'reset', key)
  const account = link && (await accounts.byId(store.read, link.accountId!))
  if (!link || !account || !isUsable(account, seconds(clock))) return badLink(seen)
  const password = form.get('password') ?? ''
  const wrong = passwordProblem(account.name, password)
  if (wrong) return showNew(seen, 400, key, { problems: problemOf(t, `password-${wrong}`) })
  if (password !== form.get('password_again'))
    return showNew(seen, 400, key, { problems: { password_again: t('account.password_differs') } })
  if (!(await spend(services, link, account))) return badLink(seen)
  await accounts.setPassword(account, password)
  await revokeKeysIfChosen(services, account, form)
  // The link proves the email address, which is not a second factor.
  if (await hasSecondFactor(store.primary, account.id))
    return askForCode(seen, account, '/account/security/?done=password')
  const device = seen.request.headers['user-agent']
  const { setCookies } = await services.callers.logIn(caller, account, { device, way: 'link' })
  return goTo(seen.reply, '/account/security/?done=password', setCookies)
}

/** The link came by email, which confirms the address. */
async function spend({ store, clock, accounts }: Services, link: AccountLink, account: Account): Promise<boolean> {
  return store.transaction(async tx => {
    if (!(await useLink(tx, link))) return false
    await endLinks(tx, account.id, 'reset')
    if (account.email === link.address) await accounts.update(tx, account.id, { emailConfirmedAt: seconds(clock) })
    return true
  })
}

function badLink(seen: Visit): FastifyReply {
  const { t } = seen.reader
  const content = html`<p>${t('account.bad_link')}</p>
    <p><a class="button" href="${ADDRESS}">${t('account.ask_again')}</a></p>`
  return sendDoor(seen, { status: 404, title: t('account.reset_title'), content })
}

async function showRequest(seen: Visit, status: number, sent: Sent = {}): Promise<FastifyReply> {
  const { t } = seen.reader
  const title = t('account.reset_title')
  if (seen.services.config.mailUrl === null)
    return sendDoor(seen, { status, title, content: html`<p>${t('account.reset_no_mail')}</p>` })
  const { caller, token } = await doorToken(seen)
  const content = html`${alert(sent.problems?.[''])}
    <p>${t('account.reset_intro')}</p>
    <form method="post" action="${ADDRESS}">
      <input type="hidden" name="csrfmiddlewaretoken" value="${token}">
      ${field(
        {
          name: 'who',
          label: t('account.who'),
          autocomplete: 'username',
          required: true,
          max: LONGEST_WHO,
          plain: true,
        },
        sent,
      )}
      <p class="buttons door-buttons"><button class="button first">${t('account.send_link')}</button></p>
    </form>
    <p class="door-more"><a href="/accounts/login/">${t('frame.log_in')}</a></p>`
  return sendDoor({ ...seen, caller }, { status, title, content })
}

async function showNew(seen: Visit, status: number, key: string, sent: Sent = {}): Promise<FastifyReply> {
  const { t } = seen.reader
  const { caller, token } = await doorToken(seen)
  const content = html`${alert(sent.problems?.[''])}
    ${notice(status === 200 && t('account.reset_choose'))}
    <form method="post" action="${ADDRESS}">
      <input type="hidden" name="csrfmiddlewaretoken" value="${token}">
      <input type="hidden" name="key" value="${key}">
      ${newPasswordFields(t, sent)}
      <p class="quiet small">${t('account.password_note')}</p>
      ${revokeKeysChoice(t, sent)}
      <p class="buttons door-buttons"><button class="button first">${t('account.set_password')}</button></p>
    </form>`
  return sendDoor({ ...seen, caller }, { status, title: t('account.reset_title'), content })
}
