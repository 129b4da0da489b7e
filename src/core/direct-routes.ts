import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { LogWriter } from '#events/log.ts'

/** What a direct route needs to know about a request. A Fastify request qualifies. */
export interface PlainRequest {
  readonly raw: IncomingMessage
  readonly id: string
  readonly method: string
  readonly url: string
  readonly ip: string
  readonly headers: IncomingHttpHeaders
  readonly log: LogWriter
  readonly body?: unknown
}

/** A complete response, before compression. */
export interface PlainResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string | Buffer
}

/**
 * Answers GET requests for one path without Fastify (`#server/direct-requests.ts`). The path also has a route of
 * Fastify, with the same responses: it serves everything else, and a request whose direct route fails.
 */
export type DirectRoute = (request: PlainRequest, raw: ServerResponse) => Promise<PlainResponse>
