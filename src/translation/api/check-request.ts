import type { FastifyInstance } from 'fastify'
import { readFields } from '#fields/read.ts'
import { type ApiError, methodNotAllowed, notFound, refusalOf } from './errors.ts'
import { negotiate, renderersOf } from './negotiation.ts'
import { pageNumber } from './pagination.ts'
import type { Method, Resource } from './resource.ts'
import { Router } from './router.ts'

/** Enough for any form filled in by hand. */
const MAX_BODY = 1024 * 1024

interface RequestProblem {
  readonly place: 'path' | 'query' | 'body'
  /** The parameter or field; null for the whole request. */
  readonly attr: string | null
  readonly code: string
  readonly detail: string
}

/**
 * `/sandbox/check/rest`: validates a request (`{method, path, query, body}`) against its declaration and returns the
 * errors the API would report. It reads and changes no data, so it needs no permission.
 */
export function checkRoute(app: FastifyInstance, resources: readonly Resource[]): void {
  const router = new Router(resources)
  app.post('/sandbox/check/rest', { bodyLimit: MAX_BODY }, (request, reply) =>
    reply.header('Cache-Control', 'private, no-cache').send({ problems: problemsOf(router, request.body) }),
  )
}

function problemsOf(router: Router, input: unknown): RequestProblem[] {
  const { method, path, query = {}, body = {} } = (input ?? {}) as Record<string, unknown>
  const match = typeof path === 'string' && path.startsWith('/api/') ? router.find(path.slice('/api'.length)) : null
  if (match === null) return problemsFrom('path', notFound())
  const { operations } = match.resource
  const operation = Object.hasOwn(operations, String(method)) ? operations[method as Method] : undefined
  if (operation === undefined) return problemsFrom('path', methodNotAllowed(String(method)))
  const sentQuery = asQueryString(query)
  const { page = null, format } = sentQuery
  return [
    ...problemsAbout('format', () => {
      if (!match.resource.ownFormat && operation.answers !== 'raw')
        negotiate(renderersOf(match.resource), undefined, format === undefined ? undefined : String(format))
    }),
    ...problemsAbout(
      'page',
      () => operation.answers === 'page' && pageNumber(page && String([page].flat()[0]), Number.POSITIVE_INFINITY),
    ),
    ...problemsIn('query', () => operation.query && readFields(operation.query, sentQuery)),
    ...problemsIn('body', () => operation.body && readFields(operation.body, body, { partial: method === 'PATCH' })),
  ]
}

/** Query values are always text; a repeated name is a list. */
function asQueryString(query: unknown): Record<string, string | string[]> {
  if (typeof query !== 'object' || query === null) return {}
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const all = [value].flat().map(String)
      return all.length === 0 ? [] : [[name, all.length > 1 ? all : all[0]!]]
    }),
  )
}

/** Checks the parameters that every list or response accepts in addition to the declared ones. */
const problemsAbout = (attr: string, read: () => unknown): RequestProblem[] =>
  problemsIn('query', read).map(remark => ({ ...remark, attr: remark.attr ?? attr }))

function problemsIn(place: RequestProblem['place'], read: () => unknown): RequestProblem[] {
  try {
    read()
    return []
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === null) throw error
    return problemsFrom(place, refusal)
  }
}

const problemsFrom = (place: RequestProblem['place'], refusal: ApiError): RequestProblem[] =>
  refusal.problems.map(({ attr, code, detail }) => ({ place, attr, code, detail }))
