// Replaces one file of a zip archive. All others keep their bytes.

import { crc32, deflateRawSync } from 'node:zlib'
import { FormatError } from '../format-error.ts'
import { directoryOf, type Entry, endOf } from './read-zip.ts'

const DESCRIPTOR_FOLLOWS = 8

export function replaceEntry(bytes: Buffer, name: string, content: Buffer): Buffer {
  const entries = [...directoryOf(bytes, 0xffff)]
  const end = endOf(bytes)
  const directory = bytes.readUInt32LE(end + 16)
  const packed = deflateRawSync(content)
  const offsets = new Map<Entry, number>()
  const parts: Buffer[] = []
  let at = 0
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset)
  for (const [i, entry] of inOrder.entries()) {
    const next = inOrder[i + 1]?.offset ?? directory
    if (next < entry.offset) throw new FormatError('the directory of the archive is damaged')
    const part = entry.name === name ? localPart(bytes, entry, content, packed) : bytes.subarray(entry.offset, next)
    offsets.set(entry, at)
    parts.push(part)
    at += part.length
  }
  const records = entries.map(entry => {
    const record = Buffer.from(bytes.subarray(entry.at, entry.next))
    if (entry.name === name) setFacts(record, 8, content, packed)
    record.writeUInt32LE(offsets.get(entry)!, 42)
    return record
  })
  const tail = Buffer.from(bytes.subarray(end))
  tail.writeUInt32LE(
    records.reduce((sum, record) => sum + record.length, 0),
    12,
  )
  tail.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...records, tail])
}

function localPart(bytes: Buffer, { offset }: Entry, content: Buffer, packed: Buffer): Buffer {
  const length = 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const header = Buffer.from(bytes.subarray(offset, offset + length))
  setFacts(header, 6, content, packed)
  return Buffer.concat([header, packed])
}

// Flags, method, checksum and sizes, which follow each other in both headers.
function setFacts(header: Buffer, at: number, content: Buffer, packed: Buffer): void {
  header.writeUInt16LE(header.readUInt16LE(at) & ~DESCRIPTOR_FOLLOWS, at)
  header.writeUInt16LE(8, at + 2)
  header.writeUInt32LE(crc32(content), at + 8)
  header.writeUInt32LE(packed.length, at + 12)
  header.writeUInt32LE(content.length, at + 16)
}
