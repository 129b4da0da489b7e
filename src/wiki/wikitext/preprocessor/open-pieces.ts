// Open brackets and headings during preprocessing.

import type { Node, Part, Tree } from './nodes.ts'

export interface OpenPart {
  out: Node[]
  /** Index in `out` of the node with the first equals sign; -1 while there is none. */
  equals: number
  /** End of the visible text before a trailing comment, and end of that comment; -1 while there is none. */
  visualEnd: number
  commentEnd: number
}

export interface OpenPiece {
  open: '\n' | '{' | '[' | '-{'
  close: '\n' | '}' | ']' | '}-'
  count: number
  startPosition: number
  lineStart: boolean
  /** A "-" from "-{" whose braces turned out to be a call. */
  savedPrefix: string
  parts: OpenPart[]
}

export const closerOf = { '{': '}', '[': ']', '-{': '}-', '\n': '\n' } as const

/** Minimum and maximum number of characters per bracket. */
export const bracketRules = {
  '{': { min: 2, max: 3 },
  '[': { min: 2, max: 2 },
  '-{': { min: 2, max: 2 },
} as const

export function newPart(...out: Node[]): OpenPart {
  return { out, equals: -1, visualEnd: -1, commentEnd: -1 }
}

/** Appends text, joined to a preceding text node. An equals sign that splits a part keeps its own node. */
export function addText(part: OpenPart, text: string): void {
  if (text === '') return
  const { out } = part
  const last = out.length - 1
  if (last >= 0 && last !== part.equals && typeof out[last] === 'string') out[last] = (out[last] as string) + text
  else out.push(text)
}

export function addNodes(part: OpenPart, nodes: readonly Node[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') addText(part, node)
    else part.out.push(node)
  }
}

/** Removes a number of blanks from the end of the text. */
export function trimBlanks({ out }: OpenPart, count: number): void {
  const last = out.at(-1)
  if (count === 0 || typeof last !== 'string') return
  if (last.length === count) out.pop()
  else out[out.length - 1] = last.slice(0, -count)
}

function openingText(piece: OpenPiece, count: number): string {
  if (piece.open === '-{') return `-${'{'.repeat(count - 1)}`
  return piece.open.repeat(count)
}

/** An unmatched piece as plain text with its inner nodes. */
export function breakPiece(piece: OpenPiece, count = piece.count): Node[] {
  const result = newPart()
  addText(result, piece.savedPrefix)
  if (piece.open !== '\n') addText(result, openingText(piece, count))
  piece.parts.forEach((part, index) => {
    if (index > 0) addText(result, '|')
    addNodes(result, part.out)
  })
  return result.out
}

/** Text of a leftover opening that is too short for any bracket. */
export function leftoverText(piece: OpenPiece): string {
  return piece.savedPrefix + openingText(piece, piece.count)
}

const nothing: Tree = []

/** Parts of a call: named if they contain an equals sign, otherwise numbered from 1. */
export function finishParts(open: readonly OpenPart[]): Part[] {
  const parts: Part[] = []
  let next = 1
  for (let i = 1; i < open.length; i++) {
    const { out, equals } = open[i]!
    if (equals < 0) parts.push({ index: next++, name: nothing, value: out })
    else parts.push({ index: 0, name: out.slice(0, equals), value: out.slice(equals + 1) })
  }
  return parts
}
