import { isIP } from 'node:net'
import { nfc } from '#languages/nfc.ts'

const MAX_NAME_BYTES = 255

const addressLike = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.(?:xxx|\d{1,3})$/
// These would break titles, paths, a bot password's "name@app", or an imported name's "wiki>name".
const forbidden = /[\u0000-\u001f\u007f-\u009f#<>[\]|{}/@:\ufffd\u2000-\u200f\u2028-\u202f\u3000\ue000-\uf8ff]/

/** Normalizes a name: "alice_b " and "Alice b" are the same account. */
export function canonicalName(text: string): string {
  const spaced = nfc(text).replaceAll('_', ' ').replace(/ {2,}/g, ' ').trim()
  const first = String.fromCodePoint(spaced.codePointAt(0) ?? 0)
  const upper = first.toUpperCase()
  // Letters without a single-character capital, like ß, stay as they are.
  return spaced !== '' && [...upper].length === 1 ? upper + spaced.slice(first.length) : spaced
}

export type NameProblem = 'empty' | 'too-long' | 'address' | 'character'

/** Why a canonical name cannot be used for a new account; null if it can. */
export function nameProblem(name: string): NameProblem | null {
  if (name === '') return 'empty'
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return 'too-long'
  if (isIP(name) !== 0 || addressLike.test(name)) return 'address'
  if (forbidden.test(name) || !name.isWellFormed()) return 'character'
  return null
}
