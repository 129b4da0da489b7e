import type { IncomingMessage } from 'node:http'
import { type Place, placeOf, requestAt } from '#net/outside.ts'
import { ApiError, fail } from '../messages/message.ts'

export interface DownloadRules {
  /** `example.org` or `*.example.org` (one label per asterisk); empty for any host. */
  readonly domains: readonly string[]
  readonly allowPrivate: boolean
  readonly mostBytes: number
  /** Stops the download when the client disconnects. */
  readonly signal: AbortSignal | undefined
  /** Total timeout in milliseconds; shorter in tests. */
  readonly timeout?: number
}

const PATIENCE_MS = 60_000
const MAX_REDIRECTS = 5

/** Whether downloads from this host are allowed, like MediaWiki's `$wgCopyUploadsDomains`. */
export function isAllowedHost(address: string, domains: readonly string[]): boolean {
  if (domains.length === 0) return true
  const labels = URL.parse(address)?.hostname.toLowerCase().split('.')
  return domains.some(domain => {
    const pattern = domain.toLowerCase().split('.')
    return pattern.length === labels?.length && pattern.every((part, at) => part === '*' || part === labels[at])
  })
}

/** Downloads a URL. Every redirect passes the same checks as the URL itself: its host and the resolved address. */
export async function download(address: string, rules: DownloadRules): Promise<Buffer> {
  const deadline = AbortSignal.timeout(rules.timeout ?? PATIENCE_MS)
  const signal = AbortSignal.any(rules.signal ? [rules.signal, deadline] : [deadline])
  let url = readUrl(address)
  for (let redirects = 0; redirects < MAX_REDIRECTS; redirects++) {
    if (!isAllowedHost(url.href, rules.domains)) fail('apierror-copyuploadbaddomain')
    const place = await placeOf(url.hostname)
    if (place === null) fail('http-curl-error', [`Could not resolve host: ${url.hostname}`])
    if (place.isPrivate && !rules.allowPrivate) fail('apierror-copyuploadbadurl')
    try {
      const answer = await ask(url, place, signal)
      const { statusCode = 0, headers } = answer
      if (statusCode === 200) return await bodyOf(answer, rules.mostBytes)
      answer.destroy()
      if (statusCode < 300 || statusCode >= 400)
        fail('http-bad-status', [String(statusCode), answer.statusMessage ?? ''])
      if (headers.location === undefined) break
      url = readUrl(headers.location, url)
    } catch (error) {
      rules.signal?.throwIfAborted()
      if (error instanceof ApiError) throw error
      if (deadline.aborted) fail('http-timed-out', [url.href])
      const { code = 'the connection was lost' } = error as { code?: string }
      fail('http-curl-error', [`${url.host}: ${code}`])
    }
  }
  fail('upload-too-many-redirects')
}

function readUrl(address: string, from?: URL): URL {
  const url = from || /^https?:\/\/[^/\s]\S*$/.test(address) ? URL.parse(address, from?.href) : null
  if (url === null || !/^https?:$/.test(url.protocol)) fail('http-invalid-url', [address])
  return url
}

function ask(url: URL, place: Place, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  requestAt(url, place, { signal, headers: { 'user-agent': 'Parlance', accept: '*/*' } })
    .on('response', resolve)
    .on('error', reject)
    .end()
  return promise
}

/** Stops at the first byte beyond the limit, whatever the header says. */
async function bodyOf(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer) {
    length += (part as Buffer).length
    if (length > maxBytes) fail('file-too-large')
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}
