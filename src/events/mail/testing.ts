// Test helper: a local email server that records what it receives, or misbehaves on request.
import { after } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  readonly to: readonly string[]
  readonly raw: string
  /** By lower-case name; folded lines are joined and encoded words decoded. */
  readonly headers: Readonly<Record<string, string>>
  readonly subject: string
  readonly text: string
  readonly html: string
}

type Misdeed = 'refuse the recipient' | 'put off' | 'hang' | 'drop' | 'say nothing' | 'refuse the sender'

export interface TestMailServer {
  readonly url: string
  readonly received: ReceivedMail[]
  /** How the server misbehaves; null for normal operation. */
  misdeed: Misdeed | null
  /** Called when an email has arrived, before it is acknowledged. */
  onMail: (() => void) | null
  /** Connections so far. */
  connections: number
  /** Returns and clears the received emails. */
  take(): ReceivedMail[]
  close(): Promise<void>
}

const servers: TestMailServer[] = []
after(async () => {
  for (const server of servers) await server.close()
})

const failure = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

export async function testMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const smtp = new SMTPServer({
    disabledCommands: options.onAuth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    closeTimeout: 10,
    logger: false,
    onConnect(_, done) {
      server.connections++
      if (server.misdeed !== 'say nothing') done()
    },
    onMailFrom: (_, __, done) =>
      done(server.misdeed === 'refuse the sender' ? failure(553, 'No such sender here') : null),
    onRcptTo: (_, __, done) =>
      done(
        server.misdeed === 'refuse the recipient'
          ? failure(550, 'No such person here')
          : server.misdeed === 'put off'
            ? failure(451, 'Come back later')
            : null,
      ),
    onData(stream, session, done) {
      const chunks: Uint8Array[] = []
      stream.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      stream.on('end', () => {
        if (server.misdeed === 'hang') return
        if (server.misdeed === 'drop') {
          for (const connection of smtp.connections) connection.close()
          return
        }
        const raw = Buffer.concat(chunks).toString('utf8')
        server.received.push(
          readMail(
            session.envelope.rcptTo.map(to => to.address),
            raw,
          ),
        )
        server.onMail?.()
        done()
      })
    },
    ...options,
  })
  // A client that gives up resets its connection.
  smtp.on('error', () => {})
  await new Promise<void>(resolve => {
    smtp.listen(0, '127.0.0.1', resolve)
  })
  const { port } = smtp.server.address() as { port: number }
  let closed: Promise<void> | undefined
  const server: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    misdeed: null,
    onMail: null,
    connections: 0,
    take: () => server.received.splice(0),
    close() {
      closed ??= new Promise(resolve => smtp.close(resolve))
      return closed
    },
  }
  servers.push(server)
  return server
}

function readMail(to: readonly string[], raw: string): ReceivedMail {
  const whole = part(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(whole.headers['content-type'] ?? '')?.[1]
  const parts =
    boundary === undefined
      ? [whole]
      : whole.body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map(each => part(each.replace(/^\r\n/, '')))
  const body = (type: string): string => {
    const part = parts.find(each => each.headers['content-type']?.startsWith(type))
    return part === undefined ? '' : decodeBody(part.body, part.headers['content-transfer-encoding'] ?? '7bit')
  }
  const { headers } = whole
  return { to, raw, headers, subject: headers.subject ?? '', text: body('text/plain'), html: body('text/html') }
}

function part(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = decodeWords(line.slice(colon + 1).trim())
    headers[name] = name in headers ? `${headers[name]}\n${value}` : value
  }
  return { headers, body: raw.slice(end + 4) }
}

const decodeWords = (text: string): string =>
  text
    .replace(/(\?=) +(?==\?)/g, '$1')
    .replace(/=\?utf-8\?(b|q)\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : quotedPrintable(word.replaceAll('_', ' ')),
    )

function decodeBody(body: string, encoding: string): string {
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? quotedPrintable(body.replace(/=\r\n/g, ''))
        : body
  return text.replaceAll('\r\n', '\n')
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
