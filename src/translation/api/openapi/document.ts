import { SESSION_COOKIE } from '#accounts/session-cookie.ts'
import type { Field, Fields, JsonSchema, Shape } from '#fields/field.ts'
import type { Addresses } from '../../values/addresses.ts'
import { PARSED_TYPES } from '../body.ts'
import { METHODS, type Method, type Operation, type Resource } from '../resource.ts'
import { ERROR_ANSWER, ERROR_SCHEMA } from './error-answer.ts'
import { exampleOf, wholeExample } from './examples.ts'
import { answerHeaders, conditionalAnswers, HEADERS, headerParameters } from './headers.ts'
import { wordsFor } from './words.ts'

type Json = Record<string, unknown>

const VARIABLE = /:(\w+)(?:\([^/]*\))?/g

/** The path as OpenAPI writes it, under `/api`. */
const openPath = (path: string): string => `/api${path.replace(VARIABLE, '{$1}')}`

/** The whole API as an OpenAPI 3.1 document, generated from the declarations that serve requests. */
export function openApi(resources: readonly Resource[], addresses: Addresses, version: string): Json {
  const shapes = new Map<string, Shape>()
  const bodies = new Map<string, JsonSchema>()
  const paths: Record<string, Json> = {}
  for (const resource of resources)
    paths[openPath(resource.path)] = {
      ...(resource.path.includes(':') && { parameters: pathParameters(resource.path) }),
      ...Object.fromEntries(
        METHODS.filter(method => resource.operations[method]).map(method => [
          method.toLowerCase(),
          operationObject(resource, method, resource.operations[method]!, { shapes, bodies }),
        ]),
      ),
    }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parlance translation API',
      version,
      description:
        "Projects, components, translations and their statistics, compatible with Weblate's REST API. Every URL also supports HEAD, and OPTIONS to list the methods and fields it accepts.",
      license: { name: 'GPL-2.0-or-later', identifier: 'GPL-2.0-or-later' },
    },
    servers: [{ url: addresses.site, description: 'This site' }],
    tags: tagsOf(resources),
    paths,
    components: {
      schemas: {
        ErrorAnswer: ERROR_SCHEMA,
        ...Object.fromEntries([...shapes.values()].map(shape => [shape.name, shapeSchema(shape)])),
        ...Object.fromEntries(bodies),
      },
      headers: HEADERS,
      examples: {
        ErrorAnswer: { summary: 'An error response', value: ERROR_ANSWER },
        ...Object.fromEntries(
          wholeAnswers(resources).map(shape => [
            shape.name,
            { summary: shape.description, value: wholeExample(shape, inAnswers) },
          ]),
        ),
      },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token <key>' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'Write requests also need an X-CSRFToken header.',
        },
      },
    },
    security: [...AUTHENTICATION, {}],
  }
}

/** Shapes returned as a whole response body. */
const wholeAnswers = (resources: readonly Resource[]): Shape[] => [
  ...new Set(
    resources
      .flatMap(({ operations }) => Object.values(operations))
      .flatMap(({ answer, answers, also }) => [
        ...(answer && answers === 'one' ? [answer] : []),
        ...Object.values(also ?? {}),
      ]),
  ),
]

/** Ways to authenticate, any one of which is enough. */
const AUTHENTICATION = [{ token: [] }, { bearer: [] }, { session: [] }]

const tagOf = ({ path }: Resource): string => path.split('/')[1] || 'root'

/** One tag for the first segment of each path, described by the first resource under it. */
const tagsOf = (resources: readonly Resource[]): Json[] =>
  [...Map.groupBy(resources, tagOf)].map(([name, [first]]) => ({ name, description: first!.description }))

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  addon: 'ID of an add-on.',
  alert: 'ID of an alert.',
  announcement: 'ID of an announcement.',
  backup: 'File name of a backup.',
  category: 'ID of a category.',
  check: 'ID of a check, for example end_stop.',
  code: 'Language code.',
  component:
    'Slug of a component. In a category, put the category slugs before it, with double-encoded slashes (%252F).',
  delivery: 'ID of a delivery.',
  filter: 'ID of a saved search.',
  group: 'ID of a team.',
  host: 'Host name of a server, with the port if it is not 22: [example.org]:2222.',
  id: 'ID of the object.',
  label: 'ID of a label.',
  language: 'Language code.',
  list: 'Slug of a component list.',
  member: 'Username of a team member.',
  other: 'Slug of the other project.',
  part: 'Item to remove from the team: an ID or a language code.',
  project: 'Slug of a project.',
  report: 'ID of a report.',
  role: 'ID of a role.',
  screenshot: 'ID of a screenshot.',
  slug: 'Slug of a component.',
  suggestion: 'ID of a suggestion.',
  comment: 'ID of a comment.',
  task: 'ID of a task.',
  team: 'ID of a team of the project.',
  unit: 'ID of a string.',
  username: 'Username.',
  webhook: 'ID of a webhook.',
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)(\(\\d\+\))?/g)].map(([, name, digits]) => {
    const schema = { type: digits ? 'integer' : 'string' }
    const description = PATH_PARAMETERS[name!]
    return { name, in: 'path', required: true, description, schema, example: exampleOf(path, name!, schema) }
  })

