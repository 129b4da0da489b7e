import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#accounts/caller.ts'
import { readerOf } from '#core/reader.ts'
import type { Services } from '#core/services.ts'
import { whoLooks } from '#core/visitor.ts'
import type { Fields } from '#fields/field.ts'
import { titled } from '#html/face.ts'
import { PAGE_HEADERS, page, type Reader } from '#html/page.ts'
import { searchParams } from '#html/search-params.ts'
import type { Translator } from '#html/site-texts.ts'
import type { Asker, Question, Reply } from '../api/ask.ts'
import { componentSegment } from '../api/objects/component.ts'
import type { Method } from '../api/resource.ts'
import { type ComponentRow, componentByPath, type ProjectRow, projectBySlug } from '../catalogue/components.ts'
import { loadPermissions, type Permissions } from '../catalogue/permissions.ts'
import type { Page } from '../pages/send-page.ts'
import { Addresses } from '../values/addresses.ts'

/** Relative links, so that users stay on the host of their session. */
export const WEB = new Addresses('')

/** A managed project or component. */
export interface Place {
  readonly project: ProjectRow
  readonly component: ComponentRow | null
}

/** A request for a management page. */
export class Visit {
  readonly services: Services
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
  readonly reader: Reader
  readonly permissions: Permissions
  readonly search: URLSearchParams
  readonly #asker: Asker

  constructor(
    { services, asker }: Desk,
    exchange: {
      request: FastifyRequest
      reply: FastifyReply
      caller: Caller
      reader: Reader
      permissions: Permissions
    },
  ) {
    this.services = services
    this.#asker = asker
    this.request = exchange.request
    this.reply = exchange.reply
    this.caller = exchange.caller
    this.reader = exchange.reader
    this.permissions = exchange.permissions
    this.search = searchParams(exchange.request)
  }

  get t(): Translator {
    return this.reader.t
  }

  /** Calls the REST API on behalf of the user. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape that the resource declares
  ask<T = any>(method: Method, path: string, question: Question = {}): Promise<Reply<T>> {
    return this.#asker.ask<T>(this.services.callers.beyondWiki(this.caller), method, path, question)
  }

  fields(method: Method, path: string): Fields {
    return this.#asker.fields(method, path)
  }

  send(status: number, { title, content, about: _, ...options }: Page): FastifyReply {
    const { reply, caller, reader } = this
    if (caller.setCookies.length > 0) reply.header('Set-Cookie', [...caller.setCookies])
    return reply
      .code(status)
      .headers({ ...PAGE_HEADERS, 'Cache-Control': 'private, no-store', Vary: 'Cookie, Accept-Language' })
      .send(page(titled(title, reader.face), content, { place: 'translate', ...options, reader }))
  }

  go(address: string): FastifyReply {
    const { reply, caller } = this
    if (caller.setCookies.length > 0) reply.header('Set-Cookie', [...caller.setCookies])
    return reply.header('Cache-Control', 'no-store').redirect(address, 303)
  }

  /** Redirects to the login page and back. */
  logIn(): FastifyReply {
    return this.go(`/accounts/login/?next=${encodeURIComponent(this.request.url)}`)
  }
}

/** Dependencies of the management pages. */
export interface Desk {
  readonly services: Services
  readonly asker: Asker
}

export async function visit(desk: Desk, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  const { services } = desk
  const caller = await whoLooks(services, request)
  const { account } = services.callers.beyondWiki(caller)
  const permissions = await loadPermissions(services.store.read, account)
  return new Visit(desk, { request, reply, caller, permissions, reader: await readerOf(services, request, caller) })
}

/** The project or component at a path; null when it does not exist or is not visible. */
export async function placeAt({ services, permissions }: Visit, path: readonly string[]): Promise<Place | null> {
  const db = services.store.read
  const [slug = '', ...rest] = path
  const project = await projectBySlug(db, slug)
  if (project === null || !permissions.sees(project)) return null
  if (rest.length === 0) return { project, component: null }
  const component = await componentByPath(db, project.id, rest.join('/'))
  return component !== null && permissions.seesComponent(project, component) ? { project, component } : null
}

/** API path of a project or component. */
export const apiPath = ({ project, component }: Place, ...more: (string | number)[]): string => {
  const parts = component ? ['components', project.slug, componentSegment(component.path)] : ['projects', project.slug]
  return `/${[...parts, ...more].map(part => `${encodeURIComponent(String(part))}/`).join('')}`
}

/** API path of a translation. */
export const translationPath = ({ project, component }: Place, code: string, ...more: string[]): string =>
  `/${['translations', project.slug, componentSegment(component!.path), code, ...more].map(part => `${encodeURIComponent(part)}/`).join('')}`

/** The page about the place itself. */
export const placeAddress = ({ project, component }: Place): string =>
  WEB.web('projects', project.slug, ...(component?.path.split('/') ?? []))

export const nameOf = ({ project, component }: Place): string => component?.name ?? project.name
