import type { FastifyRequest } from 'fastify'
import type { Account } from '#accounts/account.ts'
import type { Caller } from '#accounts/caller.ts'
import type { Callers } from '#accounts/callers.ts'
import { CredentialError } from '#accounts/credential-error.ts'
import { checkToken } from '#accounts/tokens.ts'
import { assertionFailed, authenticationFailed, badRequest, forbidden } from './errors.ts'

/**
 * Identifies the caller. An invalid key is rejected here, before rate limits count the request. Bot passwords work only
 * for the wiki: reading with one shows what visitors see, and writing fails with an explanation.
 */
export async function identify(callers: Callers, request: FastifyRequest): Promise<Caller> {
  try {
    const caller = await callers.identify(request, 'platform')
    const effective = callers.beyondWiki(caller)
    if (effective !== caller && !['GET', 'HEAD', 'OPTIONS'].includes(request.method))
      throw forbidden('Bot passwords work only for the wiki. Use an API key here.')
    return effective
  } catch (error) {
    if (error instanceof CredentialError && error.problem === 'scope') throw forbidden(error.message)
    if (error instanceof CredentialError) throw authenticationFailed(error.message)
    throw error
  }
}

/**
 * Browsers send the session cookie from other sites too, so writing with a session requires its CSRF token in a header
 * or in the form. API keys are sent on purpose and need no token.
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
 * Pages and programs state which user they act as, because the browser's session may since have changed. Equivalent to
 * `assertuser` and `assert` of the Action API.
 */
export function checkAssertions({ account }: Caller, { headers }: Pick<FastifyRequest, 'headers'>): void {
  const named = headers['x-parlance-assert-user']
  if (named !== undefined) {
    const name = decoded(String(named))
    if (name === null || name === '')
      throw badRequest('assertion_invalid', 'X-Parlance-Assert-User must be a percent-encoded username.')
    if (account === null || !isSameName(account, name)) throw assertionFailed(`You are not logged in as "${name}".`)
  }
  const kind = headers['x-parlance-assert']
  if (kind === undefined) return
  if (kind !== 'anon' && kind !== 'user')
    throw badRequest('assertion_invalid', 'X-Parlance-Assert must be "anon" or "user".')
  if (kind === 'anon' && account !== null)
    throw assertionFailed('You are logged in, but the request was made while logged out.')
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
