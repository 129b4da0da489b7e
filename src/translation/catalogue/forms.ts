import { createHash } from 'node:crypto'
import { pluralSeparator } from '../statistics/counting.ts'

/** Plural forms are stored as one text with a separator that no real text contains. */
export const joinForms = (forms: readonly string[]): string => forms.join(pluralSeparator)
export const splitForms = (text: string): string[] => text.split(pluralSeparator)

/** A signed 64-bit number, as text, from any texts: the wire's kind of hash. */
export function hash64(...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest().readBigInt64BE().toString()
}

/** The hash in sixteen hexadecimal digits, as web addresses carry it. */
export const checksum = (hash: string): string => BigInt.asUintN(64, BigInt(hash)).toString(16).padStart(16, '0')
