import type { Row } from '../bulk/insert-rows.ts'
import { findLookups } from '../bulk/keep-lookups.ts'
import type { SqlValue } from '../readers/sql/sql-table.ts'
import { stored, type TableMapping } from './mapping.ts'
import { TEXT_BLOBS } from './text.ts'

/** Content points to its text by an address: `tt:17` is row 17 of the table `text`. Texts kept elsewhere stay missing. */
export const content: TableMapping = {
  table: 'content',
  needs: () => ['content_models', 'text'],
  columns: () => [
    ['content_id', 'integer'],
    ['content_size', 'integer'],
    ['content_sha1', 'text'],
    ['content_model', 'text'],
    ['content_address', 'text'],
  ],
  store: async (tx, rows, { insert, dictionary }) => {
    const models = await dictionary(tx, 'content_models')
    const texts = rows.map(row => textNumber(row[4]!))
    const blobs = await findLookups(
      tx,
      TEXT_BLOBS,
      texts.filter(number => number !== undefined),
    )
    const made: Row[] = rows.map(([id, size, sha1, model], index) => {
      const blob = blobs.get(texts[index] ?? '')
      return [id!, size!, sha1!, models.get(String(model)) ?? 'wikitext', blob === undefined ? null : Number(blob)]
    })
    return stored(await insert(tx, 'content', ['id', 'size', 'sha1', 'model', 'blob_id'], made), rows.length)
  },
}

const textNumber = (address: SqlValue): string | undefined => /^tt:(\d+)/.exec(String(address))?.[1]
