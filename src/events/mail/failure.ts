/** Why an email was not sent: `server` affects all emails, `later` and `never` only this one. */
export interface Failure {
  readonly about: 'server' | 'later' | 'never'
  /** Shown to site administrators. */
  readonly sentence: string
}

interface SmtpError {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
  readonly message?: string
  readonly errno?: number
  readonly syscall?: string
}

/** Explains errors thrown by nodemailer and its sockets. */
export function failureOf(thrown: unknown): Failure {
  const error = (thrown ?? {}) as SmtpError
  const answer = (error.response ?? error.message ?? String(thrown)).replace(/\s+/g, ' ').trim().slice(0, 500)
  const status = error.responseCode ?? 0
  const server = (sentence: string): Failure => ({ about: 'server', sentence })
  if (error.code === 'EAUTH' || error.code === 'ENOAUTH')
    return server(`The email server rejected the user name or password in mailUrl: ${answer}`)
  if (error.code === 'ETLS')
    return server(`Could not set up TLS with the email server: ${answer}. See tls= in docs/mail.md.`)
  if (status === 421) return server(`The email server is temporarily not accepting email: ${answer}`)
  if (error.command === 'MAIL FROM' && status > 0)
    return server(`The email server rejected the sender address (--mail-from): ${answer}`)
  if (status >= 500 && (error.command === 'RCPT TO' || error.code === 'EENVELOPE'))
    return { about: 'never', sentence: `The email server rejected the recipient: ${answer}` }
  if (status >= 500 && error.code === 'EMESSAGE')
    return { about: 'never', sentence: `The email server rejected the email: ${answer}` }
  if (error.code === 'EENVELOPE' && status === 0)
    return { about: 'never', sentence: `The address is not usable: ${answer}` }
  if (status >= 400 && status < 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE'))
    return { about: 'later', sentence: `The email server deferred the email: ${answer}` }
  if (error.code === 'EPROTOCOL') return server(`The server at this address is not an email server (${answer}).`)
  if (status > 0) return server(`The email server returned an error: ${answer}`)
  return server(connectionSentence(answer))
}

function connectionSentence(answer: string): string {
  if (/ECONNREFUSED/.test(answer))
    return `The email server refused the connection. Check the host and port (${answer}).`
  if (/ENOTFOUND|EAI_AGAIN|getaddrinfo|queryA/.test(answer))
    return `The host name of the email server could not be resolved (${answer}).`
  if (/EHOSTUNREACH|ENETUNREACH/.test(answer)) return `There is no network route to the email server (${answer}).`
  if (/certificate|self.signed|altnames|CERT_/i.test(answer))
    return `The certificate of the email server is not trusted (${answer}).`
  if (/wrong version number|SSL routines|packet length/i.test(answer))
    return `The email server does not use TLS on this port. smtp:// and smtps:// use different ports (${answer}).`
  if (/time(?:d )?out|in time|ETIMEDOUT/i.test(answer)) return `The email server did not respond in time (${answer}).`
  if (/greeting/i.test(answer))
    return `The email server accepted the connection but sent no greeting. This port may require smtps:// (${answer}).`
  if (/closed|reset|EPIPE|hang up/i.test(answer)) return `The email server closed the connection (${answer}).`
  return `The email server could not be reached (${answer}).`
}
