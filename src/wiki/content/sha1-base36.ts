import { hash, webcrypto } from 'node:crypto'

/** SHA-1 in base 36 with 31 digits, as MediaWiki writes hashes of texts and files. */
export function sha1Base36(bytes: Buffer): string {
  return hexToBase36(hash('sha1', bytes, 'hex'))
}

/** The same without blocking the event loop, for large content. */
export async function sha1OfFile(bytes: Buffer): Promise<string> {
  const digest = await webcrypto.subtle.digest('SHA-1', bytes as Buffer<ArrayBuffer>)
  return hexToBase36(Buffer.from(digest).toString('hex'))
}

export function hexToBase36(hex: string): string {
  return BigInt(`0x${hex}`).toString(36).padStart(31, '0')
}

/** Converts back to 40 hexadecimal digits; a missing hash stays empty. */
export function base36ToHex(text: string): string {
  if (text === '') return ''
  let value = 0n
  // Ten base 36 digits fit into a safe integer.
  for (let at = 0; at < text.length; at += 10) {
    const digits = text.slice(at, at + 10)
    value = value * 36n ** BigInt(digits.length) + BigInt(Number.parseInt(digits, 36) || 0)
  }
  return value.toString(16).padStart(40, '0')
}
