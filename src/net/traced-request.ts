import type { ClientRequest } from 'node:http'
import { activeSpan, KIND, Span } from '#tracing/span.ts'
import { traceparentOf } from '#tracing/trace-context.ts'

/** A span for an outbound request; null outside of traced work. It names only the host: paths may contain secrets. */
export function requestSpan(url: URL, method = 'GET'): Span | null {
  const parent = activeSpan()
  if (parent === undefined) return null
  const attributes = {
    'http.request.method': method,
    'server.address': url.hostname,
    'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
  }
  return new Span(method, KIND.client, attributes, parent)
}

/** Tells the other server about the trace, and ends the span with the response. */
export function observe(request: ClientRequest, span: Span): void {
  request.setHeader('traceparent', traceparentOf(span))
  request.once('response', ({ statusCode = 0 }) => {
    span.attributes['http.response.status_code'] = statusCode
    span.hasFailed = statusCode >= 400
    span.end()
  })
  request.once('close', () => {
    if (span.ended !== 0) return
    span.hasFailed = true
    span.attributes['error.type'] = 'connection'
    span.end()
  })
}
