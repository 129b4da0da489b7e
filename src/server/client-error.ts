import type { Socket } from 'node:net'

const answers: Record<string, readonly [status: string, error: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers-too-large',
    'The address and headers of the request are longer than 64 KiB. Send long parameters by POST.',
  ],
}
const malformed = ['400 Bad Request', 'bad-request', 'This is not a well-formed HTTP request.'] as const

/** Answers what is not even a request, as far as the socket still listens. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code, message] = answers[error.code ?? ''] ?? malformed
  const body = JSON.stringify({ error: code, message })
  if (socket.writable) {
    const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close`
    socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  socket.destroy()
}
