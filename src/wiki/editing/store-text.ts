import type { Writer } from '#store/store.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import { encodeText } from '../content/text-blobs.ts'

export interface StoredContent {
  readonly contentId: number
  readonly size: number
  readonly sha1: string
}

/** Stores a text; one that is there already is not stored again. */
export async function storeText(tx: Writer, text: string, model: string): Promise<StoredContent> {
  const bytes = Buffer.from(text)
  const { hash, size, encoding, data } = encodeText(bytes)
  const added = await tx
    .insertInto('blob')
    .values({ hash, size, encoding, data })
    .onConflict(conflict => conflict.column('hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  const blob = added ?? (await tx.selectFrom('blob').where('hash', '=', hash).select('id').executeTakeFirstOrThrow())
  const sha1 = sha1Base36(bytes)
  const content = await tx
    .insertInto('content')
    .values({ size, sha1, model, blob_id: blob.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { contentId: content.id, size, sha1 }
}
