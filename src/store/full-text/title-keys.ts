// Keys of titles that tolerate one wrong, missing, additional or swapped letter.
import { withoutAccents } from './searchable.ts'

/** A title as it is compared: lower case, without accents, with spaces. */
export const foldTitle = (title: string): string => withoutAccents(title.replaceAll('_', ' ')).toLowerCase()

/** A 53-bit hash (cyrb53). */
function hash(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}

const headOf = (ns: number, length: number, text: string): number => hash(`${ns}<${length}:${text}`)
const tailOf = (ns: number, length: number, text: string): number => hash(`${ns}>${length}:${text}`)

const half = (length: number): number => length >> 1

export interface TitleKey {
  readonly folded: string
  readonly head: number
  readonly tail: number
}

export function titleKey(ns: number, title: string): TitleKey {
  const folded = foldTitle(title)
  const { length } = folded
  const at = half(length)
  return { folded, head: headOf(ns, length, folded.slice(0, at)), tail: tailOf(ns, length, folded.slice(at)) }
}

/**
 * Hashes of the halves that a title one letter away from `folded` can have. Such a title is as long, or a letter longer
 * or shorter. The wrong letter is in one half, so the other one begins or ends `folded`. Two letters that are swapped
 * across the middle change both halves; for them, the swapped halves are added.
 */
export function nearKeys(ns: number, folded: string): { readonly heads: number[]; readonly tails: number[] } {
  const heads: number[] = []
  const tails: number[] = []
  for (const length of [folded.length - 1, folded.length, folded.length + 1]) {
    const at = half(length)
    heads.push(headOf(ns, length, folded.slice(0, at)))
    tails.push(tailOf(ns, length, folded.slice(folded.length - (length - at))))
  }
  const at = half(folded.length)
  heads.push(headOf(ns, folded.length, folded.slice(0, at - 1) + folded.charAt(at)))
  return { heads, tails }
}

/** Whether two different texts differ by one wrong, missing, additional or swapped letter. */
export function isOneLetterAway(one: string, other: string): boolean {
  const difference = one.length - other.length
  if (one === other || Math.abs(difference) > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const rest = (text: string, from: number): string => text.slice(from)
  if (difference > 0) return rest(one, at + 1) === rest(other, at)
  if (difference < 0) return rest(one, at) === rest(other, at + 1)
  if (rest(one, at + 1) === rest(other, at + 1)) return true
  return one[at] === other[at + 1] && one[at + 1] === other[at] && rest(one, at + 2) === rest(other, at + 2)
}
