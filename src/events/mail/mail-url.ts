/** A parsed URL of an email server. */
interface MailServer {
  readonly host: string
  readonly port: number
  /** Implicit TLS; otherwise STARTTLS according to `tls`. */
  readonly secure: boolean
  /** Whether STARTTLS is used. */
  readonly tls: 'if offered' | 'required' | 'none'
  readonly user?: string
  readonly password?: string
}

export const MAIL_URL_SHAPE =
  'a URL like smtp://user:password@mail.example.org:587 or smtps://…, optionally with ?tls=required or ?tls=none'

const isLocal = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

/**
 * Null if the URL is invalid. By default, TLS is required when there is a password, and not used for local servers,
 * which usually have self-signed certificates.
 */
export function parseMailUrl(text: string): MailServer | null {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return null
  if (!['', '/'].includes(url.pathname) || url.hash !== '') return null
  const tls = url.searchParams.get('tls')
  if ([...url.searchParams.keys()].some(name => name !== 'tls')) return null
  if (tls !== null && tls !== 'required' && tls !== 'none') return null
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const user = decoded(url.username)
  const password = decoded(url.password)
  if (user === null || password === null) return null
  const defaultTls = isLocal(host) ? 'none' : password !== '' ? 'required' : 'if offered'
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    tls: tls ?? defaultTls,
    ...(user !== '' && { user, password }),
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
