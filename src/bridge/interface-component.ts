import { readSetting, writeSetting } from '#store/site-settings.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { ComponentRow } from '#translation/catalogue/components.ts'

const SETTING = 'interface-component'

/** The component that holds the wiki's messages, even if it was renamed; null before the first import. */
export async function interfaceComponent(db: Reader): Promise<ComponentRow | null> {
  const id = await storedComponentId(db)
  if (id === null) return null
  const row = await db.selectFrom('component').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Stored id of the component, which may have been deleted since. */
async function storedComponentId(db: Reader): Promise<number | null> {
  const text = await readSetting(db, SETTING)
  return text === null ? null : Number(text)
}

export const noteComponent = (tx: Writer, { id }: ComponentRow): Promise<void> => writeSetting(tx, SETTING, id)

/** Whether there is a component to update, or there are messages that still need one. A deleted one stays deleted. */
export async function hasInterface(db: Reader): Promise<boolean> {
  if ((await storedComponentId(db)) !== null) return (await interfaceComponent(db)) !== null
  return (await db.selectFrom('message').select('name').limit(1).executeTakeFirst()) !== undefined
}
