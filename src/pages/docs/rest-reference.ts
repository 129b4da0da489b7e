import { openApi } from '#translation/api/openapi/document.ts'
import { rest } from '#translation/api/resources/index.ts'
import { Addresses } from '#translation/values/addresses.ts'
import type { Written } from './library.ts'
import { code, prose, request, table } from './words.ts'

export const REST_API = 'api/rest'
const OBJECTS = `${REST_API}/objects`

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema
  readonly required?: readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly readOnly?: boolean
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: unknown
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Operation>> & { readonly parameters?: readonly Parameter[] }>
  >
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Listed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  /** Path parameters, then those of the operation. */
  readonly parameters: readonly Parameter[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
/** Request bodies are documented with their operation. */
const BODY = /_body$/

/** Reference of the REST API, one page per resource, generated from the OpenAPI document. */
export function restReference(site: string, version: string): Written[] {
  const document = openApi(rest, new Addresses(site), version) as unknown as Document
  const operations = listed(document)
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags[0]!)
  const tags = document.tags.map(
    ({ name, description }): Written => ({
      path: `${REST_API}/${name}`,
      title: `/api/${name === 'root' ? '' : `${name}/`}`,
      summary: description,
      group: 'rest',
      write: () => tagText(name, description, byTag.get(name) ?? [], document),
    }),
  )
  return [
    {
      path: REST_API,
      title: 'REST API',
      summary:
        "The translation platform's API, compatible with Weblate's: every operation with its parameters and responses.",
      group: 'apis',
      write: () => overview(document, byTag),
    },
    ...tags,
    {
      path: OBJECTS,
      title: 'REST API objects',
      summary: 'Every object that the REST API returns, with its fields.',
      group: 'rest',
      write: () => objectsText(document),
    },
  ]
}

const listed = ({ paths }: Document): Listed[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap(method => {
      const operation = item[method]
      if (operation === undefined) return []
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      return [{ method: method.toUpperCase(), path, operation, parameters }]
    }),
  )

const anchorOf = ({ operation }: Listed): string => `/docs/${REST_API}/${operation.tags[0]!}/#${operation.operationId}`

function overview({ tags }: Document, byTag: ReadonlyMap<string, readonly Listed[]>): string {
  const parts = tags.map(({ name, description }) => {
    const rows = (byTag.get(name) ?? []).map(each => [
      each.method,
      `[${code(each.path)}](${anchorOf(each)})`,
      prose(each.operation.summary),
    ])
    return `## [${name}](/docs/${REST_API}/${name}/)\n\n${prose(description)}\n\n${table(['method', 'path', 'description'], rows)}`
  })
  return `# REST API

The translation platform serves Weblate's REST API under \`/api/\`, so clients written for Weblate work here. Responses are
JSON, or HTML in a browser. Send API keys in the header \`Authorization: Token …\`.

${request('GET', '/api/languages/de/statistics/')}

For keys, pagination, limits and errors, see [the APIs](/docs/api/). Machine-readable description:
[OpenAPI](/api/schema/?format=json) ([viewer](/api/docs/)). Fields of the responses: [objects](/docs/${OBJECTS}/).

${parts.join('\n\n')}
`
}

const tagText = (name: string, description: string, operations: readonly Listed[], document: Document): string =>
  `# ${name === 'root' ? '/api/' : `/api/${name}/`}

${prose(description)}

${operations.map(each => operationText(each, document)).join('\n\n')}
`

function operationText({ method, path, operation, parameters }: Listed, document: Document): string {
  const { summary, description, operationId, requestBody, responses } = operation
  const parts = [
    `## ${prose(summary)} {#${operationId}}`,
    request(method, path),
    `${prose(description)}${operation.security ? ' Requires login or an API key.' : ''}`,
    parameters.length > 0 && `**Parameters**\n\n${parameterTable(parameters)}`,
    requestBody && bodyText(requestBody, document),
    `**Responses**\n\n${Object.entries(responses)
      .map(([status, { description: about, content }]) => `- ${code(status)}: ${prose(about)}${answerOf(content)}`)
      .join('\n')}`,
  ]
  return parts.filter(Boolean).join('\n\n')
}

const parameterTable = (parameters: readonly Parameter[]): string =>
  table(
    ['name', 'type', 'description'],
    parameters.map(({ name, in: where, required, description = '', schema }) => [
      where === 'path' ? `{${name}}` : name,
      `${typeOf(schema)}${required && where !== 'path' ? '; required' : ''}`,
      prose(description),
    ]),
  )

function bodyText({ content }: NonNullable<Operation['requestBody']>, document: Document): string {
  const types = Object.keys(content)
  // Multipart forms are the most complete, because they include files.
  const { schema } = content['multipart/form-data'] ?? content[types[0]!]!
  const whole = followed(schema, document)
  const sent = `**Body**, as ${types.map(code).join(', ')}`
  return Object.keys(whole.properties ?? {}).length === 0
    ? `${sent}: no fields are required.`
    : `${sent}\n\n${memberTable(whole)}`
}

const memberTable = ({ properties = {}, required = [] }: Schema): string =>
  table(
    ['field', 'type', 'description'],
    Object.entries(properties).map(([name, schema]) => [
      code(name),
      `${typeOf(schema)}${schema.readOnly ? '; read only' : ''}${required.includes(name) && !schema.readOnly ? '; required' : ''}`,
      prose(schema.description ?? ''),
    ]),
  )

const shapeName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

const followed = (schema: Schema, { components }: Document): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[shapeName(schema.$ref)] ?? schema)

const shapeLink = (reference: string): string => {
  const name = shapeName(reference)
  return `[${name}](/docs/${OBJECTS}/#${name.toLowerCase()})`
}

function answerOf(content: Content | undefined): string {
  const { schema } = content?.['application/json'] ?? {}
  if (schema === undefined) return content ? ` (${Object.keys(content).map(code).join(', ')})` : ''
  const listOf = schema.properties?.results?.items
  return ` (${listOf ? `a page of ${typeOf(listOf)}` : typeOf(schema)})`
}

/** Short description of a value's type. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return shapeLink(schema.$ref)
  if (schema.enum) return `one of ${schema.enum.map(each => code(String(each))).join(', ')}`
  const some = schema.anyOf?.filter(each => each.const === undefined)
  if (some?.length === 1) return typeOf(some[0]!)
  if (some && some.length > 1) return some.map(typeOf).join(' or ')
  if (schema.const !== undefined) return code(String(schema.const))
  const types = [schema.type ?? 'object'].flat()
  const words = types.map(type => (type === 'array' && schema.items ? `list of ${typeOf(schema.items)}` : type))
  const { minimum, maximum, maxLength } = schema
  return [
    words.join(' or '),
    schema.format && `(${schema.format})`,
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    schema.default !== undefined && `default ${code(String(schema.default))}`,
  ]
    .filter(Boolean)
    .join(' ')
}

function objectsText({ components }: Document): string {
  const shapes = Object.entries(components.schemas).filter(([name]) => !BODY.test(name))
  const parts = shapes
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const others = schema.additionalProperties
      const members = Object.keys(schema.properties ?? {}).length > 0 ? `\n\n${memberTable(schema)}` : ''
      const rest = others ? `\n\nAll other fields: ${typeOf(others)}.` : ''
      return `## ${name}\n\n${prose(schema.description ?? '')}${members}${rest}`
    })
  return `# REST API objects\n\nThe objects in requests and responses, in alphabetical order.\n\n${parts.join('\n\n')}\n`
}
