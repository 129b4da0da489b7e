// Reads and checks TemplateData: a description of a template and its parameters, in JSON.

import { BoundedCache } from '#cache/bounded-cache.ts'

/** A text, or texts by language. */
export type Text = string | Readonly<Record<string, string>>

export interface Parameter {
  readonly label: Text | null
  readonly description: Text | null
  readonly type: string
  readonly required: boolean
  readonly suggested: boolean
  readonly deprecated: boolean | string
  readonly default: Text | null
  readonly example: Text | null
  readonly autovalue: string | null
  readonly suggestedvalues?: readonly string[]
  readonly aliases: readonly string[]
}

export interface TemplateFacts {
  readonly description: Text | null
  readonly params: Readonly<Record<string, Parameter>>
  readonly paramOrder: readonly string[]
  readonly sets: readonly { readonly label: Text; readonly params: readonly string[] }[]
  readonly maps: Readonly<Record<string, unknown>>
  readonly format: string | null
}

/** The value at a path is missing or of the wrong kind. */
export class DataFault extends Error {
  readonly parameters: readonly string[]

  constructor(key: string, ...parameters: readonly string[]) {
    super(key)
    this.parameters = parameters
  }
}

const TYPES = new Set(
  `unknown string line number boolean date wiki-page-name wiki-user-name wiki-file-name wiki-template-name content
  unbalanced-wikitext url wiki-namespace-name`.split(/\s+/),
)
const OLD_TYPES: Readonly<Record<string, string>> = {
  'string/line': 'line',
  'string/wiki-page-name': 'wiki-page-name',
  'string/wiki-user-name': 'wiki-user-name',
  'string/wiki-file-name': 'wiki-file-name',
}

const MOST_PARAMETERS = 2000

type Loose = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wrong = (path: string, type: string): never => {
  throw new DataFault('templatedata-invalid-type', path, type)
}

function textAt(value: unknown, path: string): Text | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (!isObject(value)) return wrong(path, 'string|object')
  for (const [language, text] of Object.entries(value))
    if (typeof text !== 'string') wrong(`${path}.${language}`, 'string')
  return value as Readonly<Record<string, string>>
}

function boolean(value: unknown, path: string): boolean {
  if (value === undefined) return false
  return typeof value === 'boolean' ? value : wrong(path, 'boolean')
}

function strings(value: unknown, path: string): readonly string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) return wrong(path, 'array')
  return value.map((entry, at) => {
    if (typeof entry === 'number') return String(entry)
    return typeof entry === 'string' ? entry : wrong(`${path}[${at}]`, 'string')
  })
}

function typeAt(value: unknown, path: string): string {
  if (value === undefined) return 'unknown'
  if (typeof value !== 'string') return wrong(path, 'string')
  const type = OLD_TYPES[value] ?? value
  if (!TYPES.has(type)) throw new DataFault('templatedata-invalid-value', path)
  return type
}

function parameterAt(value: unknown, path: string): Parameter {
  if (!isObject(value)) return wrong(path, 'object')
  const { deprecated = false, autovalue } = value
  if (typeof deprecated !== 'boolean' && typeof deprecated !== 'string') wrong(`${path}.deprecated`, 'boolean|string')
  if (autovalue !== undefined && typeof autovalue !== 'string') wrong(`${path}.autovalue`, 'string')
  return {
    label: textAt(value.label, `${path}.label`),
    description: textAt(value.description, `${path}.description`),
    type: typeAt(value.type, `${path}.type`),
    required: boolean(value.required, `${path}.required`),
    suggested: boolean(value.suggested, `${path}.suggested`),
    deprecated: deprecated as boolean | string,
    default: textAt(value.default, `${path}.default`),
    example: textAt(value.example, `${path}.example`),
    autovalue: (autovalue as string | undefined) ?? null,
    ...(value.suggestedvalues !== undefined && {
      suggestedvalues: strings(value.suggestedvalues, `${path}.suggestedvalues`),
    }),
    aliases: strings(value.aliases, `${path}.aliases`),
  }
}

function formatAt(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const isValid =
    typeof value === 'string' &&
    (/^(?:inline|block)$/.test(value) || /^\n?\{\{ *_+\n? *\|\n? *_+ *= *_+\n? *\}\}\n?$/.test(value))
  if (!isValid) throw new DataFault('templatedata-invalid-format', 'format')
  return value as string
}

const cache = new BoundedCache<string, TemplateFacts | DataFault>({ limit: 2_000_000 })

/** Reads a description, with inherited parameters filled in. Throws a `DataFault`. */
export function readTemplateData(json: string): TemplateFacts {
  let facts = cache.get(json)
  if (facts === undefined) {
    try {
      facts = read(json)
    } catch (error) {
      if (!(error instanceof DataFault)) throw error
      facts = error
    }
    cache.set(json, facts, json.length)
  }
  if (facts instanceof DataFault) throw facts
  return facts
}

function read(json: string): TemplateFacts {
  const data = parsed(json)
  if (!isObject(data)) return wrong('templatedata', 'object')
  if (!isObject(data.params)) throw new DataFault('templatedata-invalid-missing', 'params', 'object')
  const own = Object.entries(data.params)
  if (own.length > MOST_PARAMETERS) throw new DataFault('templatedata-invalid-value', 'params')
  const written = new Map(own)
  const params: Record<string, Parameter> = Object.create(null)
  for (const [name, value] of own) {
    const parent = isObject(value) && typeof value.inherits === 'string' ? value.inherits : null
    if (parent !== null && !written.has(parent))
      throw new DataFault('templatedata-invalid-missing', `params.${parent}`, 'object')
    const base = parent === null ? {} : written.get(parent)
    params[name] = parameterAt(isObject(base) && isObject(value) ? { ...base, ...value } : value, `params.${name}`)
  }
  const order = data.paramOrder === undefined ? Object.keys(params) : strings(data.paramOrder, 'paramOrder')
  const unknown = order.find(name => params[name] === undefined)
  if (unknown !== undefined) throw new DataFault('templatedata-invalid-value', `paramOrder "${unknown}"`)
  return {
    description: textAt(data.description, 'description'),
    params,
    paramOrder: order,
    sets: setsAt(data.sets),
    maps: isObject(data.maps) ? data.maps : {},
    format: formatAt(data.format),
  }
}

function setsAt(value: unknown): TemplateFacts['sets'] {
  if (value === undefined) return []
  if (!Array.isArray(value)) return wrong('sets', 'array')
  return value.map((set: unknown, at) => {
    if (!isObject(set)) return wrong(`sets.${at}`, 'object')
    return { label: textAt(set.label, `sets.${at}.label`) ?? '', params: strings(set.params, `sets.${at}.params`) }
  })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new DataFault('templatedata-invalid-parse')
  }
}

/** A text in a language, or in the first that there is. */
export const textIn = (text: Text | null, language: string): string => {
  if (text === null || typeof text === 'string') return text ?? ''
  return text[language] ?? text.en ?? Object.values(text)[0] ?? ''
}
