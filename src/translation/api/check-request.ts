import type { FastifyInstance } from 'fastify'
import { readFields } from '#fields/read.ts'
import { type ApiError, methodNotAllowed, notFound, refusalOf } from './errors.ts'
import { negotiate, renderersOf } from './negotiation.ts'
import { pageNumber } from './pagination.ts'
import type { Method, Resource } from './resource.ts'
import { Router } from './router.ts'

/** As much as a form can hold that is filled in by hand. */
const MAX_BODY = 1024 * 1024

interface Remark {
  readonly place: 'path' | 'query' | 'body'
  /** The parameter or member; null when it is about the whole. */
  readonly attr: string | null
  readonly code: string
  readonly detail: string
}

/**
 * `/sandbox/check/rest`: takes what a request would say (`{method, path, query, body}`) and tells what the API would say against
 * it, as far as the declaration shows it. Nothing is looked up and nothing is done, so that it is for everybody.
 */
export function checkRoute(app: FastifyInstance, resources: readonly Resource[]): void {
  const router = new Router(resources)
  app.post('/sandbox/check/rest', { bodyLimit: MAX_BODY }, (request, reply) =>
    reply.header('Cache-Control', 'private, no-cache').send({ problems: remarksOn(router, request.body) }),
  )
}

function remarksOn(router: Router, asked: unknown): Remark[] {
  const { method, path, query = {}, body = {} } = (asked ?? {}) as Record<string, unknown>
  const found = typeof path === 'string' && path.startsWith('/api/') ? router.find(path.slice('/api'.length)) : null
  if (found === null) return said('path', notFound())
  const { operations } = found.resource
  const operation = Object.hasOwn(operations, String(method)) ? operations[method as Method] : undefined
  if (operation === undefined) return said('path', methodNotAllowed(String(method)))
  const asSent = onTheWire(query)
  const { page = null, format } = asSent
  return [
    ...about('format', () => {
      if (!found.resource.ownFormat && operation.answers !== 'raw')
        negotiate(renderersOf(found.resource), undefined, format === undefined ? undefined : String(format))
    }),
    ...about(
      'page',
      () => operation.answers === 'page' && pageNumber(page && String([page].flat()[0]), Number.POSITIVE_INFINITY),
    ),
    ...tried('query', () => operation.query && readFields(operation.query, asSent)),
    ...tried('body', () => operation.body && readFields(operation.body, body, { partial: method === 'PATCH' })),
  ]
}

/** Behind the question mark there is nothing but text; a name that stands there several times is a list. */
function onTheWire(query: unknown): Record<string, string | string[]> {
  if (typeof query !== 'object' || query === null) return {}
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const all = [value].flat().map(String)
      return all.length === 0 ? [] : [[name, all.length > 1 ? all : all[0]!]]
    }),
  )
}

/** What every list and every answer has besides what is declared for it. */
const about = (attr: string, read: () => unknown): Remark[] =>
  tried('query', read).map(remark => ({ ...remark, attr: remark.attr ?? attr }))

function tried(place: Remark['place'], read: () => unknown): Remark[] {
  try {
    read()
    return []
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === null) throw error
    return said(place, refusal)
  }
}

const said = (place: Remark['place'], refusal: ApiError): Remark[] =>
  refusal.problems.map(({ attr, code, detail }) => ({ place, attr, code, detail }))
