import { inflateRawSync } from 'node:zlib'
import { isPhpObject, type PhpObject, type PhpValue, unserialize } from '../../../php/unserialize.ts'
import { diffHistoryTexts } from './diff-history-blob.ts'

/** A text row that refers to an item of the object in another row. */
export interface TextReference {
  readonly kind: 'reference'
  readonly textId: number
  readonly hash: string
}

/** A text row from before MediaWiki 1.5 that refers to the `cur` table, which no longer exists. */
interface CurReference {
  readonly kind: 'cur'
  readonly pageId: number
}

type HistoryObject =
  | { readonly kind: 'items'; readonly items: ReadonlyMap<string, Buffer>; readonly first: Buffer }
  | TextReference
  | CurReference

const MAX_INFLATED = 512 * 1024 * 1024

/**
 * Reads the object in a text row with the flag `object`. Several revisions share one `ConcatenatedGzipHistoryBlob` or
 * `DiffHistoryBlob`; the others have stubs with a reference to it and the key of their text.
 */
export function readHistoryObject(data: Buffer): HistoryObject {
  let object = unserialize(data, { strings: 'bytes' })
  // Some versions of MediaWiki serialized objects twice.
  if (Buffer.isBuffer(object)) object = unserialize(object, { strings: 'bytes' })
  if (!isPhpObject(object)) throw new Error('a text row with the flag "object" that contains no object')
  switch (object.className.toLowerCase()) {
    case 'concatenatedgziphistoryblob':
      return concatenated(object)
    case 'historyblobstub':
      return {
        kind: 'reference',
        textId: integer(object.properties.get('mOldId')),
        hash: text(object.properties.get('mHash')),
      }
    case 'historyblobcurstub':
      return { kind: 'cur', pageId: integer(object.properties.get('mCurId')) }
    case 'diffhistoryblob': {
      const { items, defaultKey } = diffHistoryTexts(object)
      return itemsOf(items, defaultKey, object.className)
    }
    default:
      throw new Error(`an object of the unknown class "${object.className}"`)
  }
}

function concatenated(object: PhpObject): HistoryObject {
  let items = object.properties.get('mItems')
  if (object.properties.get('mCompressed') === true && Buffer.isBuffer(items)) {
    items = unserialize(inflateRawSync(items, { maxOutputLength: MAX_INFLATED }), { strings: 'bytes' })
  }
  if (!(items instanceof Map)) throw new Error('a ConcatenatedGzipHistoryBlob without items')
  const texts = new Map<string, Buffer>()
  for (const [hash, value] of items) texts.set(String(hash), bytes(value))
  return itemsOf(texts, text(object.properties.get('mDefaultHash') ?? ''), object.className)
}

function itemsOf(items: Map<string, Buffer>, key: string | undefined, className: string): HistoryObject {
  const first = items.get(key ?? '') ?? items.values().next().value
  if (first === undefined) throw new Error(`a ${className} without items`)
  return { kind: 'items', items, first }
}

function bytes(value: PhpValue): Buffer {
  if (Buffer.isBuffer(value)) return value
  throw new Error('an item of a history blob that is not a string')
}

function integer(value: PhpValue | undefined): number {
  const number = Number(Buffer.isBuffer(value) ? value.toString() : value)
  if (!Number.isSafeInteger(number)) throw new Error('a history stub without an ID')
  return number
}

const text = (value: PhpValue | undefined): string => (Buffer.isBuffer(value) ? value.toString() : String(value ?? ''))
