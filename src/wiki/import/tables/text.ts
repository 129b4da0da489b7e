import type { Writer } from '#store/store.ts'
import { addLookups, allLookups, findLookups } from '../bulk/keep-lookups.ts'
import { decodeStoredText, type StoredText } from '../readers/php/text-flags.ts'
import type { TableMapping } from './mapping.ts'

/** Blob IDs by row of the `text` table. */
export const TEXT_BLOBS = 'text'
/** Texts in a row that holds several, by `row:hash`. */
const TEXT_ITEMS = 'text-item'
/** Rows that refer to such a row. */
const TEXT_STUBS = 'text-stub'

export const textTable: TableMapping = {
  table: 'text',
  needs: () => [],
  columns: () => [
    ['old_id', 'integer'],
    ['old_text', 'bytes'],
    ['old_flags', 'text'],
  ],
  store: async (tx, rows, { texts }) => {
    const skipped = new Map<string, number>()
    const found: { readonly key: string; readonly kind: string; readonly text: Buffer }[] = []
    const stubs: [string, string][] = []
    let readable = 0
    for (const [id, bytes, flags] of rows) {
      const text: StoredText = decodeStoredText(bytes as Buffer, String(flags ?? ''))
      if (text.kind === 'unavailable') {
        skipped.set(text.reason, (skipped.get(text.reason) ?? 0) + 1)
        continue
      }
      readable++
      if (text.kind === 'reference') stubs.push([String(id), `${text.textId}:${text.hash}`])
      else {
        found.push({ key: String(id), kind: TEXT_BLOBS, text: text.bytes })
        for (const [hash, item] of text.items ?? []) found.push({ key: `${id}:${hash}`, kind: TEXT_ITEMS, text: item })
      }
    }
    const blobs = await texts.store(
      tx,
      found.map(({ text }) => text),
    )
    for (const kind of [TEXT_BLOBS, TEXT_ITEMS]) {
      const entries = found.flatMap((entry, index) =>
        entry.kind === kind ? [[entry.key, blobs[index]!] as const] : [],
      )
      await addLookups(tx, kind, entries)
    }
    await addLookups(tx, TEXT_STUBS, stubs)
    return { stored: readable, skipped }
  },
  finish: resolveStubs,
}

/** Resolves stubs once the table is complete, since a stub may precede its target. */
async function resolveStubs(tx: Writer): Promise<void> {
  const stubs = await allLookups(tx, TEXT_STUBS)
  const items = await findLookups(tx, TEXT_ITEMS, stubs.values())
  const entries = [...stubs].flatMap(([id, item]) => {
    const blob = items.get(item)
    return blob === undefined ? [] : [[id, blob] as const]
  })
  await addLookups(tx, TEXT_BLOBS, entries)
}
