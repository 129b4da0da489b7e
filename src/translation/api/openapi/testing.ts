// Test helper: validates responses against the OpenAPI document.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

interface Response {
  status: number
  headers: Readonly<Record<string, unknown>>
  /** The raw body. */
  text: string
}

type Content = Record<string, { schema?: object }>

interface DocumentedOperation {
  responses: Record<string, { content?: Content }>
}

interface Parameter {
  name: string
  schema: { type: string }
}

type Item = { parameters?: Parameter[] } & Record<string, DocumentedOperation>

interface Route {
  readonly pattern: RegExp
  readonly variables: number
  readonly item: Item
}

/** Validates REST responses against an OpenAPI document. Members that the document does not list count as errors. */
export class AnswerCheck {
  readonly #routes: Route[]
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(document: object) {
    const { paths, components } = document as { paths: Record<string, Item>; components: object }
    this.#routes = Object.entries(paths)
      .map(([path, item]) => routeOf(path, item))
      .sort((a, b) => a.variables - b.variables)
    formats.default(this.#ajv)
    this.#ajv.addSchema({ $id: 'api', components: closed(components) })
  }

  /** Describes the first mismatch between a response and the document; null if there is none. */
  problem(method: string, url: string, { status, headers, text }: Response): string | null {
    const path = url.split('?')[0]!
    if (method === 'OPTIONS' || !path.startsWith('/api/')) return null
    // The router reads a suffix as the format.
    const suffix = /\.(json|api|csv|json-flat)$|(?<=\/file)\.([a-z0-9-]+)$/.exec(path)
    const plain = suffix ? `${path.slice(0, suffix.index)}/` : path
    const item = this.#routes.find(({ pattern }) => pattern.test(plain))?.item
    const type = String(headers['content-type'] ?? '').split(';')[0]!
    const operation = item?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
    // Forms on browsable pages send their method in the body, and the response redirects to another page.
    if (method === 'POST' && (type === 'text/html' || status === 303 || operation === undefined)) return null
    // Operations that the document does not list must fail, with the usual error body.
    if (operation === undefined && status < 400) return `the operation is not in the document, but returned ${status}`
    const responses = operation?.responses ?? UNLISTED_RESPONSES
    const response = responses[status] ?? responses[`${String(status)[0]}XX`]
    if (response === undefined) return `status ${status} is not in the document`
    if (method === 'HEAD') return null
    if (response.content === undefined) return text === '' ? null : 'the response has a body, but the document has none'
    const media = response.content[type]
    if (media === undefined) return `the type "${type}" is not in the document`
    if (type !== 'application/json' || (media.schema as { format?: string }).format === 'binary') return null
    const isFlat = suffix?.[1] === 'json-flat' || /[?&]format=json-flat\b/.test(url)
    const validate = this.#validatorOf(isFlat ? flatOf(media.schema!) : media.schema!)
    return validate(JSON.parse(text)) ? null : this.#ajv.errorsText(validate.errors, { dataVar: 'answer' })
  }

  #validatorOf(schema: object): ValidateFunction {
    // References start at the top of the document, not of this schema.
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"api#/components/')
    const cached = this.#validators.get(text)
    if (cached) return cached
    const validator = this.#ajv.compile(JSON.parse(text) as object)
    this.#validators.set(text, validator)
    return validator
  }
}

const ERROR_CONTENT: Content = {
  'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } },
  'text/html': { schema: { type: 'string' } },
}

const UNLISTED_RESPONSES: DocumentedOperation['responses'] = {
  '4XX': { content: ERROR_CONTENT },
  '5XX': { content: ERROR_CONTENT },
}

function routeOf(path: string, item: Item): Route {
  const isNumber = new Set(item.parameters?.filter(({ schema }) => schema.type === 'integer').map(({ name }) => name))
  const pattern = path.replace(/\{(\w+)\}/g, (_, name: string) => (isNumber.has(name) ? '\\d+' : '[^/]+'))
  return { pattern: new RegExp(`^${pattern}$`), variables: item.parameters?.length ?? 0, item }
}

/** The schema of a `json-flat` response, which is the list without its envelope. */
function flatOf(schema: { properties?: { results?: object } }): object {
  return schema.properties?.results ?? schema
}

/** Copies schemas so that they reject members they do not list. */
function closed<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(closed) as T
  const inner = Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, closed(each)]))
  const isOpen = inner.type !== 'object' || inner.properties === undefined || 'additionalProperties' in inner
  return (isOpen ? inner : { ...inner, additionalProperties: false }) as T
}
