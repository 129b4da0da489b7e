import { isUtf8 } from 'node:buffer'
import { inflateRawSync } from 'node:zlib'
import { readHistoryObject, type TextReference } from './history-blob.ts'

/**
 * Encoding of texts without the flag `utf-8` (`$wgLegacyEncoding`). By default, valid UTF-8 is read as such and
 * anything else as windows-1252; an encoding named here applies to all of them.
 */
type LegacyEncoding = 'detect' | 'windows-1252' | 'utf-8'

/** The content of a row in the `text` table. */
export type StoredText =
  | { readonly kind: 'text'; readonly bytes: Buffer; readonly items?: ReadonlyMap<string, Buffer> }
  | TextReference
  /** Unavailable: a reason common to all such texts, and details about this one. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly detail: string }

const MAX_INFLATED = 512 * 1024 * 1024

/** Decodes `old_text` according to its `old_flags`. */
export function decodeStoredText(stored: Buffer, flagList: string, legacy: LegacyEncoding = 'detect'): StoredText {
  const flags = new Set(
    flagList
      .split(',')
      .map(flag => flag.trim())
      .filter(flag => flag !== ''),
  )
  if (flags.has('error')) return unavailable('the wiki itself marked this text as lost (flag "error")')
  if (flags.has('external')) {
    return unavailable('the text is in external storage, not in this dump', stored.toString('latin1', 0, 80))
  }
  try {
    const plain = flags.has('gzip') ? inflateRawSync(stored, { maxOutputLength: MAX_INFLATED }) : stored
    const isUnicode = flags.has('utf-8') || flags.has('utf8')
    const toUtf8 = (bytes: Buffer) => (isUnicode ? bytes : fromLegacy(bytes, legacy))
    if (!flags.has('object')) return { kind: 'text', bytes: toUtf8(plain) }
    const object = readHistoryObject(plain)
    if (object.kind === 'reference') return object
    if (object.kind === 'cur') return unavailable('the text was in the table "cur"', `page ${object.pageId}`)
    const items = new Map([...object.items].map(([hash, bytes]) => [hash, toUtf8(bytes)]))
    return { kind: 'text', bytes: toUtf8(object.first), items }
  } catch (error) {
    return unavailable('the text cannot be decoded', `flags "${flagList}": ${(error as Error).message}`)
  }
}

const unavailable = (reason: string, detail = ''): StoredText => ({ kind: 'unavailable', reason, detail })

function fromLegacy(bytes: Buffer, legacy: LegacyEncoding): Buffer {
  if (legacy === 'utf-8' || (legacy === 'detect' && isUtf8(bytes))) return bytes
  return Buffer.from(new TextDecoder('windows-1252').decode(bytes))
}
