// Malformed requests that client libraries would not send, over plain sockets.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'

export interface RawAttack {
  readonly name: string
  /** Written in sequence. */
  readonly chunks: readonly Buffer[]
  readonly pauseMs: number
  /** What the client does after the last chunk; by default it waits for a response. */
  readonly ending?: 'half-close' | 'reset'
}

export interface RawOutcome {
  /** Status of each response, in order. */
  readonly statuses: readonly number[]
  readonly text: string
  readonly milliseconds: number
}

/** How long the client waits for the first byte, and then for more. The server's own timeouts are much longer. */
const LISTEN_MS = 700
const SILENCE_MS = 100

const GET = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const POST = (target: string, headers: string, body: string) =>
  `POST ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const API = '/api.php?action=query&format=json'

const multipart = (body: string, type = 'multipart/form-data; boundary=x') =>
  POST('/api.php', `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`, body)

const PART = 'Content-Disposition: form-data; name="action"'

/** By name. Sent byte by byte as they are. */
const TEMPLATES: Readonly<Record<string, string | readonly string[]>> = {
  'no request': '\0\0\0\0',
  'only line breaks': '\r\n\r\n\r\n\r\n',
  'a request line without version': 'GET /\r\n\r\n',
  'version 0.9': 'GET / HTTP/0.9\r\n\r\n',
  'version 2.0': 'GET / HTTP/2.0\r\nHost: x\r\n\r\n',
  'HTTP/1.0': 'GET /healthz HTTP/1.0\r\n\r\n',
  'HTTP/1.0 kept alive': `GET ${API} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`,
  'an HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a TLS handshake': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'an unknown method': 'BREW /api/ HTTP/1.1\r\nHost: x\r\n\r\n',
  CONNECT: 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n',
  TRACE: 'TRACE / HTTP/1.1\r\nHost: x\r\n\r\n',
  'OPTIONS *': 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'an absolute URL': GET('http://example.org/api/projects/'),
  'a path without slash': GET('api/'),
  'no host': 'GET /api/ HTTP/1.1\r\n\r\n',
  'two hosts': GET('/api/', 'Host: y\r\n'),
  'line breaks without carriage return': 'GET /healthz HTTP/1.1\nHost: x\n\n',
  'a folded header': GET('/healthz', 'X: a\r\n b\r\n'),
  'a header without colon': GET('/healthz', 'Nonsense\r\n'),
  'a header with zero byte': GET('/healthz', 'X: \0\r\n'),
  'invalid UTF-8 in the path': GET('/wiki/\xff\xfe'),
  'percent-encoded invalid UTF-8': GET('/wiki/%ff%fe%c0%80'),
  'a broken percent sign': GET('/wiki/%'),
  dots: GET('/../../../../etc/passwd'),
  'encoded dots': GET('/images/%2e%2e/%2e%2e/parlance.db'),
  'slashes only': GET('/'.repeat(3000)),
  'an overlong URL': GET(`/api.php?${'a'.repeat(100_000)}`),
  'a flood of headers': GET('/healthz', 'X: y\r\n'.repeat(5000)),
  'a long header': GET('/healthz', `X: ${'y'.repeat(100_000)}\r\n`),
  'a flood of cookies': GET(API, `Cookie: ${'parlance_session=x; '.repeat(2000)}\r\n`),
  'many ranges': GET('/images/x.png', `Range: bytes=${'0-1,'.repeat(2000)}\r\n`),
  'an impossible upgrade': GET('/healthz', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
  'an unknown expectation': POST('/api.php', `${FORM}\r\nExpect: 200-maybe\r\nContent-Length: 1`, 'a'),
  'expects 100-continue': [
    POST('/api.php', `${FORM}\r\nExpect: 100-continue\r\nContent-Length: 12`, ''),
    'action=query',
  ],
  'two lengths': POST('/api.php', `${FORM}\r\nContent-Length: 1\r\nContent-Length: 2`, 'ab'),
  'a length and chunks': POST('/api.php', `${FORM}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked`, '0\r\n\r\n'),
  'a negative length': POST('/api.php', `${FORM}\r\nContent-Length: -1`, ''),
  'an overlong length': POST('/api.php', `${FORM}\r\nContent-Length: 99999999999999999999`, 'a'),
  'a length beyond the limit': POST(
    '/api/projects/',
    'Content-Type: application/json\r\nContent-Length: 999999999',
    '{',
  ),
  'a length that is too long': POST('/api.php', `${FORM}\r\nContent-Length: 100`, 'action=query'),
  'a length that is too short': POST('/api.php', `${FORM}\r\nContent-Length: 3`, 'action=query&format=json'),
  'chunks with a bad size': POST('/api.php', `${FORM}\r\nTransfer-Encoding: chunked`, 'zz\r\na\r\n0\r\n\r\n'),
  'a chunk shorter than its size': POST('/api.php', `${FORM}\r\nTransfer-Encoding: chunked`, '5\r\na\r\n0\r\n\r\n'),
  'a chunk of the largest size': POST('/api.php', `${FORM}\r\nTransfer-Encoding: chunked`, 'ffffffffffffffff\r\na'),
  'an unknown transfer encoding': POST('/api.php', `${FORM}\r\nTransfer-Encoding: gzip`, 'a'),
  'a compressed body': POST(
    '/api/projects/',
    'Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 2',
    '{}',
  ),
  'a slow body': [POST('/api.php', `${FORM}\r\nContent-Length: 24`, ''), 'action=', 'query&', 'format=json'],
  'slow chunks': [
    POST('/api.php', `${FORM}\r\nTransfer-Encoding: chunked`, ''),
    '1\r\na\r\n',
    '1\r\n=\r\n',
    '0\r\n\r\n',
  ],
  'a slow head': ['GET /hea', 'lthz HT', 'TP/1.1\r', '\nHost: x\r\n', '\r\n'],
  'a pipeline': GET(API).repeat(20),
  'a pipeline of both APIs': `${GET('/api/')}${GET(API)}${GET('/')}${GET('/nowhere')}`.repeat(5),
  'a pipeline with nonsense in it': `${GET('/healthz')}nonsense\r\n\r\n${GET('/healthz')}`,
  'a body after GET': `GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc${GET('/healthz')}`,
  'parts without boundary': multipart(`--x\r\n${PART}\r\n\r\nquery\r\n--x--\r\n`, 'multipart/form-data'),
  'truncated parts': multipart(`--x\r\n${PART}\r\n\r\nque`),
  'a part with an unterminated head': multipart(`--x\r\n${PART}`),
  'parts with bare line feeds': multipart(`--x\n${PART}\n\nquery\n--x--\n`),
  'parts without name': multipart('--x\r\nContent-Disposition: form-data\r\n\r\nquery\r\n--x--\r\n'),
  'parts without content': multipart('--x--\r\n'),
  'no parts': multipart(''),
  'another boundary': multipart(`--y\r\n${PART}\r\n\r\nquery\r\n--y--\r\n`),
  'a part with a flood of headers': multipart(`--x\r\n${'X: y\r\n'.repeat(3000)}${PART}\r\n\r\nquery\r\n--x--\r\n`),
  'a part with an odd charset': multipart(
    `--x\r\n${PART}\r\nContent-Type: text/plain; charset=utf-7\r\n\r\nquery\r\n--x--\r\n`,
  ),
  'a part in base64': multipart(`--x\r\n${PART}\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!\r\n--x--\r\n`),
  'many parts': multipart(`${`--x\r\n${PART}\r\n\r\nquery\r\n`.repeat(800)}--x--\r\n`),
  'many files': multipart(
    `${'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\na\r\n'.repeat(5)}--x--\r\n`,
  ),
  'a part called __proto__': multipart('--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\na\r\n--x--\r\n'),
  'a boundary of line ends': multipart('--\r\n', 'multipart/form-data; boundary="\r"'),
  'multipart of another kind': multipart('--x--\r\n', 'multipart/mixed; boundary=x'),
}

export const rawAttacks: fc.Arbitrary<RawAttack> = fc
  .record({
    name: fc.constantFrom(...Object.keys(TEMPLATES)),
    cut: fc.option(fc.integer({ min: 1, max: 200 }), { freq: 5, nil: null }),
    ending: fc.constantFrom('listen', 'listen', 'listen', 'half-close', 'reset'),
  })
  .map(({ name, cut, ending }) => {
    const chunks = [TEMPLATES[name]!].flat().map(text => Buffer.from(text, 'latin1'))
    const short = cut === null ? chunks : [Buffer.concat(chunks).subarray(0, cut)]
    const last = ending === 'listen' ? {} : { ending: ending as 'half-close' | 'reset' }
    return {
      name: cut === null ? name : `${name}, truncated`,
      chunks: short,
      pauseMs: chunks.length > 1 ? 40 : 0,
      ...last,
    }
  })

/** Reads until the server closes the connection or is silent for a while. */
export async function sendRaw(url: string, attack: RawAttack): Promise<RawOutcome> {
  const { hostname, port } = new URL(url)
  const began = performance.now()
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  const parts: Buffer[] = []
  const { promise: over, resolve } = Promise.withResolvers<void>()
  let silence: NodeJS.Timeout | undefined
  const timer = setTimeout(resolve, LISTEN_MS)
  socket.on('data', part => {
    parts.push(part)
    clearTimeout(silence)
    silence = setTimeout(resolve, SILENCE_MS)
  })
  socket.on('error', () => resolve())
  socket.on('end', () => resolve())
  socket.on('close', () => resolve())
  for (const chunk of attack.chunks) {
    if (socket.destroyed) break
    socket.write(chunk)
    if (attack.pauseMs > 0) await sleep(attack.pauseMs)
  }
  if (attack.ending === 'half-close') socket.end()
  if (attack.ending === 'reset') socket.resetAndDestroy()
  await over
  clearTimeout(timer)
  clearTimeout(silence)
  socket.destroy()
  const text = Buffer.concat(parts).toString('latin1')
  const statuses = [...text.matchAll(/^HTTP\/1\.[01] (\d{3}) /gm)].map(match => Number(match[1]))
  return { statuses, text, milliseconds: performance.now() - began }
}

/** A shell command for reproducing the request. */
export function netcatOf({ chunks }: RawAttack): string {
  const bytes = Buffer.concat([...chunks])
  const shown = [...bytes.subarray(0, 1200)].map(byte =>
    byte >= 32 && byte < 127 && byte !== 39 && byte !== 92 && byte !== 37 ? String.fromCharCode(byte) : octal(byte),
  )
  return `printf '${shown.join('')}' | nc -q 2 $HOST $PORT${bytes.length > 1200 ? `  # and ${bytes.length - 1200} bytes more` : ''}`
}

const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`
