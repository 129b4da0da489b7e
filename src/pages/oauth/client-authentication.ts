import type { FastifyRequest } from 'fastify'
import { findClient, isClientSecret, type OAuthClient } from '#accounts/oauth-clients.ts'
import type { Services } from '#core/services.ts'
import { OAuthError } from './oauth-error.ts'

/** Name and secret in an `Authorization: Basic` header; both are form-encoded first (RFC 6749, 2.3.1). */
function basicCredentials(header: string): { id: string; secret: string } | null {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(header.trim())?.[1]
  if (encoded === undefined) return null
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  try {
    return id === undefined ? null : { id: decoded(id), secret: decoded(secret!) }
  } catch {
    return null
  }
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

const denied = (description: string): OAuthError =>
  new OAuthError('invalid_client', description, 401, { 'WWW-Authenticate': 'Basic realm="oauth2"' })

/** The application that sends a request. Those with a secret must prove it, in exactly one way. */
export async function authenticateClient(
  { store }: Services,
  { headers }: Pick<FastifyRequest, 'headers'>,
  form: URLSearchParams,
): Promise<OAuthClient> {
  const header = headers.authorization
  const basic = header === undefined ? null : basicCredentials(header)
  if (header !== undefined && basic === null) throw denied('The Authorization header must use Basic.')
  if (basic !== null && form.has('client_secret'))
    throw new OAuthError('invalid_request', 'Send the client secret in the header or in the body, not in both.')
  const id = basic?.id ?? form.get('client_id') ?? ''
  if (basic !== null && form.has('client_id') && form.get('client_id') !== id)
    throw new OAuthError('invalid_request', 'client_id differs from the name in the Authorization header.')
  const secret = basic?.secret ?? form.get('client_secret')
  const client = await findClient(store.primary, id)
  if (client === null || client.oauthVersion !== 2) throw denied('There is no client with this client_id.')
  const isProven = client.isConfidential
    ? secret !== null && (await isClientSecret(store.primary, id, secret))
    : secret === null || secret === ''
  if (!isProven) throw denied('The client secret is missing or wrong.')
  return client
}
