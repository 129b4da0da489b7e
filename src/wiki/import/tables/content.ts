import type { Row } from '#store/insert-rows.ts'
import { findLookups } from '../bulk/keep-lookups.ts'
import type { SqlValue } from '../readers/sql/sql-table.ts'
import { stored, type TableMapping } from './mapping.ts'
import { TEXT_BLOBS } from './text.ts'

/**
 * Content refers to its text by address: `tt:17` is row 17 of the table `text`. Texts stored elsewhere stay missing.
 */
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
    const converted: Row[] = rows.map(([id, size, sha1, model], index) => {
      const blob = blobs.get(texts[index] ?? '')
      return [id!, size!, sha1!, models.get(String(model)) ?? 'wikitext', blob === undefined ? null : Number(blob)]
    })
    const outcome = stored(
      await insert(tx, 'content', ['id', 'size', 'sha1', 'model', 'blob_id'], converted),
      rows.length,
    )
    return { ...outcome, incomplete: withoutText(rows, converted) }
  },
}

/** Why contents have no text. Reasons for rows in the table `text` are counted there. */
function withoutText(rows: readonly SqlValue[][], converted: readonly Row[]): Map<string, number> {
  const reasons = new Map<string, number>()
  for (const [index, row] of converted.entries()) {
    if (row[4] !== null) continue
    const isExternal = textNumber(rows[index]![4]!) === undefined
    const reason = isExternal
      ? 'its text is in external storage, not in this dump'
      : 'its text was not in the table "text"'
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  return reasons
}

const textNumber = (address: SqlValue): string | undefined => /^tt:(\d+)/.exec(String(address))?.[1]
