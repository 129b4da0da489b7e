// Plain values as YAML that people can read. A library that knows all of YAML takes a second for what this does in a few milliseconds.

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Words that mean the same in every version of YAML, unlike "yes", "1e3" or "a: b". */
const plain = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_][\w./-]*(?: [\w./-]+)*$/i

/** What JSON writes between quotes YAML reads the same way. */
const scalar = (value: null | boolean | number | string): string =>
  typeof value === 'string' && plain.test(value) && value.length < 200 ? value : JSON.stringify(value)

/** `value` holds what JSON can say; members that are undefined are left out, as there. */
export function toYaml(value: unknown): string {
  return lines(JSON.parse(JSON.stringify(value)) as Json, '')
}

function lines(value: Json, indent: string): string {
  if (typeof value !== 'object' || value === null) return `${indent}${scalar(value)}\n`
  if (Array.isArray(value)) return value.map(item => `${indent}-${behind(item, indent)}`).join('') || `${indent}[]\n`
  const members = Object.entries(value as Record<string, Json>)
  return (
    members.map(([name, member]) => `${indent}${scalar(name)}:${behind(member, indent)}`).join('') || `${indent}{}\n`
  )
}

/** On the same line where it is short, below it and further in where it is not. */
function behind(value: Json, indent: string): string {
  const isShort = typeof value !== 'object' || value === null || Object.keys(value).length === 0
  return isShort ? ` ${lines(value, '')}` : `\n${lines(value, `${indent}  `)}`
}
