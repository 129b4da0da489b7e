// Keys for formats that find strings by key, for units that may come from files without keys.

import { distinctIds } from '../distinct-ids.ts'
import type { ExportUnit } from '../exported-unit.ts'

// The context where it is a key, that is, where no other unit has it; else the source text.
export function keysFor(units: readonly ExportUnit[]): string[] {
  const contexts = new Map<string, number>()
  for (const { context } of units) contexts.set(context, (contexts.get(context) ?? 0) + 1)
  const distinct = distinctIds()
  return units.map(({ context, source }) => {
    const unique = context !== '' && contexts.get(context) === 1
    return distinct(unique ? context : (source[0] ?? context)).replace('\u0018', ' ')
  })
}

// Names as Android accepts them.
export function identifiersFor(units: readonly ExportUnit[]): string[] {
  const distinct = distinctIds()
  return keysFor(units).map(key => {
    const name = key.replace(/[^A-Za-z0-9_.]+/g, '_').replace(/^(?=[^A-Za-z_])/, '_')
    return distinct(name.slice(0, 80)).replace('\u0018', '_')
  })
}
