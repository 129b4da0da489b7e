// For tests: whether an answer is what the OpenAPI document says it is.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { Addresses } from '../../values/addresses.ts'
import type { Resource } from '../resource.ts'
import { Router } from '../router.ts'
import { openApi } from './document.ts'

interface Answered {
  status: number
  headers: Record<string, string | undefined>
  json: unknown
}

interface Described {
  responses: Record<string, { content?: Record<string, { schema?: object }> }>
}

type Paths = Record<string, Record<string, Described>>

/** Holds answers against the document that these resources make. */
export class AnswerCheck {
  readonly #router: Router
  readonly #paths: Paths
  readonly #ajv: Ajv2020
  readonly #known = new Map<string, ValidateFunction>()

  constructor(resources: readonly Resource[], site: string) {
    this.#router = new Router(resources)
    const document = openApi(resources, new Addresses(site), 'test')
    this.#paths = document.paths as Paths
    this.#ajv = new Ajv2020({ strict: false, allErrors: true })
    formats.default(this.#ajv)
    this.#ajv.addSchema({ $id: 'api', components: document.components as object })
  }

  /** What is wrong with an answer; null when nothing is. Only JSON is looked into. */
  problem(method: string, url: string, { status, headers, json }: Answered): string | null {
    const path = url.split('?')[0]!
    const match = path.startsWith('/api/') ? this.#router.find(path.slice('/api'.length)) : null
    if (match === null || method === 'OPTIONS' || method === 'HEAD') return null
    const pattern = `/api${match.resource.path.replace(/:(\w+)(?:\([^/]*\))?/g, '{$1}')}`
    const described = this.#paths[pattern]?.[method.toLowerCase()]
    // A form of the browsable pages names its method in the body.
    if (described === undefined && status < 400) return null
    // A method that the document does not have is refused, and every refusal looks alike.
    const responses: Described['responses'] = described?.responses ?? { '4XX': { content: ERROR } }
    const response = responses[status] ?? responses[`${String(status)[0]}XX`]
    if (response === undefined) return status >= 300 ? null : `status ${status} is not in the document`
    if (headers['content-type'] !== 'application/json') return null
    // A list without its envelope is another form of the same answer.
    if (match.format === 'json-flat' || /[?&]format=json-flat\b/.test(url)) return null
    if (response.content?.['*/*']) return null
    const schema = response.content?.['application/json']?.schema
    if (schema === undefined) return 'JSON where the document has none'
    const validate = this.#validatorOf(schema)
    return validate(json) ? null : this.#ajv.errorsText(validate.errors, { dataVar: 'answer' })
  }

  #validatorOf(schema: object): ValidateFunction {
    // References in the document start at its top, which for this schema is the document and not itself.
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')
    const known = this.#known.get(text)
    if (known) return known
    const made = this.#ajv.compile(JSON.parse(text) as object)
    this.#known.set(text, made)
    return made
  }
}

const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } }
