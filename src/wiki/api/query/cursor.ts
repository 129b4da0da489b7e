import { fail } from '../../messages/message.ts'
import { parseTimestamp } from '../../site/timestamp.ts'

/** `loose` reads a number as PHP does: what stands at the beginning, or 0. Older modules never checked more. */
export type Part = 'int' | 'loose' | 'string' | 'timestamp'
type PartValue<P extends Part> = P extends 'string' ? string : number
export type Cursor<K extends readonly Part[]> = { [I in keyof K]: PartValue<K[I]> }

/**
 * Reads a continue value such as `0|Mars` or `20261115000000|467` back into its parts.
 * It comes from the client, so it is checked like any other input.
 */
export function readCursor<const K extends readonly Part[]>(value: string, ...kinds: K): Cursor<K> {
  const parts = value.split('|')
  if (parts.length !== kinds.length) fail('apierror-badcontinue')
  return parts.map((part, index) => readPart(part, kinds[index]!)) as Cursor<K>
}

function readPart(part: string, kind: Part): string | number {
  if (kind === 'string') return part
  if (kind === 'loose') return Number(/^-?\d{1,15}/.exec(part)?.[0] ?? 0)
  if (kind === 'int') return /^-?\d{1,15}$/.test(part) ? Number(part) : fail('apierror-badcontinue')
  return parseTimestamp(part) ?? fail('apierror-badcontinue')
}
