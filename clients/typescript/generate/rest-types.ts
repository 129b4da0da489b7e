import { openApi } from '../../../src/translation/api/openapi/document.ts'
import { rest } from '../../../src/translation/api/resources/index.ts'
import { Addresses } from '../../../src/translation/values/addresses.ts'
import { comment, key, membersText, type Schema, typeText } from './type-text.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

interface OperationObject {
  summary: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Document {
  paths: Record<string, { parameters?: Parameter[] } & Record<string, OperationObject>>
  components: { schemas: Record<string, Schema> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The objects of the REST API, and the parameters and responses of its operations. */
export function restTypes(): string {
  const document = openApi(rest, new Addresses('https://example.org'), '1') as unknown as Document
  const { schemas } = document.components
  const shapes = Object.entries(schemas)
    .filter(([name]) => !name.endsWith('_body'))
    .map(([name, schema]) => shapeText(name, schema))
  const paths = Object.entries(document.paths).map(([path, { parameters = [], ...operations }]) => {
    const methods = METHODS.filter(method => operations[method]).map(method =>
      operationText(method, operations[method]!, parameters, schemas),
    )
    return `  '${path.slice('/api'.length)}': {\n${methods.join('')}  }\n`
  })
  const files = Object.entries(document.paths)
    .filter(([, { get }]) => get && isFile(get.responses))
    .map(([path]) => `  '${path.slice('/api'.length)}',\n`)
  const facts = `\n/** Paths that return a file. */\nexport const FILES: ReadonlySet<string> = new Set([\n${files.join('')}])\n`
  return `${shapes.join('\n')}\n/** Every operation by path and method. */\nexport interface RestOperations {\n${paths.join('')}}\n${facts}`
}

function shapeText(name: string, schema: Schema): string {
  if (!schema.properties || Object.keys(schema.properties).length === 0)
    return `${comment(schema.description)}export type ${name} = ${typeText(schema)}\n`
  return `${comment(schema.description)}export interface ${name} {\n${membersText(schema.properties, schema.required ?? [])}}\n`
}

function operationText(
  method: string,
  { summary, parameters = [], requestBody, responses }: OperationObject,
  inPath: readonly Parameter[],
  schemas: Readonly<Record<string, Schema>>,
): string {
  const parts = [
    ...(inPath.length > 0
      ? [
          `path: ${objectOf(
            inPath.map(each => ({ ...each, required: true })),
            true,
          )}`,
        ]
      : []),
    `query: ${objectOf(parameters.filter(each => each.in === 'query' && (each.name !== 'format' || isFile(responses))))}`,
    ...(requestBody ? [`body: ${bodyText(requestBody, schemas)}`] : []),
    `answer: ${answerText(responses)}`,
  ]
  return `    /** ${summary}. */\n    ${method}: {\n${parts.map(each => `      ${each.replaceAll('\n', '\n      ')}\n`).join('')}    }\n`
}

/** Whether `format` selects a file format rather than a response format. */
const isFile = (responses: OperationObject['responses']): boolean =>
  Object.values(responses[200]?.content ?? {}).every(({ schema }) => schema.format === 'binary')

function objectOf(parameters: readonly Parameter[], allowNumbers = false): string {
  if (parameters.length === 0) return 'NoParameters'
  const members = parameters.map(({ name, required, description, schema }) => {
    // Numbers and strings look the same in a path.
    const type = allowNumbers ? 'string | number' : typeText(schema)
    return `${comment(description, '  ')}  ${key(name)}${required ? '' : '?'}: ${type}\n`
  })
  return `{\n${members.join('')}}`
}

function bodyText(
  { content }: NonNullable<OperationObject['requestBody']>,
  schemas: Readonly<Record<string, Schema>>,
): string {
  const { schema } = content['multipart/form-data']!
  const whole = schema.$ref ? schemas[schema.$ref.split('/').at(-1)!]! : schema
  if (Object.keys(whole.properties ?? {}).length === 0) return 'NoParameters'
  return `{\n${membersText(whole.properties!, whole.required ?? [])}}`
}

function answerText(responses: OperationObject['responses']): string {
  const success = Object.entries(responses).filter(([status]) => /^2/.test(status))
  const types = success.map(([, { content }]) => {
    if (content === undefined) return 'undefined'
    const json = content['application/json']?.schema
    if (json === undefined || json.format === 'binary') return 'Blob'
    const { results } = json.properties ?? {}
    return results?.items && json.properties!.next ? `Page<${typeText(results.items)}>` : typeText(json)
  })
  return [...new Set(types)].join(' | ')
}
