import { reader } from './reader.ts'

let token = reader.token

/** CSRF token for writes. Changes when the reader logs in again in another tab. */
export const csrfToken = (): string | null => token

/** Header with the expected author. The server rejects the write if the session belongs to someone else. */
export const assertedReader = (): Record<string, string> =>
  reader.name === null ? { 'x-parlance-assert': 'anon' } : { 'x-parlance-assert-user': encodeURIComponent(reader.name) }

/** The same for the Action API. */
export const assertedParams = (): Record<string, string> =>
  reader.name === null ? { assert: 'anon' } : { assertuser: reader.name }

/** Fetches a new token after one was rejected. False if the reader is no longer logged in. */
export async function renewToken(): Promise<boolean> {
  const params = { action: 'query', meta: 'tokens', format: 'json', formatversion: '2', ...assertedParams() }
  const answer = await fetch(`/api.php?${new URLSearchParams(params)}`, { credentials: 'same-origin' })
  const content = (await answer.json()) as { query?: { tokens?: { csrftoken?: string } } }
  const fresh = content.query?.tokens?.csrftoken
  if (fresh === undefined) return false
  token = fresh
  return true
}

/** Login URL that returns to this page. */
export const loginAddress = (): string =>
  `/accounts/login/?next=${encodeURIComponent(location.pathname + location.search)}`
