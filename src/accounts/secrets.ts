import { createHash, randomBytes } from 'node:crypto'

/** Hash of a random secret for storage. Random secrets need no slow hash. */
export const fingerprint = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Uniformly distributed letters and digits. */
export function randomAlphanumeric(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 is the largest multiple of 62 that fits a byte; larger values would favour some letters.
      if (byte < 248 && text.length < length) text += ALPHANUMERIC[byte % 62]
    }
  }
  return text
}
