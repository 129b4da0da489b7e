import { readSetting, writeSetting } from '#store/site-settings.ts'
import type { Reader, Writer } from '#store/store.ts'
import { fittingObject } from '#store/stored-json.ts'

const SETTING = 'sample-content'

/** Ids of the sample's projects and accounts. */
export interface NotedSample {
  readonly projects: readonly number[]
  readonly accounts: readonly number[]
}

export const noteSample = (tx: Writer, sample: NotedSample): Promise<void> => writeSetting(tx, SETTING, sample)

/** Null when the site has no sample content. */
export async function notedSample(db: Reader): Promise<NotedSample | null> {
  const text = await readSetting(db, SETTING)
  return text === null ? null : (fittingObject<NotedSample>(text) as NotedSample | null)
}

export async function forgetSample(tx: Writer): Promise<void> {
  await tx.deleteFrom('site_setting').where('key', '=', SETTING).execute()
}
