import { hexToBase36 } from '../../content/sha1-base36.ts'
import { fail } from '../../messages/message.ts'

interface HashArgs {
  readonly sha1: string | undefined
  readonly sha1base36: string | undefined
}

/** The requested hash in base 36, as stored; null if none was sent. */
export function hashParam({ sha1, sha1base36 }: HashArgs): string | null {
  if (sha1 !== undefined) {
    const hex = sha1.toLowerCase()
    return /^[0-9a-f]{40}$/.test(hex) ? hexToBase36(hex) : fail('apierror-invalidsha1hash')
  }
  if (sha1base36 === undefined) return null
  const digits = sha1base36.toLowerCase()
  return /^[0-9a-z]{31}$/.test(digits) ? digits : fail('apierror-invalidsha1base36hash')
}
