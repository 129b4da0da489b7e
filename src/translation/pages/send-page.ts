import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '#accounts/account.ts'
import type { Caller } from '#accounts/caller.ts'
import { readerOf } from '#core/reader.ts'
import type { Services } from '#core/services.ts'
import { titled } from '#html/face.ts'
import type { Html } from '#html/html.ts'
import { PAGE_HEADERS, type PageOptions, page, type Reader } from '#html/page.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import type { Activity } from '../reports/activity.ts'
import type { Addresses } from '../values/addresses.ts'
import type { Scope } from './announcements.ts'
import type { Wording } from './wording.ts'

export interface Page extends Pick<PageOptions, 'needs' | 'texts' | 'layout' | 'head'> {
  title: string
  lang?: string
  dir?: string
  /** Page heading with breadcrumb; the title alone when absent. */
  heading?: Html
  content: Html
  /** HTTP status, 200 by default. */
  status?: number
  /** Scope of the announcements above it. */
  about?: Scope
}

/** Everything needed to build a page. */
export interface PageContext {
  services: Services
  addresses: Addresses
  permissions: Permissions
  /** Null for visitors. */
  account: Account | null
  reader: Reader
  wording: Wording
  activity: Activity
  /** Query parameters. */
  params: URLSearchParams
}

/** Identifies the caller and creates the page context. */
export type ContextOf = (request: FastifyRequest) => Promise<{ caller: Caller; context: PageContext }>

/** The request and response of a page. */
export interface Exchange {
  readonly services: Services
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
  /** If already known. */
  readonly reader?: Reader
}

export async function sendPage(exchange: Exchange, status: number, built: Page): Promise<FastifyReply> {
  const { services, request, reply, caller } = exchange
  const { title, content, about: _, heading: __, status: ___, ...options } = built
  const reader = exchange.reader ?? (await readerOf(services, request, caller))
  if (caller.setCookies.length > 0) reply.header('Set-Cookie', [...caller.setCookies])
  return reply
    .code(status)
    .headers({ ...PAGE_HEADERS, Vary: 'Cookie, Accept-Language' })
    .send(page(titled(title, reader.face), content, { place: 'translate', ...options, reader }))
}
