// Parses the text after "[[".

import { percentDecode } from './text.ts'

/** Characters allowed in a link target; percent and hash are checked later. */
const targetChars = /[ %!"$&'()*,\-./0-9:;=?@A-Z\\^_`a-z~+#\u0080-\u{10ffff}]*/uy

export interface LinkParts {
  target: string
  /** Text after the pipe; null without one. */
  text: string | null
  /** Text after the closing brackets; null when they are not in this piece. */
  trail: string | null
}

/** Splits the text after "[[" into target, label and rest; null when it cannot be a link. */
export function splitPiece(piece: string): LinkParts | null {
  targetChars.lastIndex = 0
  targetChars.exec(piece)
  const end = targetChars.lastIndex
  if (end === 0) return null
  const target = piece.slice(0, end)
  if (piece.startsWith(']]', end)) return { target, text: null, trail: piece.slice(end + 2) }
  if (piece[end] !== '|') return null
  // The label has at least one character, so "|]]" does not close the link.
  const close = piece.indexOf(']]', end + 2)
  if (close < 0) return { target, text: piece.slice(end + 1), trail: null }
  let text = piece.slice(end + 1, close)
  let trail = piece.slice(close + 2)
  if (trail.startsWith(']') && text.includes('[')) {
    text += ']'
    trail = trail.slice(1)
  }
  return { target, text, trail }
}

interface LongLabel {
  readonly text: string
  /** Text after the closing brackets; null when there are none. */
  readonly trail: string | null
  /** Index of the first piece after it. */
  readonly next: number
}

/** A label with links in it, which continues over the pieces from `next` until its own closing brackets. */
export function longLabel(start: string, pieces: readonly string[], next: number): LongLabel {
  const label = [start]
  for (let at = next; at < pieces.length; at++) {
    const piece = pieces[at]!
    const first = piece.indexOf(']]')
    const second = first < 0 ? -1 : piece.indexOf(']]', first + 2)
    label.push(`[[${second < 0 ? piece : piece.slice(0, second)}`)
    if (second >= 0) return { text: label.join(''), trail: piece.slice(second + 2), next: at + 1 }
    if (first < 0) return { text: label.join(''), trail: null, next: at + 1 }
  }
  return { text: label.join(''), trail: null, next: pieces.length }
}

/** Every protocol has a colon or starts with slashes. */
export const mayBeAddress = (text: string): boolean => text.includes(':') || text.charCodeAt(0) === 0x2f

/** Decodes a link target. Encoded angle brackets must not become tags. */
export function writtenTarget(target: string): string {
  const decoded = target.includes('%') ? percentDecode(target).replaceAll('<', '&lt;').replaceAll('>', '&gt;') : target
  return decoded.trimStart()
}
