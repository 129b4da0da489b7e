// The text as shown to users: without markup if the flags say it is XML, and with replacements applied.

import type { CheckedUnit } from './checked-unit.ts'
import { pairsParameter } from './flag-parameters.ts'
import { FlagParameterError } from './flags.ts'
import { parseXml } from './markup/xml.ts'
import { anyOf } from './pattern.ts'

function replacements(unit: CheckedUnit): ReadonlyMap<string, string> {
  const values = unit.flags.values('replacements')
  try {
    return values === undefined ? new Map() : pairsParameter(values)
  } catch (error) {
    if (error instanceof FlagParameterError) return new Map()
    throw error
  }
}

export function rendered(text: string, unit: CheckedUnit): string {
  const shown = unit.flags.has('xml-text') ? (parseXml(text, true)?.text ?? text) : text
  const replaced = replacements(unit)
  const keys = [...replaced.keys()].filter(key => key !== '')
  if (keys.length === 0) return shown
  return shown.replace(anyOf(keys), key => replaced.get(key)!)
}
