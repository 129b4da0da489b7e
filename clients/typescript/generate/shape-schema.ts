/**
 * How the shapes of answers are written: `name?` is a member that not every answer has (most depend on `prop`), a text is the
 * name of a type, a list holds one kind of thing, and `'*'` is a member of any name.
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
