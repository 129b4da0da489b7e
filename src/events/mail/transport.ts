import type { Transporter } from 'nodemailer'
import type { Mailbox } from './address.ts'
import { parseMailUrl } from './mail-url.ts'
import { type Message, oneLine } from './message.ts'

/** Timeouts for the email server, in milliseconds. */
export interface MailTimeouts {
  readonly connect: number
  readonly silence: number
  /** For one email in total: a server may be slow without ever being silent. */
  readonly mail: number
}

export const MAIL_TIMEOUTS: MailTimeouts = { connect: 15_000, silence: 60_000, mail: 90_000 }

/** A connection to the email server, kept open between consecutive emails. */
export interface Transport {
  send(to: Mailbox, message: Message): Promise<void>
  close(): void
}

export class MailTimeout extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Emails per connection. Many servers reject more. */
const MAILS_PER_CONNECTION = 100
const IDLE_MS = 30_000

export function openTransport(url: string, from: Mailbox, timeouts: MailTimeouts = MAIL_TIMEOUTS): Transport {
  let open: Transporter | undefined
  const transporter = async (): Promise<Transporter> => {
    // Loaded with the first email, to keep the start fast.
    const { createTransport } = await import('nodemailer')
    open ??= createTransport({ ...optionsFor(url, timeouts), pool: true }) as unknown as Transporter
    return open
  }
  const close = (force: boolean): void => {
    open?.close({ force })
    open = undefined
  }
  return {
    async send(to, message) {
      const sending = (await transporter()).sendMail(nodemailerMessage(from, to, message))
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        reject(new MailTimeout('the email server did not accept the email in time'))
        close(true)
      }, timeouts.mail)
      // After `close`, this promise rejects as well, but nothing awaits it.
      sending.catch(() => {})
      await Promise.race([sending, late]).finally(() => clearTimeout(timer))
    },
    close: () => close(true),
  }
}

function optionsFor(url: string, timeouts: MailTimeouts) {
  const server = parseMailUrl(url)
  if (server === null) throw new Error('The email server URL is invalid.')
  return {
    host: server.host,
    port: server.port,
    secure: server.secure,
    ...(server.tls === 'required' && { requireTLS: !server.secure }),
    ...(server.tls === 'none' && { ignoreTLS: true }),
    ...(server.user !== undefined && { auth: { user: server.user, pass: server.password ?? '' } }),
    maxConnections: 1,
    maxMessages: MAILS_PER_CONNECTION,
    // The outbox decides when to retry: an interrupted email may have arrived.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function nodemailerMessage(from: Mailbox, to: Mailbox, message: Message) {
  const { thread } = message
  return {
    from: { name: oneLine(message.fromName ?? from.name, 100), address: from.address },
    to: { name: oneLine(to.name, 100), address: to.address },
    envelope: { from: from.address, to: [to.address] },
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    messageId: message.messageId,
    ...(thread !== undefined && { inReplyTo: thread, references: [thread] }),
    headers: { 'X-Mailer': 'Parlance', 'Auto-Submitted': 'auto-generated', ...message.headers },
  }
}
