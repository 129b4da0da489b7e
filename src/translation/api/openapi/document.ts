import { SESSION_COOKIE } from '#accounts/session-cookie.ts'
import type { Field, Fields, JsonSchema, Shape } from '#fields/field.ts'
import type { Addresses } from '../../values/addresses.ts'
import { PARSED_TYPES } from '../body.ts'
import { takesKey } from '../idempotency.ts'
import { METHODS, type Method, type Operation, type Resource } from '../resource.ts'
import { ERROR_ANSWER, ERROR_SCHEMA } from './error-answer.ts'
import { exampleOf, wholeExample } from './examples.ts'
import { wordsFor } from './words.ts'

type Json = Record<string, unknown>

const VARIABLE = /:(\w+)(?:\([^/]*\))?/g

/** The path as OpenAPI writes it, under `/api`. */
const openPath = (path: string): string => `/api${path.replace(VARIABLE, '{$1}')}`

/** The whole API in OpenAPI 3.1, written from the same declarations that answer requests. */
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
        "Projects, components, translations and their statistics, compatible with Weblate's REST API. Every address also answers HEAD, as GET without a body, and OPTIONS, which says what the caller may send.",
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
      examples: {
        ErrorAnswer: { summary: 'A refusal', value: ERROR_ANSWER },
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
          description: 'Writing also needs an X-CSRFToken header.',
        },
      },
    },
    security: [...KNOWN, {}],
  }
}

/** Shapes that are an answer by themselves. */
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

/** Who asks is known by one of these. */
const KNOWN = [{ token: [] }, { bearer: [] }, { session: [] }]

const tagOf = ({ path }: Resource): string => path.split('/')[1] || 'root'

/** The first word of each path, with what the first of its resources says of itself. */
const tagsOf = (resources: readonly Resource[]): Json[] =>
  [...Map.groupBy(resources, tagOf)].map(([name, [first]]) => ({ name, description: first!.description }))

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  addon: 'Id of an add-on.',
  alert: 'Id of an alert.',
  announcement: 'Id of an announcement.',
  backup: 'Name of a backup.',
  category: 'Id of a category.',
  check: 'Id of a check, such as end_stop.',
  code: 'Code of a language.',
  component: 'Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F).',
  group: 'Id of a team.',
  host: 'Name of a server, with its port where that is not 22: [example.org]:2222.',
  id: 'Id of the object.',
  label: 'Id of a label.',
  language: 'Code of a language.',
  list: 'Slug of a component list.',
  member: 'Name of a user who is in the team.',
  other: 'Slug of the other project.',
  part: 'What the team no longer has: an id, or the code of a language.',
  project: 'Slug of a project.',
  report: 'Id of a report.',
  role: 'Id of a role.',
  screenshot: 'Id of a screenshot.',
  slug: 'Slug of a component.',
  suggestion: 'Id of a suggestion.',
  comment: 'Id of a comment.',
  task: 'Id of a task.',
  team: 'Id of a team of the project.',
  unit: 'Id of a unit.',
  username: 'Name of a user.',
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)(\(\\d\+\))?/g)].map(([, name, digits]) => {
    const schema = { type: digits ? 'integer' : 'string' }
    const description = PATH_PARAMETERS[name!]
    return { name, in: 'path', required: true, description, schema, example: exampleOf(path, name!, schema) }
  })

/** A name for the operation that programs can use: its method and the words of its path, such as `get_units_unit`. */
export function operationId({ path }: Resource, method: Method): string {
  const words = path.replace(VARIABLE, '$1').split('/').filter(Boolean)
  return [method.toLowerCase(), ...(words.length > 0 ? words : ['root'])].join('_').replaceAll('-', '_')
}

/** What operations refer to by name. */
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
    ...(operation.loginRequired && { security: KNOWN }),
    ...parametersOf(resource, method, operation),
    ...(body && { requestBody: requestBody(resource, method, body, bodies) }),
    responses: {
      [operation.status]: {
        description: answer?.description ?? operation.summary,
        ...answerContent(resource, operation),
      },
      ...(method === 'GET' && operation.answers === 'one' && { 304: { description: 'If-None-Match names its ETag.' } }),
      ...(operation.notModified && { 304: { description: 'It has not changed since If-Modified-Since.' } }),
      ...Object.fromEntries(
        Object.entries(also).map(([status, shape]) => [
          status,
          { description: shape.description, content: { 'application/json': media(reference(shape), shape.name) } },
        ]),
      ),
      '4XX': { description: 'The request was refused; the codes say why.', ...REFUSED },
      '5XX': { description: 'The server could not do it; a Retry-After header says when to ask again.', ...REFUSED },
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
  const all = [...query, ...(takesKey(operation) ? [IDEMPOTENCY_KEY] : [])]
  return all.length > 0 ? { parameters: all } : {}
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to send the request again: 8 to 200 visible ASCII characters of your choice. A repeat within seven days gets the first answer, with the header Idempotency-Replayed, and changes nothing.',
  schema: { type: 'string', minLength: 8, maxLength: 200 },
  example: '0b9e8f1c-6a53-4c1e-9d27-5f0d2a7c4e11',
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
      'In which form the answer comes, when the Accept header does not say so: api is a page for people, json-flat a list without what stands around it.',
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
    description: 'A page number, or "last".',
    schema: { type: 'string', pattern: '^([0-9]+|last)$' },
    example: '2',
  },
  {
    name: 'page_size',
    in: 'query',
    description: 'How many a page has.',
    schema: { type: 'integer', minimum: 1, maximum: pageSize?.max ?? 1000, default: pageSize?.default ?? 50 },
    example: 100,
  },
]

/** The word that says what a path is about, for members that are only sent. */
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
    // Files travel in forms; where none is needed the rest can come in any way.
    PARSED_TYPES.filter(type => type === 'multipart/form-data' || !isForm).map(type => {
      const hasFiles = type === 'multipart/form-data' && plain.length < writable.length
      return [type, { schema: hasFiles ? schemaOf(writable) : { $ref: `#/components/schemas/${name}` } }]
    }),
  )
  const description = partial ? 'Any part of the members.' : 'The members of the object.'
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
  description: `Address of the ${which} page; null when there is none.`,
  examples: [null],
})
const pageOf = (one: JsonSchema): JsonSchema => ({
  type: 'object',
  description: 'One page of a list.',
  required: ['count', 'next', 'previous', 'results'],
  properties: {
    count: { type: 'integer', description: 'How many there are on all pages.', examples: [1] },
    next: neighbour('next'),
    previous: neighbour('previous'),
    results: { type: 'array', description: 'What is on this page.', items: one },
  },
})

function collect(shape: Shape, into: Map<string, Shape>): void {
  const known = into.get(shape.name)
  if (known !== undefined && known !== shape) throw new Error(`Two shapes are called ${shape.name}`)
  if (known !== undefined) return
  into.set(shape.name, shape)
  for (const field of [...Object.values(shape.fields), shape.others]) if (field?.inner) collect(field.inner, into)
}

const shapeSchema = (shape: Shape): JsonSchema => ({
  ...objectSchema(shape.name, shape.fields, name => !shape.fields[name]!.sometimes, inAnswers),
  ...(shape.others && { additionalProperties: inAnswers(shape.others) }),
  description: shape.description,
})

/**
 * What is demanded of those who set a member does not hold for what was there before, or what nobody ever set: a name may
 * be missing where one must be given, and an address may be none.
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
  // What requests are only guarded from is not part of the object.
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
