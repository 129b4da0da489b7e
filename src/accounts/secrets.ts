import { createHash, randomBytes } from 'node:crypto'

/** What is stored in place of a secret that is random enough to need no slow hash. */
export const fingerprint = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Evenly distributed letters and digits. */
export function randomAlphanumeric(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 is the largest multiple of 62 in a byte: beyond it, some letters would come more often.
      if (byte < 248 && text.length < length) text += ALPHANUMERIC[byte % 62]
    }
  }
  return text
}
