import type { FastifyReply } from 'fastify'

type Code =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'

/** An error of the OAuth endpoints (RFC 6749, 5.2). */
export class OAuthError extends Error {
  readonly code: Code
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(code: Code, description: string, status = 400, headers: Record<string, string> = {}) {
    super(description)
    this.code = code
    this.status = status
    this.headers = headers
  }
}

const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Pragma: 'no-cache' }

/** Responses contain secrets, so nothing may store them. */
export const sendJson = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply
    .code(status)
    .headers(JSON_HEADERS)
    .send(Buffer.from(JSON.stringify(body)))

/** `message` is where MediaWiki has the text. */
export const sendError = (reply: FastifyReply, error: OAuthError): FastifyReply =>
  sendJson(reply.headers(error.headers), error.status, {
    error: error.code,
    error_description: error.message,
    message: error.message,
  })
