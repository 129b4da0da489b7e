import { hash } from 'node:crypto'

/** SHA-1 in base 36, 31 digits: how MediaWiki writes hashes of texts and files. */
export function sha1Base36(bytes: Buffer): string {
  return hexToBase36(hash('sha1', bytes, 'hex'))
}

export function hexToBase36(hex: string): string {
  return BigInt(`0x${hex}`).toString(36).padStart(31, '0')
}
