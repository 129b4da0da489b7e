// Documents that are texts: segments are ranges of the text.

import { canEncode, type Decoded, decodeUtf8Or, encodeChanged, newlineOf } from '../encoding.ts'
import type { ParseOptions } from '../format.ts'
import { lineCounter } from '../lines.ts'
import { applySplices } from '../splice.ts'
import { unitCounter } from '../unit-limit.ts'
import type { ScannedDocument, Segment } from './segment.ts'

/** A range of the text that is a segment. */
export interface Block {
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly text: string
  /** How another text is written in its place. */
  readonly write: (text: string, newline: string) => string
}

/** Receives blocks in the order of the text. */
export type AddBlock = (block: Block) => void

export const decodeDocument = (bytes: Uint8Array, options: ParseOptions): Decoded =>
  decodeUtf8Or('windows-1252', bytes, options)

export function textDocument(
  decoded: Decoded,
  options: ParseOptions,
  read: (text: string, add: AddBlock) => void,
): ScannedDocument {
  const { text } = decoded
  const newline = newlineOf(text)
  const blocks: Block[] = []
  const count = unitCounter(options)
  read(text, block => {
    count()
    blocks.push(block)
  })
  const lineOf = lineCounter(text)
  return {
    newline,
    segments: blocks.map(({ kind, text: value, start }): Segment => ({ kind, text: value, line: lineOf(start) })),
    write: texts => {
      const splices = [...texts].map(([index, value]) => {
        const { start, end, write } = blocks[index]!
        return { start, end, text: write(value, newline) }
      })
      return encoded(applySplices(text, splices), decoded)
    },
  }
}

// A translation that an old encoding cannot represent converts the file to UTF-8.
function encoded(text: string, decoded: Decoded): Uint8Array {
  return canEncode(text, decoded) ? encodeChanged(text, decoded) : Buffer.from(text)
}
