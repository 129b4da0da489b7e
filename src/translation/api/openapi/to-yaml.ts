// Minimal YAML writer for JSON values. It takes milliseconds where a full YAML library takes a second.

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Strings that are safe without quotes in every YAML version, unlike "yes", "1e3" or "a: b". */
const plain = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_][\w./-]*(?: [\w./-]+)*$/i

/** YAML reads JSON's quoted strings as they are. */
const scalar = (value: null | boolean | number | string): string =>
  typeof value === 'string' && plain.test(value) && value.length < 200 ? value : JSON.stringify(value)

/** Converts a JSON-compatible value; undefined members are left out, as in JSON. */
export function toYaml(value: unknown): string {
  return lines(JSON.parse(JSON.stringify(value)) as Json, '')
}

function lines(value: Json, indent: string): string {
  if (typeof value !== 'object' || value === null) return `${indent}${scalar(value)}\n`
  if (Array.isArray(value))
    return value.map(item => `${indent}-${valueAfterKey(item, indent)}`).join('') || `${indent}[]\n`
  const members = Object.entries(value as Record<string, Json>)
  return (
    members.map(([name, member]) => `${indent}${scalar(name)}:${valueAfterKey(member, indent)}`).join('') ||
    `${indent}{}\n`
  )
}

/** Scalars and empty collections go on the same line, the rest on indented lines below. */
function valueAfterKey(value: Json, indent: string): string {
  const isShort = typeof value !== 'object' || value === null || Object.keys(value).length === 0
  return isShort ? ` ${lines(value, '')}` : `\n${lines(value, `${indent}  `)}`
}
