import type { FastifyInstance } from 'fastify'
import { isUsable } from '#accounts/account.ts'
import { checkToken } from '#accounts/tokens.ts'
import type { Services } from '#core/services.ts'
import type { TextKey } from '#html/texts/index.ts'
import { seconds } from '#store/clock.ts'
import { formOf, visit } from '../send-page.ts'
import { goTo, refusedReadOnly } from './door.ts'
import { nextPath, showLogin } from './login-form.ts'
import { mayLogInWithPasskey, PASSKEY_LOGIN } from './passkey-button.ts'
import { usePasskey } from './use-passkey.ts'

/** Login with a passkey instead of a password. It needs no second factor: it proves possession and verifies its user. */
export function passkeyLoginRoutes(app: FastifyInstance, services: Services): void {
  app.post(PASSKEY_LOGIN, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const { t } = seen.reader
    const refused = refusedReadOnly(seen, t('frame.log_in'))
    if (refused !== null) return refused
    const form = formOf(request)
    const next = nextPath(form.get('next'))
    const remember = form.get('remember') === '1'
    const refuse = (text: TextKey) => showLogin(seen, 403, { next, remember, wrong: t(text) })
    if (!checkToken(seen.caller, 'login', form.get('csrfmiddlewaretoken') ?? '')) return refuse('account.old_form')
    if (!mayLogInWithPasskey(services)) return refuse('account.passkeys_off')
    const result = await usePasskey(seen, 'login', null, form.get('credential') ?? '')
    if (!result.ok) return refuse(result.problem)
    const { account } = result
    if (!isUsable(account, seconds(services.clock))) return refuse('account.login_inactive')
    await services.store.transaction(tx =>
      tx
        .updateTable('account')
        .set({ last_login_at: seconds(services.clock) })
        .where('id', '=', account.id)
        .execute(),
    )
    const device = request.headers['user-agent']
    const { setCookies } = await services.callers.logIn(seen.caller, account, { remember, device, way: 'passkey' })
    return goTo(reply, next, setCookies)
  })
}
