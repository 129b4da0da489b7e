import type { Addresses } from '../call.ts'
import type { Fields, JsonSchema, Shape } from '../fields/field.ts'
import { METHODS, type Method, type Operation, type Resource } from '../resource.ts'

type Json = Record<string, unknown>

const NAME = /:(\w+)(?:\([^/]*\))?/g

/** The whole API in OpenAPI 3.1, written from the same declarations that answer requests. */
export function openApi(resources: readonly Resource[], addresses: Addresses, version: string): Json {
  const shapes = new Map<string, Shape>()
  const paths: Record<string, Json> = {}
  for (const resource of resources) {
    const path = `/api${resource.path.replace(NAME, '{$1}')}`
    paths[path] = {
      ...(resource.path.includes(':') && { parameters: pathParameters(resource.path) }),
      ...Object.fromEntries(
        METHODS.filter(method => resource.operations[method]).map(method => [
          method.toLowerCase(),
          operationObject(resource, method, resource.operations[method]!, shapes),
        ]),
      ),
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parlance translation API',
      version,
      description: "Projects, components, translations and their statistics, compatible with Weblate's REST API.",
    },
    servers: [{ url: addresses.site }],
    paths,
    components: {
      schemas: {
        ErrorAnswer: ERROR_SCHEMA,
        ...Object.fromEntries([...shapes.values()].map(shape => [shape.name, shapeSchema(shape)])),
      },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token <key>' },
        bearer: { type: 'http', scheme: 'bearer' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'Writing also needs an X-CSRFToken header.',
        },
      },
    },
    security: [{ token: [] }, { bearer: [] }, { session: [] }, {}],
  }
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)(\(\\d\+\))?/g)].map(([, name, digits]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: digits ? 'integer' : 'string' },
  }))

function operationObject(resource: Resource, method: Method, operation: Operation, shapes: Map<string, Shape>): Json {
  const { answer, body } = operation
  if (answer) collect(answer, shapes)
  if (body) for (const field of Object.values(body)) if (field.inner) collect(field.inner, shapes)
  const words = resource.path.split(/[/:()\\]+/).filter(word => /^[a-z]/.test(word) && word !== 'd')
  return {
    operationId: [method.toLowerCase(), ...words.map(word => word.replaceAll('-', '_'))].join('_'),
    tags: [resource.path.split('/')[1] || 'root'],
    summary: operation.summary,
    description: resource.description,
    ...((method === 'GET' || operation.query) && { parameters: queryParameters(operation) }),
    ...(body && { requestBody: requestBody(body, method === 'PATCH') }),
    responses: {
      [operation.status]: { description: 'Success', ...answerContent(operation) },
      '4XX': {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } },
      },
    },
  }
}

function queryParameters(operation: Operation): Json[] {
  const own = Object.entries(operation.query ?? {}).map(([name, field]) => ({
    name,
    in: 'query',
    required: field.required,
    ...(field.help && { description: field.help }),
    schema: field.schema,
  }))
  if (operation.answers !== 'page') return own
  return [
    ...own,
    { name: 'page', in: 'query', description: 'A page number, or "last".', schema: { type: 'string' } },
    {
      name: 'page_size',
      in: 'query',
      schema: { type: 'integer', minimum: 1, maximum: operation.pageSize?.max ?? 1000 },
    },
  ]
}

function requestBody(fields: Fields, partial: boolean): Json {
  const schema = objectSchema(
    Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.readOnly)),
    name => !partial && fields[name]!.required,
  )
  const upload = Object.values(fields).some(field => field.type === 'file upload')
  const types = upload
    ? ['multipart/form-data']
    : ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
  return { content: Object.fromEntries(types.map(type => [type, { schema }])) }
}

function answerContent({ answer, answers }: Operation): Json {
  if (answers === 'nothing') return {}
  if (answers === 'raw') return { content: { '*/*': {} } }
  const one: JsonSchema = answer ? { $ref: `#/components/schemas/${answer.name}` } : { type: 'object' }
  const schema = answers === 'one' ? one : answers === 'array' ? { type: 'array', items: one } : pageOf(one)
  return { content: { 'application/json': { schema } } }
}

const address = { type: ['string', 'null'], format: 'uri' }
const pageOf = (one: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['count', 'next', 'previous', 'results'],
  properties: { count: { type: 'integer' }, next: address, previous: address, results: { type: 'array', items: one } },
})

function collect(shape: Shape, into: Map<string, Shape>): void {
  if (into.has(shape.name)) return
  into.set(shape.name, shape)
  for (const field of Object.values(shape.fields)) if (field.inner) collect(field.inner, into)
}

const shapeSchema = (shape: Shape): JsonSchema => ({
  ...objectSchema(shape.fields, () => true),
  ...(shape.description && { description: shape.description }),
})

const objectSchema = (all: Fields, isRequired: (name: string) => boolean): JsonSchema => {
  // What a member is guarded from is not part of the object.
  const fields = Object.entries(all).filter(([, field]) => !field.guard)
  return {
    type: 'object',
    required: fields.map(([name]) => name).filter(isRequired),
    properties: Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        { ...field.schema, ...(field.readOnly && { readOnly: true }), ...(field.help && { description: field.help }) },
      ]),
    ),
  }
}

const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['type', 'errors'],
  properties: {
    type: { type: 'string', enum: ['client_error', 'validation_error', 'server_error'] },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'detail', 'attr'],
        properties: { code: { type: 'string' }, detail: { type: 'string' }, attr: { type: ['string', 'null'] } },
      },
    },
    detail: { type: 'string', description: 'The first text again, for clients written before the list existed.' },
  },
}
