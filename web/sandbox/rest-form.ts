// Form for the REST API, generated from its OpenAPI document. Its state is the entered values, by location and name:
// `path.project`, `query.page`, `body.name`.
import { splitMany, type Values } from './action-form.ts'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly format?: string
  readonly maxLength?: number
  /** Of texts in a language for documents, such as wikitext. */
  readonly contentMediaType?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly readOnly?: boolean
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security?: readonly unknown[]
  /** Whether a POST changes nothing. */
  readonly 'x-read-only'?: boolean
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

export interface OpenApi {
  readonly servers?: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export type Place = 'path' | 'query' | 'body'

export interface RestField {
  readonly place: Place
  readonly name: string
  /** Key in the form's values. */
  readonly key: string
  readonly schema: Schema
  readonly required: boolean
  readonly description: string
  readonly example: unknown
}

export interface Operation {
  readonly id: string
  readonly method: string
  /** `/api/projects/{project}/` */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** Requires login. */
  readonly forAccounts: boolean
  readonly writes: boolean
  readonly fields: readonly RestField[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const shared = (item.parameters ?? []) as Parameter[]
    return METHODS.flatMap(method => {
      const declared = item[method] as OperationObject | undefined
      return declared ? [operationOf(document, path, method, declared, shared)] : []
    })
  })
}

function operationOf(
  document: OpenApi,
  path: string,
  method: string,
  declared: OperationObject,
  shared: readonly Parameter[],
): Operation {
  // The sandbox sends no headers.
  const asked = [...shared, ...(declared.parameters ?? [])].filter(each => each.in !== 'header')
  const parameters = asked.map(each => ({
    place: each.in as Place,
    name: each.name,
    key: `${each.in}.${each.name}`,
    schema: resolved(document, each.schema),
    required: each.required ?? false,
    description: each.description ?? '',
    example: each.example,
  }))
  return {
    id: declared.operationId,
    method: method.toUpperCase(),
    path,
    tag: declared.tags[0] ?? '',
    summary: declared.summary,
    description: declared.description ?? '',
    forAccounts: declared.security !== undefined,
    writes: method !== 'get' && declared['x-read-only'] !== true,
    fields: [...parameters, ...bodyFields(document, declared)],
  }
}

/** Multipart forms have all JSON fields, and files. */
function bodyFields(document: OpenApi, { requestBody }: OperationObject): RestField[] {
  if (!requestBody) return []
  const { content } = requestBody
  const schema = resolved(document, (content['multipart/form-data'] ?? content['application/json'])!.schema)
  return Object.entries(schema.properties ?? {})
    .filter(([, each]) => !each.readOnly)
    .map(([name, each]) => ({
      place: 'body' as const,
      name,
      key: `body.${name}`,
      schema: resolved(document, each),
      required: schema.required?.includes(name) ?? false,
      description: each.description ?? '',
      example: exampleOf(document, each),
    }))
}

/** Example of a schema: its own, or built from its properties. */
function exampleOf(document: OpenApi, schema: Schema, depth = 0): unknown {
  const whole = resolved(document, schema)
  if (whole.examples) return whole.examples[0]
  if (depth > 3 || whole.format === 'binary') return undefined
  if (whole.properties) {
    const members = Object.entries(whole.properties).filter(
      ([name, each]) => !each.readOnly && (whole.required ?? [name]).includes(name),
    )
    return Object.fromEntries(members.map(([name, each]) => [name, exampleOf(document, each, depth + 1)]))
  }
  if (whole.items) {
    const item = exampleOf(document, whole.items, depth + 1)
    return item === undefined ? [] : [item]
  }
  return whole.enum?.[0]
}

function resolved(document: OpenApi, schema: Schema): Schema {
  if (!schema.$ref) return schema
  return { ...document.components.schemas[schema.$ref.split('/').at(-1)!], ...schema }
}

export const typesOf = ({ type }: Schema): readonly string[] => (type === undefined ? [] : ([type].flat() as string[]))

export const isFile = ({ schema }: RestField): boolean => schema.format === 'binary'
export const isSecret = ({ name }: RestField): boolean => /password|secret|^key$/.test(name)

/** Values entered as JSON: objects, lists of objects, and untyped values. */
export const isJson = ({ schema }: RestField): boolean => {
  const types = typesOf(schema)
  if (schema.enum || isFileSchema(schema)) return false
  if (types.includes('array')) return schema.items?.enum === undefined && !isPlain(schema.items)
  return types.length === 0 ? schema.anyOf === undefined || !schema.anyOf.every(isPlain) : types.includes('object')
}

