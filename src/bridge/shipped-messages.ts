import type { Reader } from '#store/store.ts'
import { DOCUMENTATION } from '#wiki/import/message-files.ts'
import type { MessageChange } from '#wiki/import/messages.ts'

/** Shipped messages of one language by name. */
export async function shippedTexts(db: Reader, lang: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('message').where('lang', '=', lang).select(['name', 'text']).execute()
  return new Map(rows.map(({ name, text }) => [name, text]))
}

/** Message documentation for translators, by name. */
export const documentation = (db: Reader): Promise<Map<string, string>> => shippedTexts(db, DOCUMENTATION)

/** All shipped messages as changes; the ones just imported come first, in their own order. */
export async function allShipped(db: Reader, changes: readonly MessageChange[]): Promise<MessageChange[]> {
  const fresh = changes.filter(({ text }) => text !== null)
  const imported = new Set(fresh.map(({ lang, name }) => `${lang}:${name}`))
  const rows = await db.selectFrom('message').selectAll().orderBy('origin').orderBy('name').execute()
  const older = rows.filter(({ lang, name }) => !imported.has(`${lang}:${name}`))
  return [...fresh, ...older.map(({ origin, ...row }) => ({ ...row, old: null, group: origin }))]
}
