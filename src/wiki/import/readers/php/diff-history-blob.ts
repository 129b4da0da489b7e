import { inflateRawSync } from 'node:zlib'
import { type PhpObject, type PhpValue, unserialize } from '../../../php/unserialize.ts'
import { applyDelta } from './binary-delta.ts'

/** Maximum total size of the texts in one blob. */
const MAX_TEXTS = 512 * 1024 * 1024

/**
 * Reads a `DiffHistoryBlob`: a chain of binary deltas, each against the previous text, the first against nothing. The
 * chain has its own order; a map of differences ("2,-1,1") gives the text for each link.
 */
export function diffHistoryTexts(object: PhpObject): { items: Map<string, Buffer>; defaultKey: string | undefined } {
  const info = compressedInfo(object)
  const diffs = info.get('diffs')
  if (!(diffs instanceof Map)) throw new Error('a DiffHistoryBlob without items')
  const base = info.get('base')
  const deltas = [...diffs.values()].map(bytes)
  const items = new Map<string, Buffer>()
  let left = MAX_TEXTS
  let text: Buffer = Buffer.alloc(0)
  const keep = (key: number, made: Buffer) => {
    left -= made.length
    text = made
    items.set(String(key), made)
  }
  // Early versions stored the first text uncompressed and the deltas in text order.
  if (base !== undefined) keep(0, bytes(base))
  const keys = base === undefined ? keysOf(info.get('map'), deltas.length) : deltas.map((_, index) => index + 1)
  for (const [index, delta] of deltas.entries()) keep(keys[index]!, applyDelta(text, delta, left))
  const defaultKey = info.get('default')
  return { items, defaultKey: defaultKey === undefined ? undefined : String(defaultKey) }
}

function compressedInfo(object: PhpObject): Map<number | string, PhpValue> {
  const compressed = bytes(object.properties.get('mCompressed'))
  const info = unserialize(inflateRawSync(compressed, { maxOutputLength: MAX_TEXTS }), { strings: 'bytes' })
  if (!(info instanceof Map)) throw new Error('a DiffHistoryBlob without items')
  return info
}

function keysOf(map: PhpValue | undefined, count: number): number[] {
  let key = 0
  const keys = Buffer.isBuffer(map)
    ? map
        .toString()
        .split(',')
        .map(step => {
          key += Number(step)
          return key
        })
    : []
  if (keys.length !== count || !keys.every(Number.isInteger)) throw new Error('a DiffHistoryBlob with a broken map')
  return keys
}

function bytes(value: PhpValue | undefined): Buffer {
  if (Buffer.isBuffer(value)) return value
  throw new Error('an item of a history blob that is not a string')
}
