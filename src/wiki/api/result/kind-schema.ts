import { isEither, type Kind, type Members } from './kinds.ts'

type Schema = Record<string, unknown>

/** A kind as JSON Schema. */
export function schemaOfKind(kind: Kind): Schema {
  if (kind === 'any') return {}
  if (typeof kind === 'string') return { type: kind.includes('|') ? kind.split('|') : kind }
  if (isEither(kind)) return { anyOf: [schemaOfKind(kind[0]), schemaOfKind(kind[2])] }
  if (Array.isArray(kind)) return { type: 'array', items: schemaOfKind(kind[0] as Kind) }
  return schemaOfMembers(kind as Members)
}

export function schemaOfMembers(members: Members): Schema {
  const named = Object.entries(members).filter(([name]) => name !== '*')
  const required = named.map(([name]) => name).filter(name => !name.endsWith('?'))
  const rest = members['*']
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(named.map(([name, kind]) => [name.replace(/\?$/, ''), schemaOfKind(kind)])),
    ...(rest && { additionalProperties: schemaOfKind(rest) }),
  }
}
