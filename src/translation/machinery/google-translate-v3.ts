import { createHash, createPrivateKey, sign } from 'node:crypto'
import { BoundedCache } from '#cache/bounded-cache.ts'
import {
  type Ask,
  at,
  chineseByCountry,
  each,
  MachineryError,
  type TranslationService,
  textsIn,
  withoutSlash,
} from './service.ts'

const SCOPE = 'https://www.googleapis.com/auth/cloud-translation'

interface ServiceAccount {
  readonly client_email: string
  readonly private_key: string
  readonly private_key_id: string
  readonly token_uri: string
}

/** Reads the JSON key of a service account; null if something is missing. */
function accountIn(credentials: string): ServiceAccount | null {
  try {
    const account = JSON.parse(credentials) as Partial<Record<keyof ServiceAccount, unknown>> | null
    const { client_email, private_key, private_key_id = '' } = account ?? {}
    const token_uri = account?.token_uri ?? 'https://oauth2.googleapis.com/token'
    if (![client_email, private_key, private_key_id, token_uri].every(member => typeof member === 'string')) return null
    if (createPrivateKey(private_key as string).asymmetricKeyType !== 'rsa') return null
    return { client_email, private_key, private_key_id, token_uri } as ServiceAccount
  } catch {
    return null
  }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const HOUR = 3600
/** Tokens are renewed this long before they expire. */
const SPARE_MS = 120_000

const tokens = new BoundedCache<string, { token: string; until: number }>({ limit: 100 })

/** An access token for a service account, kept until shortly before it expires. */
async function accessToken(credentials: string, ask: Ask): Promise<string> {
  const id = createHash('sha256').update(credentials).digest('base64')
  const kept = tokens.get(id)
  if (kept !== undefined && kept.until > performance.now()) return kept.token
  const account = accountIn(credentials)
  if (account === null) throw new MachineryError('The key of the service account cannot be read.')
  const now = Math.floor(Date.now() / 1000)
  const { client_email, private_key, private_key_id, token_uri } = account
  const claims = { iss: client_email, scope: SCOPE, aud: token_uri, iat: now, exp: now + HOUR }
  const unsigned = `${encoded({ alg: 'RS256', typ: 'JWT', kid: private_key_id })}.${encoded(claims)}`
  const signature = sign('RSA-SHA256', Buffer.from(unsigned), private_key).toString('base64url')
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${unsigned}.${signature}`,
  })
  const answer = await ask(token_uri, { 'content-type': 'application/x-www-form-urlencoded' }, form.toString())
  const [token, seconds] = [at(answer, 'access_token'), at(answer, 'expires_in')]
  if (typeof token !== 'string' || typeof seconds !== 'number')
    throw new MachineryError('The response has an unexpected format.')
  tokens.set(id, { token, until: performance.now() + Math.min(seconds, HOUR) * 1000 - SPARE_MS })
  return token
}

export const googleTranslateV3: TranslationService = {
  name: 'google-translate-api-v3',
  label: 'Google Cloud Translation Advanced',
  quality: 90,
  settings: {
    credentials: { kind: 'lines', about: 'JSON key of a service account.', secret: true, max: 5000 },
    project: { kind: 'text', about: 'ID or number of the Google Cloud project.' },
    location: { kind: 'text', about: 'Region, for example europe-west1.', fallback: 'global' },
    url: { kind: 'address', about: 'API address.', fallback: 'https://translation.googleapis.com' },
  },
  mistake: ({ credentials }) =>
    accountIn(credentials!) === null
      ? { setting: 'credentials', why: 'Enter the JSON key of a service account, with client_email and private_key.' }
      : null,
  async translate(texts, { from, to }, { credentials, project, location, url }, ask) {
    const token = await accessToken(credentials!, ask)
    const parent = `projects/${encodeURIComponent(project!)}/locations/${encodeURIComponent(location!.trim())}`
    const body = {
      contents: texts,
      mimeType: 'text/plain',
      sourceLanguageCode: chineseByCountry(from),
      targetLanguageCode: chineseByCountry(to),
    }
    const headers = { authorization: `Bearer ${token}`, 'x-goog-user-project': project! }
    const answer = await ask(`${withoutSlash(url!)}/v3/${parent}:translateText`, headers, body)
    return textsIn(each(at(answer, 'translations'), 'translatedText'), texts.length)
  },
}
