/** The subset of JSON Schema that our documents use. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly anyOf?: readonly Schema[]
  readonly $ref?: string
  readonly description?: string
}

const NAMES: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
}

export function typeText(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(each => JSON.stringify(each)).join(' | ')
  const variants = schema.anyOf?.filter(each => each.const !== '')
  if (variants) return [...new Set(variants.map(typeText))].join(' | ')
  if (schema.format === 'binary') return 'Blob'
  const types = [schema.type].flat().filter(each => each !== undefined)
  if (types.length === 0) return 'unknown'
  return types
    .map(type => NAMES[type] ?? (type === 'array' ? arrayText(schema.items ?? {}) : objectText(schema)))
    .join(' | ')
}

function arrayText(items: Schema): string {
  const text = typeText(items)
  return /^[\w.]+$/.test(text) ? `${text}[]` : `Array<${text}>`
}

function objectText({ properties, required = [], additionalProperties }: Schema): string {
  const names = Object.keys(properties ?? {})
  if (names.length === 0)
    return additionalProperties ? `Record<string, ${typeText(additionalProperties)}>` : 'JsonObject'
  const rest = additionalProperties ? '[name: string]: unknown;' : ''
  return `{\n${membersText(properties!, required)}${rest && `  ${rest}\n`}}`
}

/** The members of an interface with their descriptions. */
export function membersText(properties: Readonly<Record<string, Schema>>, required: readonly string[]): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?'
      return `${comment(schema.description, '  ')}  ${key(name)}${mark}: ${indented(typeText(schema))}\n`
    })
    .join('')
}

const indented = (text: string): string => text.replaceAll('\n', '\n  ')

export const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)

export function comment(text: string | undefined, indent = ''): string {
  if (!text) return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n').filter(Boolean)
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map(line => `${indent} * ${line}\n`).join('')}${indent} */\n`
}
