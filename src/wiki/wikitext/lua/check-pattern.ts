// Faults of patterns for `mw.ustring`, which are reported before anything is searched.

import { LuaRaised } from './machine.ts'

const code = (character: string): number => character.charCodeAt(0)
const [OPEN, CLOSE, PERCENT, SET, SET_END, CARET] = ['(', ')', '%', '[', ']', '^'].map(code)
const [LOWER_B, LOWER_F, DIGIT_0, DIGIT_9] = ['b', 'f', '0', '9'].map(code) as [number, number, number, number]

/** Raises an error that says where the pattern is wrong. */
export function checkCodePattern(pattern: ArrayLike<number>, from: number, to: number): void {
  const open: number[] = []
  let closed = 0
  const place = (at: number) => at - from + 1
  for (let at = from; at < to; at++) {
    const c = pattern[at]
    if (c === OPEN) open.push(at)
    else if (c === CLOSE) {
      if (open.pop() === undefined) throw new LuaRaised(`Unmatched close-paren at pattern character ${place(at)}`)
      closed++
    } else if (c === SET) at = setEnd(pattern, at, to, place(at))
    else if (c === SET_END) throw new LuaRaised(`Unmatched close-bracket at pattern character ${place(at)}`)
    else if (c === PERCENT) {
      at++
      if (at >= to) throw new LuaRaised("malformed pattern (ends with '%')")
      const next = pattern[at]!
      if (next === LOWER_B) {
        at += 2
        if (at >= to) throw new LuaRaised("malformed pattern (missing arguments to '%b')")
      } else if (next === LOWER_F) {
        if (pattern[at + 1] !== SET || at + 1 >= to)
          throw new LuaRaised(`missing '[' after %f in pattern at pattern character ${place(at)}`)
        at = setEnd(pattern, at + 1, to, place(at + 1))
      } else if (next >= DIGIT_0 && next <= DIGIT_9 && (next === DIGIT_0 || next - DIGIT_0 > closed))
        throw new LuaRaised(`invalid capture index %${next - DIGIT_0} at pattern character ${place(at)}`)
    }
  }
  const unclosed = open.at(-1)
  if (unclosed !== undefined) throw new LuaRaised(`Unclosed capture beginning at pattern character ${place(unclosed)}`)
}

/** Position of the bracket that closes a set; one right after the opening is a member. */
function setEnd(pattern: ArrayLike<number>, start: number, to: number, place: number): number {
  let at = start + 1
  if (pattern[at] === CARET) at++
  for (let isFirst = true; at < to; at++, isFirst = false) {
    if (pattern[at] === PERCENT) at++
    else if (pattern[at] === SET_END && !isFirst) return at
  }
  throw new LuaRaised(`Missing close-bracket for character set beginning at pattern character ${place}`)
}
