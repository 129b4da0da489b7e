import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#accounts/caller.ts'
import type { Services } from '#accounts/services.ts'
import { visitorOf } from '#accounts/visitor.ts'
import type { Html } from '#web/html.ts'
import { PAGE_HEADERS, page } from '#web/page.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import type { Addresses } from '../values/addresses.ts'
import type { Scope } from './announcements.ts'

export interface Page {
  title: string
  lang?: string
  content: Html
  /** What it is about, for the announcements above it. */
  about?: Scope
}

/** What a page is made of. */
export interface PageContext {
  services: Services
  addresses: Addresses
  permissions: Permissions
}

/** What a page for people needs to know of the exchange it answers. */
export interface Exchange {
  readonly services: Services
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
}

export function sendPage({ services, request, reply, caller }: Exchange, status: number, built: Page): FastifyReply {
  const { title, content, lang = 'en' } = built
  if (caller.setCookies.length > 0) reply.header('Set-Cookie', [...caller.setCookies])
  return reply
    .code(status)
    .headers({ ...PAGE_HEADERS, Vary: 'Cookie' })
    .send(page(title, content, { lang, visitor: visitorOf(services, caller, request.url) }))
}
