import type { FastifyInstance, FastifyReply } from 'fastify'
import { identitiesOf } from '#accounts/identities.ts'
import { hasPasskey } from '#accounts/passkeys.ts'
import { hasSecondFactor } from '#accounts/second-factors.ts'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import { localPath, type Page } from '../send-page.ts'
import { passwordIsWrong } from './current-password.ts'
import { field, type Sent } from './form.ts'
import { codeProblem } from './login-code.ts'
import { leave } from './openid.ts'
import { type Away, type OwnVisit, ownFrame, ownPage, problem, tokenField } from './owner.ts'
import { PASSKEY_SCRIPT, passkeyButton } from './passkey-button.ts'
import { usePasskey } from './use-passkey.ts'

const ADDRESS = '/account/verify/'

/** Asks for the password again before sensitive pages, in case someone else uses an open browser. */
export function verifyIdentityRoutes(app: FastifyInstance, services: Services): void {
  ownPage(app, services, ADDRESS, show, { verify, passkey: verifyPasskey, provider: askProvider })
}

/** Providers that the account is linked with. */
async function linkedProviders({ services, account }: OwnVisit): Promise<[name: string, label: string][]> {
  const linked = await identitiesOf(services.store.primary, account.id)
  return services.openid.providers.flatMap(([name, { issuer, label }]) =>
    linked.some(each => each.issuer === issuer) ? [[name, label]] : [],
  )
}

const nextIn = ({ request, form }: OwnVisit): string =>
  localPath(form.get('next') ?? searchParams(request).get('next'), '/account/security/')

async function show(own: OwnVisit, sent: Sent = {}): Promise<Page> {
  const { t } = own.reader
  const { accounts, store } = own.services
  const byPassword =
    own.services.config.passwordLogin === 'on' && (await accounts.hasPassword(store.primary, own.account.id))
  const providers = await linkedProviders(own)
  const byCode = !byPassword && (await hasSecondFactor(store.primary, own.account.id))
  const byPasskey = own.services.webauthn.isAvailable && (await hasPasskey(store.primary, own.account.id))
  const isPossible = byPassword || byCode || byPasskey || providers.length > 0
  const whole = sent.problems?.['']
  const content = html`${whole !== undefined && html`<p class="note wrong" role="alert">${whole}</p>`}
    <section class="card">
      <p>${t(isPossible ? 'account.verify_intro' : 'account.verify_again')}</p>
      ${
        (byPassword || byCode) &&
        html`<form method="post" action="${ADDRESS}">
          ${tokenField(own)}
          <input type="hidden" name="next" value="${nextIn(own)}">
          ${
            byPassword
              ? field(
                  {
                    name: 'current_password',
                    label: t('account.current_password'),
                    type: 'password',
                    autocomplete: 'current-password',
                    required: true,
                  },
                  sent,
                )
              : field(
                  {
                    name: 'code',
                    label: t('account.code'),
                    autocomplete: 'one-time-code',
                    required: true,
                    plain: true,
                  },
                  sent,
                )
          }
          <p class="buttons"><button class="button first" name="do" value="verify">${t('account.verify')}</button></p>
        </form>`
      }
      ${
        byPasskey &&
        html`<form method="post" action="${ADDRESS}">
          ${tokenField(own)}
          <input type="hidden" name="next" value="${nextIn(own)}">
          ${passkeyButton(own.reader, { purpose: 'prove', label: t('account.use_passkey'), act: 'passkey' })}
        </form>`
      }
      ${providers.map(
        ([name, label]) => html`<form method="post" action="${ADDRESS}">
          ${tokenField(own)}
          <input type="hidden" name="next" value="${nextIn(own)}">
          <input type="hidden" name="provider" value="${name}">
          <p class="buttons">
            <button class="button" name="do" value="provider">${t('account.log_in_with', { provider: label })}</button>
          </p>
        </form>`,
      )}
    </section>`
  const needs = byPasskey ? [PASSKEY_SCRIPT] : []
  return ownFrame(own, '/account/security/', t('account.verify_title'), content, { needs })
}

const askProvider = (own: OwnVisit): Promise<FastifyReply> =>
  leave(own, own.form.get('provider') ?? '', { mode: 'prove', next: nextIn(own) })

async function verify(own: OwnVisit): Promise<Away | Page> {
  const { services, account, caller, form, reader } = own
  const refuse = async (name: string, text: string): Promise<Page> => ({
    ...(await show(own, { problems: { [name]: text } })),
    status: 403,
  })
  const { config, accounts, store } = services
  if (config.passwordLogin === 'on' && (await accounts.hasPassword(store.primary, account.id))) {
    const wrong = await passwordIsWrong(own)
    if (wrong !== null) return refuse('current_password', wrong)
  } else {
    const result = await services.secondFactors.check(account, form.get('code') ?? '', caller.ip)
    if (!result.ok) return refuse('code', codeProblem(reader, result))
  }
  await services.callers.prove(caller)
  return { to: nextIn(own), cookies: [] }
}

async function verifyPasskey(own: OwnVisit): Promise<Away | Page> {
  const { services, account, caller, form, reader } = own
  const used = await usePasskey(own, 'prove', account, form.get('credential') ?? '')
  if (!used.ok) return { ...(await show(own, problem(own, reader.t(used.problem)))), status: 403 }
  await services.callers.prove(caller)
  return { to: nextIn(own), cookies: [] }
}