const isFileSchema = (schema: Schema): boolean => schema.format === 'binary'
const isPlain = (schema: Schema | undefined): boolean => {
  const types = schema ? typesOf(schema) : []
  return types.length > 0 && types.every(each => ['string', 'integer', 'number', 'boolean', 'null'].includes(each))
}

/** Converts input to the type of its schema. Invalid input is sent unchanged, so that the server can report it. */
export function typedValue(field: RestField, text: string): unknown {
  const { schema } = field
  const types = typesOf(schema)
  if (isJson(field)) return parsed(text) ?? (text === 'null' ? null : text)
  if (types.includes('array')) {
    const list = text.trimStart().startsWith('[') ? parsed(text) : undefined
    return Array.isArray(list) ? list : splitMany(text).map(each => scalar(each, schema.items ?? {}))
  }
  return scalar(text, schema)
}

function scalar(text: string, schema: Schema): unknown {
  const types = typesOf(schema)
  if (text === 'null' && (types.includes('null') || schema.enum?.includes(null))) return null
  const known = schema.enum?.find(each => String(each) === text)
  if (known !== undefined) return known
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A value as input text. */
export function typedText(field: RestField, value: unknown): string {
  if (typeof value === 'string') return value
  if (isJson(field) || (Array.isArray(value) && value.some(each => String(each).includes('|'))))
    return JSON.stringify(value)
  return Array.isArray(value) ? value.map(String).join('|') : String(value)
}

/** Initial values: examples for all required fields, and for one field of a PATCH without required fields. */
export function exampleValues({ fields, method }: Operation): Values {
  const needed = fields.filter(field => field.place === 'path' || field.required)
  const body = fields.filter(({ place }) => place === 'body')
  const some =
    method === 'PATCH' && !needed.some(({ place }) => place === 'body')
      ? body.filter(each => each.example !== undefined && each.example !== null && !isFile(each)).slice(0, 1)
      : []
  return Object.fromEntries(
    [...needed, ...some].flatMap(field =>
      field.example === undefined || field.example === null || isFile(field)
        ? []
        : [[field.key, typedText(field, field.example)]],
    ),
  )
}

export interface RestRequest {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly pathValues: Readonly<Record<string, string>>
  /** Undefined without a body. */
  readonly body: Readonly<Record<string, unknown>> | undefined
  /** File fields, with file names. */
  readonly files: Readonly<Record<string, string>>
  readonly writes: boolean
}

/** Slashes in the slug of a component in a category are encoded twice. */
const segment = (name: string, value: string): string =>
  encodeURIComponent(name === 'component' ? value.replaceAll('/', '%2F') : value)

export function restRequestOf(operation: Operation, values: Values): RestRequest {
  const given = operation.fields.filter(({ key }) => values[key] !== undefined)
  const at = (place: Place) => given.filter(field => field.place === place)
  const read = (fields: readonly RestField[]) =>
    Object.fromEntries(fields.map(field => [field.name, typedValue(field, values[field.key]!)]))
  const pathValues = Object.fromEntries(at('path').map(({ name, key }) => [name, values[key]!]))
  const path = operation.path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    pathValues[name] === undefined ? whole : segment(name, pathValues[name]),
  )
  const query = read(at('query'))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) search.append(name, String(each))
  const hasBody = operation.fields.some(({ place }) => place === 'body')
  return {
    method: operation.method,
    query,
    pathValues,
    writes: operation.writes,
    path: search.size > 0 ? `${path}?${search}` : path,
    body: hasBody ? read(at('body').filter(field => !isFile(field))) : undefined,
    files: Object.fromEntries(
      at('body')
        .filter(isFile)
        .map(({ name, key }) => [name, values[key]!]),
    ),
  }
}

/** Finds the operation for an API URL, with its path variables. */
export function operationAt(operations: readonly Operation[], path: string): { id: string; values: Values } | null {
  for (const operation of operations.filter(({ method }) => method === 'GET').sort(byVariables)) {
    const names: string[] = []
    const pattern = operation.path
      .split(/(\{\w+\})/)
      .map(piece => {
        if (!/^\{\w+\}$/.test(piece)) return piece.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
        names.push(piece.slice(1, -1))
        return '([^/]+)'
      })
      .join('')
    const match = new RegExp(`^${pattern}$`).exec(path)
    if (match)
      return {
        id: operation.id,
        values: Object.fromEntries(
          names.map((name, i) => [`path.${name}`, decodeURIComponent(match[i + 1]!).replaceAll('%2F', '/')]),
        ),
      }
  }
  return null
}

const byVariables = (a: Operation, b: Operation): number => a.path.split('{').length - b.path.split('{').length
