import grants from './grants.json' with { type: 'json' }

/** A grant is a bundle of rights that a person hands on to a program. */
export const GRANTS: Readonly<Record<string, readonly string[]>> = grants

/** Rights that a bot password opens, out of those that its owner has. "basic" always belongs to it. */
export function rightsOfGrants(names: readonly string[], ownRights: readonly string[]): string[] {
  const granted = new Set(['basic', ...names].flatMap(name => (Object.hasOwn(GRANTS, name) ? GRANTS[name]! : [])))
  return ownRights.filter(right => granted.has(right))
}
