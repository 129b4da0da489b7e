import type { OAuthClient } from '#accounts/oauth-clients.ts'
import { scopesIn } from '#accounts/scopes.ts'

/** A request for authorization that can be shown to the user. */
export interface AuthorizationRequest {
  readonly client: OAuthClient
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
  readonly challenge: string | null
}

/** Shown to the user, because there is no address that could be trusted with it. */
export interface Stopped {
  readonly stopped: 'client' | 'stage' | 'redirect' | 'repeated'
}

/** Sent back to the application. */
export interface Refused {
  readonly redirectUri: string
  readonly state: string | null
  readonly error: string
  readonly description: string
}

/** Parameters that are read; the form on the consent page repeats them. */
export const PARAMETERS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'response_mode',
  'request',
  'request_uri',
] as const

/**
 * Checks a request for authorization (RFC 6749, 7636). The client and the address are checked first: until both are
 * known to be right, nothing is sent to the address.
 */
export function checkAuthorization(
  params: URLSearchParams,
  client: OAuthClient | null,
): AuthorizationRequest | Stopped | Refused {
  if (PARAMETERS.some(name => params.getAll(name).length > 1)) return { stopped: 'repeated' }
  if (client === null || client.oauthVersion !== 2 || client.isOwnerOnly) return { stopped: 'client' }
  if (client.stage === 'rejected' || client.stage === 'disabled') return { stopped: 'stage' }
  const sent = params.get('redirect_uri')
  const redirectUri = sent ?? (client.redirectUris.length === 1 ? client.redirectUris[0]! : '')
  if (!client.redirectUris.includes(redirectUri)) return { stopped: 'redirect' }
  const state = params.get('state')
  const refuse = (error: string, description: string): Refused => ({ redirectUri, state, error, description })
  if (params.get('response_type') !== 'code') return refuse('unsupported_response_type', 'response_type must be code.')
  if (params.has('request')) return refuse('request_not_supported', 'The parameter request is not supported.')
  if (params.has('request_uri')) return refuse('request_uri_not_supported', 'request_uri is not supported.')
  if (!['query', null].includes(params.get('response_mode')))
    return refuse('invalid_request', 'response_mode must be query.')
  const challenge = params.get('code_challenge')
  if (challenge === null && (params.has('code_challenge_method') || !client.isConfidential))
    return refuse('invalid_request', 'code_challenge is required for this application.')
  if (challenge !== null && params.get('code_challenge_method') !== 'S256')
    return refuse('invalid_request', 'code_challenge_method must be S256.')
  if (challenge !== null && !/^[A-Za-z0-9_-]{43}$/.test(challenge))
    return refuse('invalid_request', 'code_challenge must be a SHA-256 hash in base64url, 43 characters.')
  const requested = scopesIn(params.get('scope') ?? '')
  const foreign = requested.find(scope => !client.scopes.includes(scope))
  if (foreign !== undefined)
    return refuse('invalid_scope', `The application is not registered for all scopes in "${ascii(foreign)}".`)
  return { client, redirectUri, scopes: requested.length > 0 ? requested : client.scopes, state, challenge }
}

/** RFC 6749 allows visible ASCII without quotes and backslashes. */
const ascii = (text: string): string => text.slice(0, 100).replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?')
