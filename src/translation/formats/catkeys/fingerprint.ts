// The checksum by which Haiku tells whether a translation belongs to a catalogue.

export interface Key {
  readonly source: string
  readonly context: string
  readonly comment: string
}

export function fingerprint(keys: readonly Key[]): number {
  const distinct = new Map(keys.map(key => [JSON.stringify([key.source, key.context, key.comment]), key]))
  let sum = 0
  for (const { source, context, comment } of distinct.values())
    sum = (sum + hash(comment, hash(context, hash(source, 0)))) >>> 0
  return sum
}

// Bytes are signed there.
function hash(text: string, start: number): number {
  let value = start
  for (const byte of Buffer.from(text)) value = (Math.imul(value, 5) + (byte > 127 ? byte - 256 : byte)) >>> 0
  return (Math.imul(value, 5) + 1) >>> 0
}
