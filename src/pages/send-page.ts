import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#accounts/caller.ts'
import { readerOf } from '#core/reader.ts'
import type { Services } from '#core/services.ts'
import { whoLooks } from '#core/visitor.ts'
import { titled } from '#html/face.ts'
import type { Html } from '#html/html.ts'
import { PAGE_HEADERS, type PageOptions, page, type Reader } from '#html/page.ts'

/** A page request with its reader. */
export interface Visit {
  readonly services: Services
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
  readonly reader: Reader
}

export async function visit(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  const caller = await whoLooks(services, request)
  return { services, request, reply, caller, reader: await readerOf(services, request, caller) }
}

export interface Page extends Omit<PageOptions, 'reader'> {
  readonly title: string
  readonly content: Html
  readonly status?: number
  /** Where a form may lead besides this site: browsers check redirects, too. */
  readonly formTarget?: string
}

/** Sends a page in the reader's language, not cacheable for others. */
export function sendPage(
  { reply, caller, reader }: Visit,
  { title, content, status = 200, formTarget, ...options }: Page,
): FastifyReply {
  const headers = formTarget === undefined ? PAGE_HEADERS : { ...PAGE_HEADERS, ...policyWith(formTarget) }
  if (caller.setCookies.length > 0) reply.header('Set-Cookie', [...caller.setCookies])
  return reply
    .code(status)
    .headers({ ...headers, Vary: 'Cookie, Accept-Language' })
    .send(page(titled(title, reader.face), content, { ...options, reader }))
}

const policyWith = (target: string): Record<string, string> => ({
  'Content-Security-Policy': PAGE_HEADERS['Content-Security-Policy'].replace(
    "form-action 'self'",
    `form-action 'self' ${target}`,
  ),
})

/** Form data. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

/** Only a path on this site: "//host" and "/\host" would lead elsewhere. */
export const localPath = (requested: string | null, otherwise = '/'): string =>
  requested !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(requested) ? requested : otherwise
