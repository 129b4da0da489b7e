import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { AccountError } from '#accounts/account-error.ts'
import { canonicalName, nameProblem } from '#accounts/account-name.ts'
import { hashPassword, passwordProblem } from '#accounts/passwords.ts'
import { checkToken } from '#accounts/tokens.ts'
import type { Services } from '#core/services.ts'
import { isAddress } from '#events/mail/address.ts'
import { type Html, html } from '#html/html.ts'
import type { Translator } from '#html/site-texts.ts'
import { seconds } from '#store/clock.ts'
import type { Writer } from '#store/store.ts'
import { callerBlock } from '#wiki/content/caller-block.ts'
import { formOf, type Visit, visit } from '../send-page.ts'
import { doorToken, goTo, refusedReadOnly, sendDoor, takeTurn } from './door.ts'
import { alert, field, type Sent } from './form.ts'
import { askToConfirm } from './mails.ts'
import { problemOf, problemsFrom } from './problems.ts'

const ADDRESS = '/accounts/register/'

/** Registration, if the site allows it. */
export function registerRoutes(app: FastifyInstance, services: Services): void {
  app.get(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const refused = await notNow(seen)
    return refused === null ? showForm(seen, 200) : refused
  })
  app.post(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const refused = refusedReadOnly(seen, seen.reader.t('frame.register')) ?? (await notNow(seen))
    if (refused !== null) return refused
    const { t } = seen.reader
    const form = formOf(request)
    if (!checkToken(seen.caller, 'login', form.get('csrfmiddlewaretoken') ?? ''))
      return showForm(seen, 403, { typed: form, problems: { '': t('account.old_form') } })
    const registration = registrationOf(form)
    const problems = problemsOf(t, registration, services.config.mailUrl !== null)
    if (Object.keys(problems).length > 0) return showForm(seen, 400, { typed: form, problems })
    const wait = await takeTurn(services, 'register', '', seen.caller.ip)
    if (wait > 0) return showForm(seen, 429, { typed: form, problems: { '': t('account.throttled', { count: wait }) } })
    try {
      const account = await makeAccount(services, registration, async (tx, made) => {
        if (registration.email !== '' && services.config.mailUrl !== null)
          await askToConfirm(tx, services, t, made, registration.email)
      })
      const device = request.headers['user-agent']
      const { setCookies } = await services.callers.logIn(seen.caller, account, { device })
      return goTo(reply, '/account/languages/?done=welcome', setCookies)
    } catch (error) {
      return showForm(seen, 400, { typed: form, problems: problemsFrom(t, error) })
    }
  })
}

export interface Registration {
  readonly name: string
  readonly realName: string
  readonly email: string
  readonly password: string
  readonly again: string
}

export const registrationOf = (form: URLSearchParams): Registration => ({
  name: form.get('username') ?? '',
  realName: (form.get('full_name') ?? '').trim(),
  email: (form.get('email') ?? '').trim(),
  password: form.get('password') ?? '',
  again: form.get('password_again') ?? '',
})

export const LONGEST_FULL_NAME = 150

/** All problems of a registration, not only the first. */
export function problemsOf(t: Translator, registration: Registration, needsAddress: boolean): Record<string, string> {
  const name = canonicalName(registration.name)
  const ofName = nameProblem(name)
  const ofPassword = passwordProblem(name, registration.password)
  const isFit =
    registration.email === ''
      ? !needsAddress
      : isAddress(registration.email) && Buffer.byteLength(registration.email) <= 190
  return {
    ...(ofName && problemOf(t, `name-${ofName}`)),
    ...([...registration.realName].length > LONGEST_FULL_NAME && { full_name: t('account.full_name_too_long') }),
    ...(!isFit && { email: t('account.email_wrong') }),
    ...(ofPassword && problemOf(t, `password-${ofPassword}`)),
    ...(!ofPassword &&
      registration.password !== registration.again && { password_again: t('account.password_differs') }),
  }
}

/** Creates the account and its settings in one transaction. The email address stays unconfirmed. */
export async function makeAccount(
  { accounts, store }: Services,
  { name, realName, email, password }: Registration,
  also: (tx: Writer, account: Account) => Promise<void>,
  { emailConfirmed = false } = {},
): Promise<Account> {
  if ((await accounts.byName(store.read, name)) !== null) throw new AccountError('name-taken')
  const passwordHash = await hashPassword(password)
  return store.transaction(async tx => {
    const account = await accounts.create(tx, { name, realName, email, passwordHash, emailConfirmed })
    await also(tx, account)
    return account
  })
}

/** Why the visitor cannot register, or null. */
async function notNow(seen: Visit): Promise<FastifyReply | null> {
  const { t } = seen.reader
  const { store, clock } = seen.services
  const { registration } = seen.services.permissions
  const title = t('frame.register')
  if (seen.caller.account !== null) return goTo(seen.reply, '/account/', [])
  if (registration !== 'open' || seen.services.config.passwordLogin === 'off') {
    const text = t(
      seen.services.config.passwordLogin === 'off'
        ? 'account.passwords_off'
        : registration === 'invitation'
          ? 'account.by_invitation'
          : 'account.closed',
    )
    return sendDoor(seen, { status: 403, title, content: html`<p>${text}</p>` })
  }
  const block = await callerBlock(store.read, seen.caller, seconds(clock))
  if (!block?.noCreate) return null
  return sendDoor(seen, { status: 403, title, content: html`<p class="note wrong">${t('account.blocked')}</p>` })
}

/** Fields of the registration form. */
export const newAccountFields = (t: Translator, sent: Sent, email: Html | false): Html =>
  html`${field(
    {
      name: 'username',
      label: t('account.name'),
      hint: t('account.name_hint'),
      autocomplete: 'username',
      required: true,
      max: 255,
      plain: true,
    },
    sent,
  )}
    ${email}
    ${field(
      {
        name: 'full_name',
        label: t('account.full_name'),
        hint: t('account.full_name_hint'),
        autocomplete: 'name',
        max: LONGEST_FULL_NAME,
        plain: true,
      },
      sent,
    )}
    ${newPasswordFields(t, sent)}`

export const newPasswordFields = (t: Translator, sent: Sent): Html =>
  html`${field(
    {
      name: 'password',
      label: t('account.new_password'),
      hint: t('account.password_hint'),
      type: 'password',
      autocomplete: 'new-password',
      required: true,
    },
    sent,
  )}
    ${field(
      {
        name: 'password_again',
        label: t('account.password_again'),
        type: 'password',
        autocomplete: 'new-password',
        required: true,
      },
      sent,
    )}`

async function showForm(seen: Visit, status: number, sent: Sent = {}): Promise<FastifyReply> {
  const { t } = seen.reader
  const isMailed = seen.services.config.mailUrl !== null
  const { caller, token } = await doorToken(seen)
  const hint = t(isMailed ? 'account.email_hint' : 'account.email_hint_no_mail')
  const email = field(
    { name: 'email', label: t('account.email'), hint, type: 'email', autocomplete: 'email', required: isMailed },
    sent,
  )
  const content = html`${alert(sent.problems?.[''])}
    <form method="post" action="${ADDRESS}">
      <input type="hidden" name="csrfmiddlewaretoken" value="${token}">
      ${newAccountFields(t, sent, email)}
      <p class="buttons door-buttons"><button class="button first">${t('frame.register')}</button></p>
    </form>
    <p class="door-more"><a href="/accounts/login/">${t('account.have_account')}</a></p>`
  return sendDoor({ ...seen, caller }, { status, title: t('frame.register'), content })
}
