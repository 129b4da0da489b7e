import type { FastifyInstance } from 'fastify'
import { readFields } from '../fields/read.ts'
import { type ApiError, methodNotAllowed, notFound, refusalOf } from './errors.ts'
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
  return [
    ...tried('query', () => operation.query && readFields(operation.query, query)),
    ...tried('body', () => operation.body && readFields(operation.body, body, { partial: method === 'PATCH' })),
  ]
}

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
