import type { Reader } from '#store/store.ts'
import { DOCUMENTATION } from '#wiki/import/message-files.ts'
import type { MessageChange } from '#wiki/import/messages.ts'

/** The messages of one language as they ship, by name. */
export async function shippedTexts(db: Reader, lang: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('message').where('lang', '=', lang).select(['name', 'text']).execute()
  return new Map(rows.map(({ name, text }) => [name, text]))
}

/** What explains messages to translators, by name. */
export const documentation = (db: Reader): Promise<Map<string, string>> => shippedTexts(db, DOCUMENTATION)

/** All that ships, as if it had just come; what did just come stands first, in its own order. */
export async function allShipped(db: Reader, changes: readonly MessageChange[]): Promise<MessageChange[]> {
  const fresh = changes.filter(({ text }) => text !== null)
  const known = new Set(fresh.map(({ lang, name }) => `${lang}:${name}`))
  const rows = await db.selectFrom('message').selectAll().orderBy('origin').orderBy('name').execute()
  const older = rows.filter(({ lang, name }) => !known.has(`${lang}:${name}`))
  return [...fresh, ...older.map(({ origin, ...row }) => ({ ...row, old: null, group: origin }))]
}