/** Builds the operation ID from the method and the words of the path, for example `get_units_unit`. */
export function operationId({ path }: Resource, method: Method): string {
  const words = path.replace(VARIABLE, '$1').split('/').filter(Boolean)
  return [method.toLowerCase(), ...(words.length > 0 ? words : ['root'])].join('_').replaceAll('-', '_')
}

/** Schemas that operations refer to by name. */
interface Named {
  readonly shapes: Map<string, Shape>
  readonly bodies: Map<string, JsonSchema>
}

function operationObject(resource: Resource, method: Method, operation: Operation, { shapes, bodies }: Named): Json {
  const { answer, body, also = {} } = operation
  for (const each of [answer, ...Object.values(also)]) if (each) collect(each, shapes)
  if (body) for (const field of Object.values(body)) if (field.inner) collect(field.inner, shapes)
  return {
    operationId: operationId(resource, method),
    tags: [tagOf(resource)],
    summary: operation.summary,
    description: resource.description,
    ...(operation.loginRequired && { security: AUTHENTICATION }),
    ...parametersOf(resource, method, operation),
    ...(body && { requestBody: requestBody(resource, method, body, bodies) }),
    responses: {
      [operation.status]: {
        description: answer?.description ?? operation.summary,
        headers: answerHeaders(method),
        ...answerContent(resource, operation),
      },
      ...conditionalAnswers(resource, method, REFUSED),
      ...(operation.notModified && {
        304: { description: 'The file has not changed since If-Modified-Since or the ETag in If-None-Match.' },
      }),
      ...Object.fromEntries(
        Object.entries(also).map(([status, shape]) => [
          status,
          { description: shape.description, content: { 'application/json': media(reference(shape), shape.name) } },
        ]),
      ),
      '4XX': { description: 'The request was rejected. See the error codes.', ...REFUSED },
      '5XX': {
        description: 'The server could not complete the request. Retry after the time in the Retry-After header.',
        ...REFUSED,
      },
    },
  }
}

const media = (schema: JsonSchema, example: string): Json => ({
  schema,
  examples: { example: { $ref: `#/components/examples/${example}` } },
})

const TEXT = { schema: { type: 'string' } }
const REFUSED = {
  content: {
    'application/json': media({ $ref: '#/components/schemas/ErrorAnswer' }, 'ErrorAnswer'),
    'text/html': TEXT,
    'text/csv': TEXT,
  },
}

function parametersOf(resource: Resource, method: Method, operation: Operation): Json {
  const query = method === 'GET' || operation.query ? queryParameters(resource, operation) : []
  const all = [...query, ...headerParameters(resource, method, operation)]
  return all.length > 0 ? { parameters: all } : {}
}

function queryParameters(resource: Resource, operation: Operation): Json[] {
  const own = Object.entries(operation.query ?? {}).map(([name, field]) => ({
    name,
    in: 'query',
    required: field.required,
    description: field.help ?? wordsFor(lastWord(resource), name, false),
    schema: field.schema,
    example: exampleOf(resource.path, name, field.schema),
  }))
  const more = [...(resource.flat ? ['json-flat'] : []), ...(resource.openMetrics ? ['openmetrics'] : [])]
  const format = {
    name: 'format',
    in: 'query',
    description:
      'Response format, if the Accept header does not set it. api is a web page; json-flat is a list without the pagination envelope.',
    schema: { type: 'string', enum: ['json', 'api', 'csv', ...more] },
    example: 'json',
  }
  return [
    ...own,
    ...(resource.ownFormat || operation.answers === 'raw' ? [] : [format]),
    ...(operation.answers === 'page' ? pageParameters(operation) : []),
  ]
}

const pageParameters = ({ pageSize }: Operation): Json[] => [
  {
    name: 'page',
    in: 'query',
    description: 'Page number, or "last".',
    schema: { type: 'string', pattern: '^([0-9]+|last)$' },
    example: '2',
  },
  {
    name: 'page_size',
    in: 'query',
    description: 'Number of results per page.',
    schema: { type: 'integer', minimum: 1, maximum: pageSize?.max ?? 1000, default: pageSize?.default ?? 50 },
    example: 100,
  },
]

/** The last fixed segment of a path, which stands in for a shape name in request bodies. */
const lastWord = ({ path }: Resource): string => path.split('/').findLast(word => /^[a-z]/.test(word)) ?? ''

