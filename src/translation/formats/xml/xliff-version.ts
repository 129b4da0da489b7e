// Tells the versions of XLIFF apart by the start of a file.

import { rootName } from './scanner.ts'

function rootTag(bytes: Uint8Array): string {
  if (rootName(bytes)?.replace(/^.*:/, '') !== 'xliff') return ''
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)).toString('latin1')
  return /<(?:[\w.-]+:)?xliff\b[^>]*>/.exec(start)?.[0] ?? ''
}

export function isXliff2(bytes: Uint8Array): boolean {
  return /\sversion\s*=\s*["']2\./.test(rootTag(bytes))
}

/** Whether Xcode wrote the file. */
export function isAppleXliff(bytes: Uint8Array): boolean {
  if (rootTag(bytes) === '') return false
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)).toString('latin1')
  return /<tool\b[^>]*\btool-id\s*=\s*["']com\.apple\.dt\.xcode/.test(start)
}
