/**
 * What to do after a mail could not be sent: `server` concerns every mail, `later` this one for now, `never` this one
 * for good.
 */
export interface Failure {
  readonly about: 'server' | 'later' | 'never'
  /** A sentence for whoever runs the site. */
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

/** What nodemailer and the sockets below it throw, in plain words. */
export function failureOf(thrown: unknown): Failure {
  const error = (thrown ?? {}) as SmtpError
  const answer = (error.response ?? error.message ?? String(thrown)).replace(/\s+/g, ' ').trim().slice(0, 500)
  const status = error.responseCode ?? 0
  const server = (sentence: string): Failure => ({ about: 'server', sentence })
  if (error.code === 'EAUTH' || error.code === 'ENOAUTH')
    return server(`The mail server does not accept the name and password: ${answer}`)
  if (error.code === 'ETLS')
    return server(`No encrypted connection to the mail server came about: ${answer}. See tls= in docs/mail.md.`)
  if (status === 421) return server(`The mail server takes no mail at present: ${answer}`)
  if (error.command === 'MAIL FROM' && status > 0)
    return server(`The mail server does not accept the sender (--mail-from): ${answer}`)
  if (status >= 500 && (error.command === 'RCPT TO' || error.code === 'EENVELOPE'))
    return { about: 'never', sentence: `The mail server does not accept the recipient: ${answer}` }
  if (status >= 500 && error.code === 'EMESSAGE')
    return { about: 'never', sentence: `The mail server does not accept the mail: ${answer}` }
  if (error.code === 'EENVELOPE' && status === 0)
    return { about: 'never', sentence: `The address cannot be used: ${answer}` }
  if (status >= 400 && status < 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE'))
    return { about: 'later', sentence: `The mail server puts the mail off: ${answer}` }
  if (error.code === 'EPROTOCOL') return server(`What answers there is no mail server (${answer}).`)
  if (status > 0) return server(`The mail server answers with an error: ${answer}`)
  return server(connectionSentence(answer))
}

function connectionSentence(answer: string): string {
  if (/ECONNREFUSED/.test(answer)) return `Nothing listens at the address of the mail server (${answer}).`
  if (/ENOTFOUND|EAI_AGAIN|getaddrinfo|queryA/.test(answer))
    return `The name of the mail server cannot be found (${answer}).`
  if (/EHOSTUNREACH|ENETUNREACH/.test(answer)) return `There is no way to the mail server (${answer}).`
  if (/certificate|self.signed|altnames|CERT_/i.test(answer))
    return `The certificate of the mail server is not to be trusted (${answer}).`
  if (/wrong version number|SSL routines|packet length/i.test(answer))
    return `The mail server does not speak TLS there; smtp:// and smtps:// have different ports (${answer}).`
  if (/time(?:d )?out|in time|ETIMEDOUT/i.test(answer)) return `The mail server does not answer in time (${answer}).`
  if (/greeting/i.test(answer))
    return `The mail server takes the connection but says nothing; perhaps that port is for smtps:// (${answer}).`
  if (/closed|reset|EPIPE|hang up/i.test(answer)) return `The mail server closed the connection (${answer}).`
  return `The mail server cannot be reached (${answer}).`
}