function requestBody(resource: Resource, method: Method, fields: Fields, bodies: Map<string, JsonSchema>): Json {
  const partial = method === 'PATCH'
  const writable = Object.entries(fields).filter(([, field]) => !field.readOnly)
  const needed = writable.filter(([, field]) => field.required && !partial)
  const isFile = ([, field]: [string, Field]) => field.type === 'file upload'
  const schemaOf = (some: [string, Field][]) => {
    const own = Object.fromEntries(some)
    return objectSchema(
      lastWord(resource),
      own,
      name => !partial && own[name]!.required,
      field => field.schema,
    )
  }
  const plain = writable.filter(each => !isFile(each))
  const name = `${operationId(resource, method)}_body`
  const isForm = needed.some(isFile)
  if (!isForm) bodies.set(name, schemaOf(plain))
  const content = Object.fromEntries(
    // Files need a multipart form. If every file is optional, the other fields can come in any type.
    PARSED_TYPES.filter(type => type === 'multipart/form-data' || !isForm).map(type => {
      const hasFiles = type === 'multipart/form-data' && plain.length < writable.length
      return [type, { schema: hasFiles ? schemaOf(writable) : { $ref: `#/components/schemas/${name}` } }]
    }),
  )
  const description = partial ? 'The fields to change.' : 'The fields of the object.'
  return { description, required: needed.length > 0, content }
}

const reference = (shape: Shape): JsonSchema => ({ $ref: `#/components/schemas/${shape.name}` })

function answerContent(resource: Resource, { answer, answers, types = [] }: Operation): Json {
  if (answers === 'nothing') return {}
  if (answers === 'raw')
    return { content: Object.fromEntries(types.map(type => [type, { schema: { type: 'string', format: 'binary' } }])) }
  const one: JsonSchema = answer ? reference(answer) : { type: 'object' }
  const schema = answers === 'one' ? one : answers === 'array' ? { type: 'array', items: one } : pageOf(one)
  const json = answers === 'one' && answer ? media(schema, answer.name) : { schema }
  return {
    content: {
      'application/json': json,
      'text/html': TEXT,
      'text/csv': TEXT,
      ...(resource.openMetrics && { 'application/openmetrics-text': TEXT }),
    },
  }
}

const neighbour = (which: string): JsonSchema => ({
  type: ['string', 'null'],
  format: 'uri',
  description: `URL of the ${which} page; null if there is none.`,
  examples: [null],
})
const pageOf = (one: JsonSchema): JsonSchema => ({
  type: 'object',
  description: 'One page of results.',
  required: ['count', 'next', 'previous', 'results'],
  properties: {
    count: { type: 'integer', description: 'Total number of results.', examples: [1] },
    next: neighbour('next'),
    previous: neighbour('previous'),
    results: { type: 'array', description: 'Results on this page.', items: one },
  },
})

function collect(shape: Shape, into: Map<string, Shape>): void {
  const existing = into.get(shape.name)
  if (existing !== undefined && existing !== shape) throw new Error(`Duplicate shape name: ${shape.name}`)
  if (existing !== undefined) return
  into.set(shape.name, shape)
  for (const field of [...Object.values(shape.fields), shape.others]) if (field?.inner) collect(field.inner, into)
}

const shapeSchema = (shape: Shape): JsonSchema => ({
  ...objectSchema(shape.name, shape.fields, name => !shape.fields[name]!.sometimes, inAnswers),
  ...(shape.others && { additionalProperties: inAnswers(shape.others) }),
  description: shape.description,
})

/**
 * Response schema of a field, without the limits on input: stored values may predate a limit or never have been set, so
 * a text can be empty and a URL can be ''.
 */
function inAnswers({ schema, readOnly }: Field): JsonSchema {
  const { minLength: _, maxLength: __, ...rest } = schema
  return !readOnly && rest.format !== undefined ? { type: rest.type, anyOf: [rest, { const: '' }] } : rest
}

function objectSchema(
  place: string,
  all: Fields,
  isRequired: (name: string) => boolean,
  schemaOf: (field: Field) => JsonSchema,
): JsonSchema {
  // Guard fields only reject input; they are not part of the object.
  const fields = Object.entries(all).filter(([, field]) => !field.guard)
  return {
    type: 'object',
    required: fields.map(([name]) => name).filter(isRequired),
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, memberSchema(place, name, field, schemaOf(field))]),
    ),
  }
}

function memberSchema(place: string, name: string, field: Field, schema: JsonSchema): JsonSchema {
  const isCount = schema.type === 'integer' || schema.type === 'number'
  const description = field.help ?? wordsFor(place, name, isCount)
  const example = field.inner || field.type === 'file upload' ? undefined : exampleOf(place, name, schema)
  return {
    ...schema,
    ...(field.readOnly && { readOnly: true }),
    ...(description && { description }),
    ...(example !== undefined && { examples: [example] }),
  }
}
