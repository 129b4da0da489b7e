// Detects XML: the string has the flag, or it has tags and is well-formed.

import type { CheckedUnit, Span } from '../checked-unit.ts'
import { delimited } from '../scan.ts'
import { readXml } from './xml.ts'

/** Everything from an opening to the next closing angle bracket. */
export function angleTags(text: string): readonly Span[] {
  return text.includes('<') ? delimited(text, '<', '>').filter(({ inner }) => !inner.startsWith('>')) : []
}

export function isXml(unit: CheckedUnit): boolean {
  // HTML is not XML and has its own check.
  if (unit.flags.hasAny(['safe-html', 'auto-safe-html'])) return false
  if (unit.flags.has('xml-text')) return true
  if (unit.sources.every(source => angleTags(source).length === 0)) return false
  return unit.sources.every(source => readXml(source) !== undefined)
}
