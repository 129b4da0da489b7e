// For tests: whether an answer is what the OpenAPI document says it is.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

interface Answered {
  status: number
  headers: Readonly<Record<string, unknown>>
  /** The body as it is sent. */
  text: string
}

type Content = Record<string, { schema?: object }>

interface Described {
  responses: Record<string, { content?: Content }>
}

interface Parameter {
  name: string
  schema: { type: string }
}

type Item = { parameters?: Parameter[] } & Record<string, Described>

interface Route {
  readonly pattern: RegExp
  readonly variables: number
  readonly item: Item
}

/** Holds answers against a document of the REST API. Objects may have no member that the document does not name. */
export class AnswerCheck {
  readonly #routes: Route[]
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })
  readonly #known = new Map<string, ValidateFunction>()

  constructor(document: object) {
    const { paths, components } = document as { paths: Record<string, Item>; components: object }
    this.#routes = Object.entries(paths)
      .map(([path, item]) => routeOf(path, item))
      .sort((a, b) => a.variables - b.variables)
    formats.default(this.#ajv)
    this.#ajv.addSchema({ $id: 'api', components: closed(components) })
  }

  /** What is wrong with an answer; null when nothing is. */
  problem(method: string, url: string, { status, headers, text }: Answered): string | null {
    const path = url.split('?')[0]!
    if (method === 'OPTIONS' || !path.startsWith('/api/')) return null
    // An ending stands for the format, as the router reads it.
    const suffix = /\.(json|api|csv|json-flat)$|(?<=\/file)\.([a-z0-9-]+)$/.exec(path)
    const plain = suffix ? `${path.slice(0, suffix.index)}/` : path
    const item = this.#routes.find(({ pattern }) => pattern.test(plain))?.item
    const type = String(headers['content-type'] ?? '').split(';')[0]!
    const described = item?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
    // A form of the browsable pages names its method in the body, and is led on to another page.
    if (method === 'POST' && (type === 'text/html' || status === 303 || described === undefined)) return null
    // What the document does not have is refused, and every refusal looks alike.
    if (described === undefined && status < 400) return `it is not in the document, and was answered ${status}`
    const responses: Described['responses'] = described?.responses ?? { '4XX': { content: REFUSED } }
    const response = responses[status] ?? responses[`${String(status)[0]}XX`]
    if (response === undefined) return `status ${status} is not in the document`
    if (method === 'HEAD') return null
    if (response.content === undefined) return text === '' ? null : 'a body where the document has none'
    const media = response.content[type]
    if (media === undefined) return `the type "${type}" is not in the document`
    if (type !== 'application/json' || (media.schema as { format?: string }).format === 'binary') return null
    const isFlat = suffix?.[1] === 'json-flat' || /[?&]format=json-flat\b/.test(url)
    const validate = this.#validatorOf(isFlat ? flatOf(media.schema!) : media.schema!)
    return validate(JSON.parse(text)) ? null : this.#ajv.errorsText(validate.errors, { dataVar: 'answer' })
  }

  #validatorOf(schema: object): ValidateFunction {
    // References in the document start at its top, which for this schema is the document and not itself.
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"api#/components/')
    const known = this.#known.get(text)
    if (known) return known
    const made = this.#ajv.compile(JSON.parse(text) as object)
    this.#known.set(text, made)
    return made
  }
}

const REFUSED: Content = {
  'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } },
  'text/html': { schema: { type: 'string' } },
}

function routeOf(path: string, item: Item): Route {
  const isNumber = new Set(item.parameters?.filter(({ schema }) => schema.type === 'integer').map(({ name }) => name))
  const pattern = path.replace(/\{(\w+)\}/g, (_, name: string) => (isNumber.has(name) ? '\\d+' : '[^/]+'))
  return { pattern: new RegExp(`^${pattern}$`), variables: item.parameters?.length ?? 0, item }
}

/** A list without its envelope is another form of the same answer. */
function flatOf(schema: { properties?: { results?: object } }): object {
  return schema.properties?.results ?? schema
}

/** The same schemas without room for members that they do not name. */
function closed<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(closed) as T
  const inner = Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, closed(each)]))
  const isOpen = inner.type !== 'object' || inner.properties === undefined || 'additionalProperties' in inner
  return (isOpen ? inner : { ...inner, additionalProperties: false }) as T
}
