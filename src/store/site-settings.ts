import type { Reader, Writer } from './store.ts'

/** A setting of the whole site, as the JSON it is stored as; null if it was never set. */
export async function readSetting(db: Reader, key: string): Promise<string | null> {
  const row = await db.selectFrom('site_setting').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? null
}

export async function writeSetting(tx: Writer, key: string, content: unknown): Promise<void> {
  const value = JSON.stringify(content)
  await tx
    .insertInto('site_setting')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
