import { reader } from './reader.ts'

let token = reader.token

/** The token that writes need. It changes when the reader has logged in again in another tab. */
export const csrfToken = (): string | null => token

/** Says in whose name a page writes: the server refuses when the cookies belong to anybody else by now. */
export const assertedReader = (): Record<string, string> =>
  reader.name === null ? { 'x-parlance-assert': 'anon' } : { 'x-parlance-assert-user': encodeURIComponent(reader.name) }

/** The same for the Action API. */
export const assertedParams = (): Record<string, string> =>
  reader.name === null ? { assert: 'anon' } : { assertuser: reader.name }

/** Asks for a new token, after one was refused. False where the reader is not logged in any longer. */
export async function renewToken(): Promise<boolean> {
  const params = { action: 'query', meta: 'tokens', format: 'json', formatversion: '2', ...assertedParams() }
  const answer = await fetch(`/api.php?${new URLSearchParams(params)}`, { credentials: 'same-origin' })
  const content = (await answer.json()) as { query?: { tokens?: { csrftoken?: string } } }
  const fresh = content.query?.tokens?.csrftoken
  if (fresh === undefined) return false
  token = fresh
  return true
}

/** Where somebody logs in and comes back from. */
export const loginAddress = (): string =>
  `/accounts/login/?next=${encodeURIComponent(location.pathname + location.search)}`
