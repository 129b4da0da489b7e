// Checks from the folder of plugins.

import { type Declared, needFunction, needNew, needText, pluginsOf } from '#core/plugins.ts'
import { type Check, pluralCheck, sourceCheck, type TextCheck, targetCheck } from './check.ts'
import type { CheckedUnit } from './checked-unit.ts'

/** For plugins, which declare checks in the same way as this folder. */
const TOOLS = { targetCheck, pluralCheck, sourceCheck }

export function pluginChecks(known: readonly Check[]): TextCheck[] {
  const taken = new Set(known.map(({ id }) => id))
  return pluginsOf('checks', TOOLS, declared => {
    const id = needText(declared, 'id', /^[a-z][a-z0-9_]{2,99}$/)
    needNew(id, taken)
    taken.add(id)
    needText(declared, 'name')
    needText(declared, 'description')
    needFunction(declared, 'fails')
    if (!isMade(declared)) throw new Error('declare it with targetCheck, pluralCheck or sourceCheck')
    return guarded(declared)
  })
}

const isMade = (declared: Declared): declared is Declared & TextCheck =>
  typeof declared.ignoreFlag === 'string' && Array.isArray(declared.flags) && typeof declared.applies === 'function'

/** A mistake in a plugin must not prevent saving, so the string fails the check, with the reason as its description. */
function guarded(check: TextCheck): TextCheck {
  const { id, fails, applies, placeables } = check
  return {
    ...check,
    fromPlugin: true,
    fails: unit => attempt(() => fails(unit), id, unit),
    applies: unit => attempt(() => applies(unit), id, unit),
    placeables: placeables && ((text, unit) => spans(() => placeables(text, unit), text)),
  }
}

function attempt(ask: () => unknown, id: string, unit: CheckedUnit): boolean {
  try {
    return Boolean(ask())
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    unit.notRun.set(id, `The check could not run: ${reason}`)
    return true
  }
}

function spans(ask: () => readonly { start: number; end: number }[], text: string) {
  try {
    return ask().filter(({ start, end }) => start >= 0 && start < end && end <= text.length)
  } catch {
    return []
  }
}
