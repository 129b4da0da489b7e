import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { checkToken } from '#accounts/tokens.ts'
import { READ_ONLY_RETRY_AFTER } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import { formOf, type Visit, visit } from '../send-page.ts'
import { mayLogInWithPasskey } from './passkey-button.ts'

/** `POST /accounts/passkey/`: a new challenge for the page's script, as JSON. */
export function passkeyOptionsRoutes(app: FastifyInstance, services: Services): void {
  app.post('/accounts/passkey/', async (request, reply) => {
    const seen = await visit(services, request, reply)
    const { t } = seen.reader
    const form = formOf(request)
    const { session } = seen.caller
    const token = form.get('csrfmiddlewaretoken') ?? ''
    if (session === null || !(checkToken(seen.caller, 'login', token) || isOwnToken(seen, token)))
      return refuse(reply, 403, t('account.old_form'))
    const { readOnly } = services.config
    if (readOnly !== null) {
      reply.header('Retry-After', String(READ_ONLY_RETRY_AFTER))
      return refuse(reply, 503, t('account.read_only', { why: readOnly }))
    }
    const purpose = form.get('purpose')
    if (purpose !== 'login' && purpose !== 'factor' && purpose !== 'add' && purpose !== 'prove')
      return refuse(reply, 400, t('account.unknown_form'))
    if (!services.webauthn.isAvailable) return refuse(reply, 403, t('account.passkeys_need_https'))
    const account = await accountFor(seen, purpose)
    if (account === undefined) return refuse(reply, 403, t('account.passkey_expired'))
    return reply.header('Cache-Control', 'no-store').send(await services.webauthn.options(session, purpose, account))
  })
}

const refuse = (reply: FastifyReply, status: number, error: string): FastifyReply =>
  reply.code(status).header('Cache-Control', 'no-store').send({ error })

const isOwnToken = ({ caller }: Visit, token: string): boolean =>
  caller.account !== null && checkToken(caller, 'csrf', token)

/** Whose passkeys are accepted; null for anyone's, undefined if this is not the moment. */
async function accountFor(
  { services, caller }: Visit,
  purpose: 'login' | 'factor' | 'add' | 'prove',
): Promise<Account | null | undefined> {
  if (purpose === 'login') return mayLogInWithPasskey(services) ? null : undefined
  if (purpose === 'factor') return (await services.callers.pendingLogins.find(caller.session))?.account
  return services.callers.beyondWiki(caller).account ?? undefined
}
