import {
  MAX_CLIENT_DESCRIPTION,
  MAX_CLIENT_NAME,
  MAX_CLIENT_VERSION,
  MAX_REDIRECT_URIS,
  type NewClient,
} from '#accounts/oauth-clients.ts'
import { isRedirectUri } from '#accounts/redirect-uri.ts'
import { isScope, scopesIn } from '#accounts/scopes.ts'
import type { TextKey } from '#html/texts/index.ts'

/** What a registration says, before it is checked. */
export type ClientInput = Omit<NewClient, 'accountId'>

export type ClientField = 'name' | 'version' | 'description' | 'redirects' | 'scopes'

const PROBLEMS = {
  name: 'oauth.name_wrong',
  version: 'oauth.version_wrong',
  description: 'oauth.description_wrong',
  redirects: 'oauth.redirects_wrong',
  scopes: 'oauth.scopes_wrong',
} as const satisfies Record<ClientField, TextKey>

const isLine = (text: string, most: number): boolean =>
  text !== '' && [...text].length <= most && !/\p{Cc}/u.test(text) && text.isWellFormed()

const isText = (text: string, most: number): boolean =>
  text !== '' && [...text].length <= most && !/[^\P{Cc}\r\n\t]/u.test(text) && text.isWellFormed()

/** Checks a registration. Returns the client, or the problem of each field. */
export function checkClient(
  input: ClientInput,
  accountId: number,
): NewClient | { readonly problems: Partial<Record<ClientField, TextKey>> } {
  const name = input.name.trim().normalize('NFC')
  const version = input.version.trim() || '1.0'
  const description = input.description.trim().normalize('NFC')
  const redirectUris = input.isOwnerOnly ? [] : [...new Set(input.redirectUris)]
  const fits: Record<ClientField, boolean> = {
    name: isLine(name, MAX_CLIENT_NAME),
    version: isLine(version, MAX_CLIENT_VERSION),
    description: isText(description, MAX_CLIENT_DESCRIPTION),
    redirects:
      input.isOwnerOnly ||
      (redirectUris.length > 0 && redirectUris.length <= MAX_REDIRECT_URIS && redirectUris.every(isRedirectUri)),
    scopes: input.scopes.length > 0 && input.scopes.every(isScope),
  }
  const wrong = (Object.keys(fits) as ClientField[]).filter(field => !fits[field])
  if (wrong.length > 0) return { problems: Object.fromEntries(wrong.map(field => [field, PROBLEMS[field]])) }
  const { oauthVersion, isConfidential, isOwnerOnly } = input
  const scopes = scopesIn(input.scopes.join(' '))
  return { accountId, name, version, description, oauthVersion, isConfidential, isOwnerOnly, redirectUris, scopes }
}
