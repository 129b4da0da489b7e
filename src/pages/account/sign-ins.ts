import type { FastifyInstance } from 'fastify'
import { deviceName } from '#accounts/device-name.ts'
import { type SignIn, signInsOf } from '#accounts/sign-ins.ts'
import type { Services } from '#core/services.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { Page } from '../send-page.ts'
import { type OwnVisit, ownFrame, ownPage } from './owner.ts'
import { moment } from './words.ts'

export const SIGN_INS = '/account/security/sign-ins/'
/** On the security page, and on a page of the history. */
const FEW = 5
const MANY = 50

/** The login history of an account, a page at a time. */
export function signInsRoutes(app: FastifyInstance, services: Services): void {
  ownPage(app, services, SIGN_INS, show, {})
}

/** The card on the security page. */
export async function signInsCard(own: OwnVisit): Promise<Html> {
  const { t } = own.reader
  const latest = await signInsOf(own.services.store.read, own.account.id, FEW)
  return html`<section class="card" id="sign-ins">
    <h2>${t('account.sign_ins')}</h2>
    <p class="quiet">${t('account.sign_ins_note', { count: own.services.config.signInDays })}</p>
    ${listed(own, latest)}
    ${latest.length === FEW && html`<p><a class="button" href="${SIGN_INS}">${t('account.sign_ins_all')}</a></p>`}
  </section>`
}

async function show(own: OwnVisit): Promise<Page> {
  const { t } = own.reader
  const below = /^\d{1,15}$/.exec(searchParams(own.request).get('below') ?? '')?.[0]
  const rows = await signInsOf(
    own.services.store.read,
    own.account.id,
    MANY + 1,
    below === undefined ? undefined : Number(below),
  )
  const shown = rows.slice(0, MANY)
  const content = html`<section class="card">
    <p class="quiet">${t('account.sign_ins_note', { count: own.services.config.signInDays })}</p>
    ${listed(own, shown)}
    ${rows.length > MANY && html`<p><a class="button" href="?below=${shown.at(-1)!.id}">${t('manage.older')}</a></p>`}
  </section>`
  return ownFrame(own, '/account/security/', t('account.sign_ins'), content)
}

function listed(own: OwnVisit, signIns: readonly SignIn[]): Html {
  const { t } = own.reader
  if (signIns.length === 0) return html`<p class="quiet">${t('account.sign_ins_none')}</p>`
  return html`<ul class="rows">${signIns.map(each => row(own, each))}</ul>`
}

const FAILURES = {
  password: 'account.failed_password',
  code: 'account.failed_code',
  passkey: 'account.failed_passkey',
} as const satisfies Record<Exclude<SignIn['outcome'], 'ok'>, TextKey>

function row(own: OwnVisit, signIn: SignIn): Html {
  const { t } = own.reader
  const { outcome } = signIn
  const why: Piece = outcome === 'ok' ? wayText(own, signIn.way) : t(FAILURES[outcome])
  return html`<li>
    <div>
      <b>${describedDevice(own, signIn.device)}</b>
      ${outcome !== 'ok' && html`<span class="chip s-failing"><i></i>${t('account.sign_in_failed')}</span>`}
      <p class="quiet small">
        ${moment(own.reader, signIn.at)} · ${why} · <bdi>${signIn.address}</bdi>
      </p>
    </div>
  </li>`
}

/** How someone logged in: a fixed word, or the name of a provider or bot password. */
function wayText({ services, reader: { t } }: OwnVisit, way: string): Piece {
  const [kind, name = ''] = way.split(/:(.*)/s)
  if (kind === 'provider') return html`<bdi>${services.openid.provider(name)?.label ?? name}</bdi>`
  if (kind === 'bot') return t('account.session_of_bot', { name })
  const texts: Readonly<Record<string, TextKey>> = {
    password: 'account.way_password',
    passkey: 'account.way_passkey',
    code: 'account.way_code',
    key: 'account.way_key',
    link: 'account.way_link',
  }
  return t(texts[kind!] ?? 'account.way_password')
}

export function describedDevice({ reader: { t } }: OwnVisit, userAgent: string): string {
  const { browser, system } = deviceName(userAgent)
  if (browser === '') return t('account.unknown_device')
  return system === '' ? browser : t('account.browser_on_system', { browser, system })
}
