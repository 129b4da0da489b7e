import { SESSION_COOKIE } from '#accounts/session-cookie.ts'
import type { Field, Fields, JsonSchema, Shape } from '../../fields/field.ts'
import type { Addresses } from '../../values/addresses.ts'
import { PARSED_TYPES } from '../body.ts'
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
          name: SESSION_COOKIE,
          description: 'Writing also needs an X-CSRFToken header.',
        },
      },
    },
    security: [{ token: [] }, { bearer: [] }, { session: [] }, {}],
  }
}

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  addon: 'Id of an add-on.',
  announcement: 'Id of an announcement.',
  backup: 'Name of a backup.',
  category: 'Id of a category.',
  check: 'Id of a check, such as end_stop.',
  code: 'Code of a language.',
  component: 'Slug of a component; inside categories their slugs before it, with the slashes encoded twice (%252F).',
  group: 'Id of a team.',
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
  task: 'Id of a task.',
  team: 'Id of a team of the project.',
  unit: 'Id of a unit.',
  username: 'Name of a user.',
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)(\(\\d\+\))?/g)].map(([, name, digits]) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name!],
    schema: { type: digits ? 'integer' : 'string' },
  }))

function operationObject(resource: Resource, method: Method, operation: Operation, shapes: Map<string, Shape>): Json {
  const { answer, body, also = {} } = operation
  for (const each of [answer, ...Object.values(also)]) if (each) collect(each, shapes)
  if (body) for (const field of Object.values(body)) if (field.inner) collect(field.inner, shapes)
  const words = resource.path.split(/[/:()\\]+/).filter(word => /^[a-z]/.test(word) && word !== 'd')
  return {
    operationId: [method.toLowerCase(), ...words.map(word => word.replaceAll('-', '_'))].join('_'),
    tags: [resource.path.split('/')[1] || 'root'],
    summary: operation.summary,
    description: resource.description,
    ...((method === 'GET' || operation.query) && { parameters: queryParameters(resource, operation) }),
    ...(body && { requestBody: requestBody(body, method === 'PATCH') }),
    responses: {
      [operation.status]: { description: 'Success', ...answerContent(operation) },
      ...Object.fromEntries(
        Object.entries(also).map(([status, shape]) => [
          status,
          { description: shape.description, content: { 'application/json': { schema: reference(shape) } } },
        ]),
      ),
      '4XX': {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } },
      },
    },
  }
}

function queryParameters(resource: Resource, operation: Operation): Json[] {
  const own = Object.entries(operation.query ?? {}).map(([name, field]) => ({
    name,
    in: 'query',
    required: field.required,
    ...(field.help && { description: field.help }),
    schema: field.schema,
  }))
  const more = [...(resource.flat ? ['json-flat'] : []), ...(resource.openMetrics ? ['openmetrics'] : [])]
  const formats = ['json', 'api', 'csv', ...more]
  const format = {
    name: 'format',
    in: 'query',
    description: 'In which form the answer comes, when the Accept header does not say so.',
    schema: { type: 'string', enum: formats },
  }
  return [
    ...own,
    ...(resource.ownFormat || operation.answers === 'raw' ? [] : [format]),
    ...(operation.answers === 'page' ? pageParameters(operation) : []),
  ]
}

const pageParameters = ({ pageSize }: Operation): Json[] => [
  { name: 'page', in: 'query', description: 'A page number, or "last".', schema: { type: 'string' } },
  {
    name: 'page_size',
    in: 'query',
    description: 'How many a page has.',
    schema: { type: 'integer', minimum: 1, maximum: pageSize?.max ?? 1000, default: pageSize?.default ?? 50 },
  },
]

function requestBody(fields: Fields, partial: boolean): Json {
  const writable = Object.entries(fields).filter(([, field]) => !field.readOnly)
  const needed = writable.filter(([, field]) => field.required && !partial)
  const isFile = ([, field]: [string, Field]) => field.type === 'file upload'
  const schemaOf = (some: [string, Field][]) => {
    const own = Object.fromEntries(some)
    return objectSchema(
      own,
      name => !partial && own[name]!.required,
      field => field.schema,
    )
  }
  const content = Object.fromEntries(
    // Files travel in forms; where none is needed the rest can come in any way.
    PARSED_TYPES.filter(type => type === 'multipart/form-data' || !needed.some(isFile)).map(type => [
      type,
      { schema: schemaOf(writable.filter(each => type === 'multipart/form-data' || !isFile(each))) },
    ]),
  )
  return { required: needed.length > 0, content }
}

const reference = (shape: Shape): JsonSchema => ({ $ref: `#/components/schemas/${shape.name}` })

function answerContent({ answer, answers }: Operation): Json {
  if (answers === 'nothing') return {}
  if (answers === 'raw') return { content: { '*/*': {} } }
  const one: JsonSchema = answer ? reference(answer) : { type: 'object' }
  const schema = answers === 'one' ? one : answers === 'array' ? { type: 'array', items: one } : pageOf(one)
  const text = { schema: { type: 'string' } }
  return { content: { 'application/json': { schema }, 'text/html': text, 'text/csv': text } }
}

const address = { type: ['string', 'null'], format: 'uri' }
const pageOf = (one: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['count', 'next', 'previous', 'results'],
  properties: { count: { type: 'integer' }, next: address, previous: address, results: { type: 'array', items: one } },
})

function collect(shape: Shape, into: Map<string, Shape>): void {
  const known = into.get(shape.name)
  if (known !== undefined && known !== shape) throw new Error(`Two shapes are called ${shape.name}`)
  if (known !== undefined) return
  into.set(shape.name, shape)
  for (const field of [...Object.values(shape.fields), shape.others]) if (field?.inner) collect(field.inner, into)
}

const shapeSchema = (shape: Shape): JsonSchema => ({
  ...objectSchema(shape.fields, name => !shape.fields[name]!.sometimes, inAnswers),
  ...(shape.others && { additionalProperties: inAnswers(shape.others) }),
  ...(shape.description && { description: shape.description }),
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
      fields.map(([name, field]) => [
        name,
        {
          ...schemaOf(field),
          ...(field.readOnly && { readOnly: true }),
          ...(field.help && { description: field.help }),
        },
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
