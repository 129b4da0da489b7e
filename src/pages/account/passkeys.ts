import type { FastifyInstance } from 'fastify'
import { deviceName } from '#accounts/device-name.ts'
import { type Passkey, passkeysOf, renamePasskey } from '#accounts/passkeys.ts'
import type { Services } from '#core/services.ts'
import { type Html, html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { Page } from '../send-page.ts'
import { news } from './done.ts'
import { field, type Sent } from './form.ts'
import { type OwnVisit, ownFrame, ownPage, problem, tokenField } from './owner.ts'
import { mayLogInWithPasskey, PASSKEY_SCRIPT, passkeyButton } from './passkey-button.ts'
import { recoveryCodesCard, shownOnce } from './recovery-codes-card.ts'
import { withheldNote } from './two-factor.ts'
import { countWaysIn } from './ways-in.ts'
import { day } from './words.ts'

const PASSKEYS = '/account/security/passkeys/'
const MAX_NAME = 60

/** Adds, renames and removes passkeys and security keys. */
export function passkeysRoutes(app: FastifyInstance, services: Services): void {
  ownPage(app, services, PASSKEYS, show, { add, rename, remove, codes }, { isSensitive: true })
}

/** The card on the security page. */
export async function passkeysCard(own: OwnVisit): Promise<Html> {
  const { t } = own.reader
  const count = (await passkeysOf(own.services.store.read, own.account.id)).length
  return html`<section class="card">
    <h2>${t('account.passkeys')}</h2>
    <p class="quiet">${t('account.passkeys_note')}</p>
    ${count > 0 && html`<p>${t('account.passkeys_count', { count })}</p>`}
    <p class="buttons">
      <a class="button" href="${PASSKEYS}">${t(count > 0 ? 'account.passkeys_manage' : 'account.passkey_add')}</a>
    </p>
  </section>`
}

async function show(own: OwnVisit, sent: Sent = {}, codes: readonly string[] = []): Promise<Page> {
  const { t } = own.reader
  const passkeys = await passkeysOf(own.services.store.primary, own.account.id)
  const isAvailable = own.services.webauthn.isAvailable
  const content = html`${codes.length === 0 && news(own, sent)}${await withheldNote(own)}${shownOnce(own, codes)}
    ${passkeys.length > 0 && html`<section class="card"><ul class="rows">${passkeys.map(each => row(own, each))}</ul></section>`}
    <section class="card">
      <h2>${t('account.passkey_add')}</h2>
      ${isAvailable ? addForm(own, sent, passkeys) : html`<p>${t('account.passkeys_need_https')}</p>`}
    </section>
    ${passkeys.length > 0 && (await recoveryCodesCard(own, PASSKEYS))}`
  const needs = isAvailable ? [PASSKEY_SCRIPT] : []
  return ownFrame(own, '/account/security/', t('account.passkeys'), content, { needs })
}

function addForm(own: OwnVisit, sent: Sent, passkeys: readonly Passkey[]): Html {
  const { t } = own.reader
  return html`<p>${t('account.passkey_intro')}</p>
    ${passkeys.length === 0 && html`<p>${t('account.passkey_first')}</p>`}
    <form method="post" action="${PASSKEYS}">
      ${tokenField(own)}
      ${field(
        {
          name: 'name',
          label: t('account.passkey_name'),
          hint: t('account.passkey_name_hint'),
          value: suggestedName(own, passkeys),
          autocomplete: 'off',
          required: true,
          max: MAX_NAME,
        },
        sent,
      )}
      ${passkeyButton(own.reader, { purpose: 'add', label: t('account.passkey_add'), act: 'add', isFirst: true })}
    </form>`
}

/** The browser and system, numbered if the name is taken. */
function suggestedName({ request, reader: { t } }: OwnVisit, passkeys: readonly Passkey[]): string {
  const { browser, system } = deviceName(request.headers['user-agent'] ?? '')
  const name =
    browser === '' || system === '' ? t('account.passkey') : t('account.browser_on_system', { browser, system })
  const names = new Set(passkeys.map(each => each.name))
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name} (${number})`
    if (!names.has(tried)) return tried
  }
}

function row(own: OwnVisit, passkey: Passkey): Html {
  const { t } = own.reader
  const when = (at: number) => day(own.reader, at)
  const input = `name-${passkey.id}`
  return html`<li>
    <div>
      <b><bdi>${passkey.name}</bdi></b>
      <span class="chip">${t(passkey.canLogIn ? 'account.passkey_logs_in' : 'account.passkey_is_factor')}</span>
      <p class="quiet small">
        ${t('account.passkey_added_on', { when: when(passkey.createdAt) })} ·
        ${passkey.lastUsedAt === null ? t('account.key_never_used') : t('account.key_used_on', { when: when(passkey.lastUsedAt) })}
      </p>
      <details>
        <summary>${t('account.passkey_rename')}<span class="aside"> ${passkey.name}</span></summary>
        <form method="post" action="${PASSKEYS}">
          ${tokenField(own)}
          <input type="hidden" name="passkey" value="${passkey.id}">
          <div class="field">
            <label for="${input}">${t('account.passkey_name')}</label>
            <input id="${input}" name="name" value="${passkey.name}" required maxlength="${MAX_NAME}" dir="auto" autocomplete="off">
          </div>
          <button class="button" name="do" value="rename">${t('frame.save')}</button>
        </form>
      </details>
    </div>
    <form method="post" action="${PASSKEYS}">
      ${tokenField(own)}
      <input type="hidden" name="passkey" value="${passkey.id}">
      <button class="button danger" name="do" value="remove">
        ${t('account.passkey_remove')}<span class="aside"> ${passkey.name}</span>
      </button>
    </form>
  </li>`
}

async function add(own: OwnVisit): Promise<Page | string> {
  const { services, account, caller, form, reader } = own
  const refuse = async (text: TextKey, name = ''): Promise<Page> => ({
    ...(await show(own, { typed: form, problems: { [name]: reader.t(text) } })),
    status: 400,
  })
  const name = (form.get('name') ?? '').trim()
  if (name === '' || [...name].length > MAX_NAME) return refuse('account.passkey_name_wrong', 'name')
  const response = form.get('credential') ?? ''
  if (response === '') return refuse('account.passkey_missing')
  const result = await services.webauthn.verifyNew(caller.session!, account, response)
  if (!result.ok) return refuse(result.reason === 'expired' ? 'account.passkey_expired' : 'account.passkey_failed')
  const recovery = await services.secondFactors.addPasskey(account, name, result.credential)
  if (recovery === null) return refuse('account.passkey_not_added')
  return recovery.length > 0 ? show(own, {}, recovery) : `${PASSKEYS}?done=passkey-added`
}

async function chosen({ services, account, form }: OwnVisit): Promise<Passkey | undefined> {
  const id = form.get('passkey') ?? ''
  return (await passkeysOf(services.store.primary, account.id)).find(each => each.id === id)
}

async function rename(own: OwnVisit): Promise<Page | string> {
  const { services, form, reader } = own
  const passkey = await chosen(own)
  const name = (form.get('name') ?? '').trim()
  if (name === '' || [...name].length > MAX_NAME)
    return { ...(await show(own, { problems: { '': reader.t('account.passkey_name_wrong') } })), status: 400 }
  if (passkey !== undefined) await services.store.transaction(tx => renamePasskey(tx, passkey, name))
  return `${PASSKEYS}?done=saved`
}

async function remove(own: OwnVisit): Promise<Page | string> {
  const { services, account, reader } = own
  const refuse = async (text: TextKey): Promise<Page> => ({
    ...(await show(own, problem(own, reader.t(text)))),
    status: 403,
  })
  const passkey = await chosen(own)
  if (passkey === undefined) return PASSKEYS
  const logsIn = passkey.canLogIn && mayLogInWithPasskey(services)
  if (logsIn && (await countWaysIn(own)) <= 1) return refuse('account.passkey_last_login')
  const isRequired = await services.callers.needsFactor(account)
  const removal = await services.secondFactors.removePasskey(account, passkey, isRequired)
  return removal === 'last' ? refuse('account.last_factor') : `${PASSKEYS}?done=passkey-removed`
}

async function codes(own: OwnVisit): Promise<Page | string> {
  if ((await passkeysOf(own.services.store.primary, own.account.id)).length === 0) return PASSKEYS
  return show(own, {}, await own.services.secondFactors.newRecoveryCodes(own.account))
}
