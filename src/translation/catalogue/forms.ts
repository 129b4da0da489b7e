import { createHash } from 'node:crypto'
import { pluralSeparator } from '../statistics/counting.ts'

/** Plural forms are stored as one text, joined by a separator that never occurs in real texts. */
export const joinForms = (forms: readonly string[]): string => forms.join(pluralSeparator)
export const splitForms = (text: string): string[] => text.split(pluralSeparator)

/** A signed 64-bit hash as text, the kind the API uses. */
export function hash64(...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest().readBigInt64BE().toString()
}

/** The hash in sixteen hexadecimal digits, as used in web URLs. */
export const checksum = (hash: string): string => BigInt.asUintN(64, BigInt(hash)).toString(16).padStart(16, '0')
