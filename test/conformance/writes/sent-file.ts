import { crc32 } from 'node:zlib'
import type { SentFile } from './scenarios.ts'

export function bytesOf({ png, base64, text, part }: SentFile): Buffer {
  const whole = png ? plainPng(...png) : base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64')
  return part ? whole.subarray(...part) : whole
}

/** An image of one colour, stored without compression, so that its bytes are the same everywhere. */
function plainPng(width: number, height: number, ...colour: [number, number, number]): Buffer {
  const line = Buffer.concat([Buffer.from([0]), ...Array<Buffer>(width).fill(Buffer.from(colour))])
  const raw = Buffer.concat(Array<Buffer>(height).fill(line))
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])),
    chunk('IDAT', stored(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([bigEndian(data.length), named, bigEndian(crc32(named))])
}

const MAX_BLOCK = 65_535

/** A zlib stream of stored blocks. */
function stored(raw: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from([0x78, 0x01])]
  for (let at = 0; at < raw.length; at += MAX_BLOCK) {
    const block = raw.subarray(at, at + MAX_BLOCK)
    const head = Buffer.alloc(5)
    head.writeUInt8(at + MAX_BLOCK >= raw.length ? 1 : 0, 0)
    head.writeUInt16LE(block.length, 1)
    head.writeUInt16LE(block.length ^ 0xffff, 3)
    parts.push(head, block)
  }
  return Buffer.concat([...parts, bigEndian(adler32(raw))])
}

function adler32(bytes: Buffer): number {
  let [a, b] = [1, 0]
  for (const byte of bytes) {
    a = (a + byte) % 65_521
    b = (b + a) % 65_521
  }
  return b * 65_536 + a
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
