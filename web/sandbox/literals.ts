// String literals in each programming language.

export const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** JSON strings are also valid in JavaScript and Python. */
export const quoted = (text: string): string => JSON.stringify(text)

/** JavaScript in the style of our own sources. */
export const script = (text: string): string => {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner}'`
}

export function perl(text: string): string {
  if (!/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text))
    return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const inner = text
    .replace(/[\\"$@]/g, '\\$&')
    .replace(/[\u0000-\u001f\u007f]/g, char => `\\x{${char.charCodeAt(0).toString(16)}}`)
  return `"${inner}"`
}

/** A property name, quoted only if necessary. */
export const member = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : script(name))

/** A JSON value as formatted JavaScript. */
export function scriptValue(value: unknown, indent = ''): string {
  const deeper = `${indent}  `
  if (typeof value === 'string') return script(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `[${value.map(each => scriptValue(each, indent)).join(', ')}]`
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  const lines = entries.map(([name, inner]) => `${deeper}${member(name)}: ${scriptValue(inner, deeper)},`)
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** A JSON value as Python. */
export function python(value: unknown, indent = ''): string {
  const deeper = `${indent}    `
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(each => python(each, indent)).join(', ')}]`
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  const lines = entries.map(([name, inner]) => `${deeper}${quoted(name)}: ${python(inner, deeper)},`)
  return `{\n${lines.join('\n')}\n${indent}}`
}
