import type { Transporter } from 'nodemailer'
import type { Mailbox } from './address.ts'
import { parseMailUrl } from './mail-url.ts'
import { type Message, oneLine } from './message.ts'

/** How long a mail server may take, in milliseconds. */
export interface Patience {
  readonly connect: number
  readonly silence: number
  /** For one mail altogether: a server may also be slow without ever falling silent. */
  readonly mail: number
}

export const PATIENCE: Patience = { connect: 15_000, silence: 60_000, mail: 90_000 }

/** The way to the mail server: one connection, kept open between mails that follow each other. */
export interface Transport {
  send(to: Mailbox, message: Message): Promise<void>
  close(): void
}

export class MailTimeout extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Mails that one connection takes before it is renewed; servers dislike more. */
const MAILS_PER_CONNECTION = 100
const IDLE_MS = 30_000

export function openTransport(url: string, from: Mailbox, patience: Patience = PATIENCE): Transport {
  let open: Transporter | undefined
  const transporter = async (): Promise<Transporter> => {
    // Loaded with the first mail: a server that sends none starts without it.
    const { createTransport } = await import('nodemailer')
    open ??= createTransport({ ...optionsFor(url, patience), pool: true }) as unknown as Transporter
    return open
  }
  const close = (force: boolean): void => {
    open?.close({ force })
    open = undefined
  }
  return {
    async send(to, message) {
      const sending = (await transporter()).sendMail(written(from, to, message))
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        reject(new MailTimeout('the mail server did not finish in time'))
        close(true)
      }, patience.mail)
      // Cut off by `close`, it fails a second time, which nobody waits for.
      sending.catch(() => {})
      await Promise.race([sending, late]).finally(() => clearTimeout(timer))
    },
    close: () => close(true),
  }
}

function optionsFor(url: string, patience: Patience) {
  const server = parseMailUrl(url)
  if (server === null) throw new Error('The address of the mail server cannot be read.')
  return {
    host: server.host,
    port: server.port,
    secure: server.secure,
    ...(server.tls === 'required' && { requireTLS: !server.secure }),
    ...(server.tls === 'none' && { ignoreTLS: true }),
    ...(server.user !== undefined && { auth: { user: server.user, pass: server.password ?? '' } }),
    maxConnections: 1,
    maxMessages: MAILS_PER_CONNECTION,
    // When to try again is the outbox's decision; a mail that was cut off may have arrived.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    dnsTimeout: patience.connect,
    socketTimeout: patience.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function written(from: Mailbox, to: Mailbox, message: Message) {
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
