/**
 * Notation for response shapes: `name?` is an optional member (most depend on `prop`), a string is the name of a type, an
 * array has one item type, and `'*'` is a member with any name.
 */
export interface Members {
  readonly [name: string]: Kind
}
export type Kind = 'string' | 'integer' | 'boolean' | 'number' | 'any' | Members | readonly [Kind]

/** One kind as JSON Schema. */
export function schemaOfKind(kind: Kind): Record<string, unknown> {
  if (kind === 'any') return {}
  if (typeof kind === 'string') return { type: kind }
  if (Array.isArray(kind)) return { type: 'array', items: schemaOfKind(kind[0] as Kind) }
  return schemaOfMembers(kind as Members)
}

export function schemaOfMembers(members: Members): Record<string, unknown> {
  const named = Object.entries(members).filter(([name]) => name !== '*')
  const rest = members['*']
  return {
    type: 'object',
    required: named.map(([name]) => name).filter(name => !name.endsWith('?')),
    properties: Object.fromEntries(named.map(([name, kind]) => [name.replace(/\?$/, ''), schemaOfKind(kind)])),
    ...(rest && { additionalProperties: schemaOfKind(rest) }),
  }
}
