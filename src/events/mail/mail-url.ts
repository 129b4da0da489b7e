/** How to reach the mail server, as its address says. */
interface MailServer {
  readonly host: string
  readonly port: number
  /** Encrypted from the first byte; otherwise by STARTTLS as `tls` says. */
  readonly secure: boolean
  /** Whether a connection that the server does not encrypt is used all the same. */
  readonly tls: 'if offered' | 'required' | 'none'
  readonly user?: string
  readonly password?: string
}

export const MAIL_URL_SHAPE =
  'an address such as smtp://user:password@mail.example.org:587 or smtps://…; ?tls=required or ?tls=none may follow'

const isLocal = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

/**
 * Null when the text is no such address. Unless told otherwise, a password goes encrypted or not at all, and what stays on
 * this machine is not encrypted: mail servers there usually have certificates that nobody has signed.
 */
export function parseMailUrl(text: string): MailServer | null {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return null
  if (!['', '/'].includes(url.pathname) || url.hash !== '') return null
  const wish = url.searchParams.get('tls')
  if ([...url.searchParams.keys()].some(name => name !== 'tls')) return null
  if (wish !== null && wish !== 'required' && wish !== 'none') return null
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const user = decoded(url.username)
  const password = decoded(url.password)
  if (user === null || password === null) return null
  const usual = isLocal(host) ? 'none' : password !== '' ? 'required' : 'if offered'
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    tls: wish ?? usual,
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
