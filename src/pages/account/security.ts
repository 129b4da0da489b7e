import type { FastifyInstance } from 'fastify'
import { deviceName } from '#accounts/device-name.ts'
import { passwordProblem } from '#accounts/passwords.ts'
import { endSession, endSessionsOf, LIFETIME, lastUse, type Session, sessionsOf } from '#accounts/sessions.ts'
import type { Services } from '#core/services.ts'
import { type Html, html } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import type { Page } from '../send-page.ts'
import { passwordIsWrong } from './current-password.ts'
import { news } from './done.ts'
import { field, type Sent } from './form.ts'
import { linkedLoginsCard, startLink, unlink } from './linked-logins.ts'
import { type Away, type OwnVisit, ownFrame, ownPage, tokenField } from './owner.ts'
import { passkeysCard } from './passkeys.ts'
import { problemOf } from './problems.ts'
import { newPasswordFields } from './register.ts'
import { revokeKeysChoice, revokeKeysIfChosen } from './revoke-keys.ts'
import { signInsCard } from './sign-ins.ts'
import { twoFactorCard } from './two-factor.ts'
import { moment } from './words.ts'

const ADDRESS = '/account/security/'

/** Password, passkeys, second factor, linked logins and sessions. */
export function securityRoutes(app: FastifyInstance, services: Services): void {
  ownPage(
    app,
    services,
    ADDRESS,
    show,
    { password: changePassword, end, 'end-others': endOthers, link: startLink, unlink },
    { sensitiveActs: ['link', 'unlink'] },
  )
}

async function show(own: OwnVisit, sent: Sent = {}): Promise<Page> {
  const { t } = own.reader
  const content = html`${news(own, sent)}
    ${own.services.config.passwordLogin === 'on' && (await passwordCard(own, sent))}
    ${await passkeysCard(own)}
    ${await twoFactorCard(own)}
    ${await linkedLoginsCard(own)}
    <section class="card">
      <h2>${t('account.sessions')}</h2>
      <p class="quiet">${t('account.sessions_note')}</p>
      ${await sessions(own)}
    </section>
    ${await signInsCard(own)}`
  return ownFrame(own, ADDRESS, t('account.security'), content)
}

async function passwordCard(own: OwnVisit, sent: Sent): Promise<Html | false> {
  const { t } = own.reader
  if (!(await own.services.accounts.hasPassword(own.services.store.primary, own.account.id))) return false
  return html`<section class="card">
      <h2>${t('account.password')}</h2>
      <form method="post">
        ${tokenField(own)}
        <input type="hidden" name="username" autocomplete="username" value="${own.account.username}">
        ${field(
          {
            name: 'current_password',
            label: t('account.current_password'),
            type: 'password',
            autocomplete: 'current-password',
            required: true,
          },
          sent,
        )}
        ${newPasswordFields(t, sent)}
        <p class="quiet small">${t('account.password_note')}</p>
        ${revokeKeysChoice(t, sent)}
        <p class="buttons">
          <button class="button first" name="do" value="password">${t('account.change_password')}</button>
        </p>
      </form>
    </section>`
}

/** Identifies a session in forms by a prefix of its hash, which does not give access. */
const nameOf = ({ idHash }: Session): string => idHash.slice(0, 24)

async function sessions(own: OwnVisit): Promise<Html> {
  const { t } = own.reader
  const { store, clock } = own.services
  const all = await sessionsOf(store.read, own.account.id, seconds(clock))
  const here = own.caller.session?.idHash
  const items = all.map(session => {
    const isHere = session.idHash === here
    const device = described(own, session)
    const address = session.data.opened?.address ?? ''
    return html`<li>
      <div>
        <b>${device}</b>
        ${isHere && html`<span class="chip s-done"><i></i>${t('account.this_session')}</span>`}
        ${session.lifetime >= LIFETIME.remembered && html`<span class="chip">${t('account.remembered')}</span>`}
        <p class="quiet small">
          ${t('account.last_used', { when: moment(own.reader, isHere ? seconds(clock) : lastUse(session)) })} ·
          ${t('account.opened_at', {
            when: moment(own.reader, session.createdAt),
          })}${address !== '' && html` · <bdi>${address}</bdi>`}
        </p>
      </div>
      ${
        !isHere &&
        html`<form method="post">
          ${tokenField(own)}
          <input type="hidden" name="session" value="${nameOf(session)}">
          <button class="button" name="do" value="end">
            ${t('account.end_session')}
            <span class="aside"> ${device}</span>
          </button>
        </form>`
      }
    </li>`
  })
  return html`<ul class="rows">${items}</ul>
    ${
      all.length > 1 &&
      html`<form method="post">
        ${tokenField(own)}
        <p class="buttons">
          <button class="button danger" name="do" value="end-others">${t('account.end_others')}</button>
        </p>
      </form>`
    }`
}

function described({ reader: { t } }: OwnVisit, { data }: Session): string {
  if (data.botPassword) return t('account.session_of_bot', { name: data.botPassword.appId })
  const { browser, system } = deviceName(data.opened?.device ?? '')
  if (browser === '') return t('account.unknown_device')
  return system === '' ? browser : t('account.browser_on_system', { browser, system })
}

async function changePassword(own: OwnVisit): Promise<Away | Page> {
  const { services, account, form } = own
  const { t } = own.reader
  const refuse = async (problems: Record<string, string>, status = 400) => ({
    ...(await show(own, { typed: form, problems })),
    status,
  })
  const password = form.get('password') ?? ''
  const problem = passwordProblem(account.name, password)
  if (problem) return refuse(problemOf(t, `password-${problem}`))
  if (password !== form.get('password_again')) return refuse({ password_again: t('account.password_differs') })
  const wrong = await passwordIsWrong(own)
  if (wrong !== null) return refuse({ current_password: wrong }, 403)
  const remember = (own.caller.session?.lifetime ?? 0) >= LIFETIME.remembered
  await services.accounts.setPassword(account, password)
  await revokeKeysIfChosen(services, account, form)
  // A new password ends all sessions, so start a new one here.
  const device = own.request.headers['user-agent']
  const { setCookies } = await services.callers.logIn({ ...own.caller, session: null }, account, {
    remember,
    device,
    way: null,
  })
  return { to: `${ADDRESS}?done=password`, cookies: setCookies }
}

async function end(own: OwnVisit): Promise<string> {
  const { store, clock } = own.services
  const all = await sessionsOf(store.read, own.account.id, seconds(clock))
  const session = all.find(each => nameOf(each) === own.form.get('session'))
  if (session !== undefined) await store.transaction(tx => endSession(tx, session))
  return `${ADDRESS}?done=ended`
}

async function endOthers({ services, account, caller }: OwnVisit): Promise<string> {
  await services.store.transaction(tx => endSessionsOf(tx, account.id, caller.session))
  return `${ADDRESS}?done=others`
}
