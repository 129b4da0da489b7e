const SCREEN = 10
const IMAGE = 0x2c
const EXTENSION = 0x21

/** Size of the colour table that these flags announce, in bytes. */
const tableSize = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

/** Bits per colour as MediaWiki counts them: those that the last picture of a GIF announces, or the GIF itself without one. */
export function gifBits(data: Buffer): number {
  let flags = data[SCREEN] ?? 0
  let at = SCREEN + 3 + tableSize(flags)
  for (;;) {
    const kind = data[at]
    if (kind === IMAGE) {
      flags = data[at + 9] ?? flags
      at = afterBlocks(data, at + 10 + tableSize(flags) + 1)
    } else if (kind === EXTENSION) at = afterBlocks(data, at + 2)
    else return (flags & 7) + 1
  }
}

/** Data comes in blocks that begin with their length; an empty one ends it. */
function afterBlocks(data: Buffer, from: number): number {
  let at = from
  while (at < data.length && data[at] !== 0) at += data[at]! + 1
  return at + 1
}
