import type { FastifyInstance } from 'fastify'
import { beginAuthenticator, findAuthenticator, setupAddress } from '#accounts/authenticator.ts'
import type { Services } from '#core/services.ts'
import { type Html, html } from '#html/html.ts'
import { withheldTeams } from '#translation/catalogue/permissions.ts'
import type { Page } from '../send-page.ts'
import { news } from './done.ts'
import { takeTurn } from './door.ts'
import { field, type Sent } from './form.ts'
import { type OwnVisit, ownFrame, ownPage, problem, tokenField } from './owner.ts'
import { qrCode } from './qr-code.ts'
import { recoveryCodesCard, shownOnce } from './recovery-codes-card.ts'
import { day } from './words.ts'

export const TWO_FACTOR = '/account/security/two-factor/'

/** Sets up an authenticator app and recovery codes. */
export function twoFactorRoutes(app: FastifyInstance, services: Services): void {
  ownPage(app, services, TWO_FACTOR, show, { begin, confirm, codes, off }, { isSensitive: true })
}

/** The card on the security page. */
export async function twoFactorCard(own: OwnVisit): Promise<Html> {
  const { t } = own.reader
  const isOn = ((await findAuthenticator(own.services.store.read, own.account.id))?.confirmedAt ?? null) !== null
  return html`<section class="card">
    <h2>${t('account.two_factor')}</h2>
    ${await withheldNote(own)}
    <p class="quiet">${t(isOn ? 'account.two_factor_on' : 'account.two_factor_note')}</p>
    <p class="buttons">
      <a class="button" href="${TWO_FACTOR}">${t(isOn ? 'account.two_factor_manage' : 'account.two_factor_set_up')}</a>
    </p>
  </section>`
}

/** Says which rights are missing until the second factor is on. */
export async function withheldNote({ caller, account, reader, services }: OwnVisit): Promise<Html | false> {
  const all = [...caller.withheldGroups, ...(await withheldTeams(services.store.primary, account))]
  return (
    all.length > 0 &&
    html`<p class="note wrong">${reader.t('account.two_factor_required', { groups: all.join(', ') })}</p>`
  )
}

async function show(own: OwnVisit, sent: Sent = {}, codes?: readonly string[]): Promise<Page> {
  const { t } = own.reader
  const authenticator = await findAuthenticator(own.services.store.primary, own.account.id)
  const body =
    authenticator === null
      ? await start(own)
      : authenticator.confirmedAt === null
        ? await setUp(own, await setupAddress(authenticator, siteOf(own), own.account.name), authenticator.secret, sent)
        : await manage(own, authenticator.confirmedAt)
  const content = html`${codes === undefined && news(own, sent)}${await withheldNote(own)}${codes && shownOnce(own, codes)}${body}`
  return ownFrame(own, '/account/security/', t('account.two_factor'), content)
}

/** The name in the app: authenticator apps list codes by site. */
const siteOf = ({ services: { config, face } }: OwnVisit): string =>
  face.current.isNamed ? face.current.name : new URL(config.siteUrl).host

const button = (own: OwnVisit, act: string, text: string, kind = ''): Html =>
  html`<form method="post" action="${TWO_FACTOR}">
    ${tokenField(own)}<button class="button ${kind}" name="do" value="${act}">${text}</button>
  </form>`

async function start(own: OwnVisit): Promise<Html> {
  const { t } = own.reader
  return html`<section class="card">
    <p>${t('account.two_factor_intro')}</p>
    ${button(own, 'begin', t('account.two_factor_set_up'), 'first')}
  </section>`
}

async function setUp(own: OwnVisit, address: string, secret: string, sent: Sent): Promise<Html> {
  const { t } = own.reader
  return html`<section class="card">
    <p>${t('account.scan')}</p>
    ${qrCode(address, t('account.qr_code'))}
    <p>${t('account.secret')} <code class="setup-secret" dir="ltr">${secret.replace(/.{4}(?=.)/g, '$& ')}</code></p>
    <form method="post" action="${TWO_FACTOR}">
      ${tokenField(own)}
      ${field(
        {
          name: 'code',
          label: t('account.code'),
          hint: t('account.first_code_hint'),
          autocomplete: 'one-time-code',
          required: true,
          max: 64,
          plain: true,
        },
        sent,
      )}
      <p class="buttons">
        <button class="button first" name="do" value="confirm">${t('account.turn_on')}</button>
      </p>
    </form>
    ${button(own, 'off', t('frame.cancel'))}
  </section>`
}

async function manage(own: OwnVisit, since: number): Promise<Html> {
  const { t } = own.reader
  return html`<section class="card">
      <h2>${t('account.authenticator')}</h2>
      <p>${t('account.authenticator_since', { when: day(own.reader, since) })}</p>
      ${button(own, 'off', t('account.turn_off'), 'danger')}
    </section>
    ${await recoveryCodesCard(own, TWO_FACTOR)}`
}

async function begin({ services, account }: OwnVisit): Promise<string> {
  await services.store.transaction(tx => beginAuthenticator(tx, account.id, services.clock))
  return TWO_FACTOR
}

async function confirm(own: OwnVisit): Promise<Page | string> {
  const { services, account, caller, form } = own
  const { t } = own.reader
  const refuse = async (text: string, status: number) => ({
    ...(await show(own, { problems: { code: text } })),
    status,
  })
  const wait = await takeTurn(services, 'password', `code ${account.id}`, caller.ip)
  if (wait > 0) return refuse(t('account.throttled', { count: wait }), 429)
  const codes = await services.secondFactors.confirm(account, form.get('code') ?? '')
  if (codes === null) return refuse(t('account.code_wrong'), 400)
  return codes.length > 0 ? show(own, {}, codes) : TWO_FACTOR
}

async function codes(own: OwnVisit): Promise<Page | string> {
  const { services, account } = own
  const authenticator = await findAuthenticator(services.store.primary, account.id)
  if (authenticator === null || authenticator.confirmedAt === null) return TWO_FACTOR
  return show(own, {}, await services.secondFactors.newRecoveryCodes(account))
}

async function off(own: OwnVisit): Promise<string | Page> {
  const { services, account, reader } = own
  const isRequired = await services.callers.needsFactor(account)
  const removal = await services.secondFactors.removeAuthenticator(account, isRequired)
  if (removal === 'last') return { ...(await show(own, problem(own, reader.t('account.last_factor')))), status: 403 }
  return removal === 'removed' ? '/account/security/?done=two-factor-off' : '/account/security/'
}
