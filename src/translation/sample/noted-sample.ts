import type { Reader, Writer } from '#store/store.ts'
import { fittingObject } from '#store/stored-json.ts'

const SETTING = 'sample-content'

/** Ids of the sample's projects and accounts. */
export interface NotedSample {
  readonly projects: readonly number[]
  readonly accounts: readonly number[]
}

export async function noteSample(tx: Writer, sample: NotedSample): Promise<void> {
  await tx
    .insertInto('site_setting')
    .values({ key: SETTING, value: JSON.stringify(sample) })
    .execute()
}

/** Null when the site has no sample content. */
export async function notedSample(db: Reader): Promise<NotedSample | null> {
  const row = await db.selectFrom('site_setting').select('value').where('key', '=', SETTING).executeTakeFirst()
  return row ? (fittingObject<NotedSample>(row.value) as NotedSample | null) : null
}

export async function forgetSample(tx: Writer): Promise<void> {
  await tx.deleteFrom('site_setting').where('key', '=', SETTING).execute()
}
