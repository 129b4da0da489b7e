import type { FastifyRequest } from 'fastify'
import type { Account } from '#accounts/account.ts'
import type { Caller } from '#accounts/caller.ts'
import type { Callers } from '#accounts/callers.ts'
import { CredentialError } from '#accounts/credential-error.ts'
import { checkToken } from '#accounts/tokens.ts'
import { assertionFailed, authenticationFailed, badRequest, forbidden } from './errors.ts'

/**
 * Who asks. A key that is no good is refused here, before any limit is counted. A bot password opens nothing here: reading
 * with it shows what strangers see, and writing says why it does not work.
 */
export async function identify(callers: Callers, request: FastifyRequest): Promise<Caller> {
  try {
    const caller = await callers.identify(request)
    const seen = callers.beyondWiki(caller)
    if (seen !== caller && !['GET', 'HEAD', 'OPTIONS'].includes(request.method))
      throw forbidden('A bot password is for the wiki; use the API key here.')
    return seen
  } catch (error) {
    if (error instanceof CredentialError) throw authenticationFailed(error.message)
    throw error
  }
}

/**
 * A browser sends the session cookie by itself, also from a foreign page, so writing with it needs the session's token
 * in a header or in the form. A key is sent on purpose and needs none.
 */
export function checkCsrf(caller: Caller, request: FastifyRequest, body: unknown): void {
  if (caller.via !== 'session' || caller.account === null) return
  const header = request.headers['x-csrftoken']
  const field = (body as { csrfmiddlewaretoken?: unknown } | null)?.csrfmiddlewaretoken
  const token = typeof header === 'string' ? header : field
  if (typeof token !== 'string' || token === '') throw forbidden('CSRF Failed: CSRF token missing.')
  if (!checkToken(caller, 'csrf', token)) throw forbidden('CSRF Failed: CSRF token incorrect.')
}

/**
 * Pages and programs say in whose name they write: a browser sends the cookies of whoever has logged in last. As `assertuser` and
 * `assert` of the Action API.
 */
export function checkAssertions({ account }: Caller, { headers }: Pick<FastifyRequest, 'headers'>): void {
  const named = headers['x-parlance-assert-user']
  if (named !== undefined) {
    const name = decoded(String(named))
    if (name === null || name === '')
      throw badRequest('assertion_invalid', 'X-Parlance-Assert-User must be a percent-encoded user name.')
    if (account === null || !isSameName(account, name)) throw assertionFailed(`You are not logged in as "${name}".`)
  }
  const kind = headers['x-parlance-assert']
  if (kind === undefined) return
  if (kind !== 'anon' && kind !== 'user')
    throw badRequest('assertion_invalid', 'X-Parlance-Assert must be "anon" or "user".')
  if (kind === 'anon' && account !== null)
    throw assertionFailed('You are logged in, but the request is from a visitor.')
  if (kind === 'user' && account === null) throw assertionFailed('You are not logged in.')
}

const isSameName = ({ name, username }: Account, asserted: string): boolean =>
  [name, username].includes(asserted) || name === asserted.replaceAll('_', ' ')

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
