import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#accounts/caller.ts'
import { readerOf } from '#accounts/reader.ts'
import type { Services } from '#accounts/services.ts'
import type { Html } from '#web/html.ts'
import { PAGE_HEADERS, type PageOptions, page } from '#web/page.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import type { Addresses } from '../values/addresses.ts'
import type { Scope } from './announcements.ts'

export interface Page extends Pick<PageOptions, 'needs' | 'texts' | 'layout' | 'head'> {
  title: string
  lang?: string
  dir?: string
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

export async function sendPage(exchange: Exchange, status: number, built: Page): Promise<FastifyReply> {
  const { services, request, reply, caller } = exchange
  const { title, content, about: _, ...options } = built
  const reader = await readerOf(services, request, caller)
  if (caller.setCookies.length > 0) reply.header('Set-Cookie', [...caller.setCookies])
  return reply
    .code(status)
    .headers({ ...PAGE_HEADERS, Vary: 'Cookie, Accept-Language' })
    .send(page(`${title} – Parlance`, content, { place: 'translate', ...options, reader }))
}
