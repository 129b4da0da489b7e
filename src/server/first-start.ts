import { readSetting, writeSetting } from '#store/site-settings.ts'
import type { Store, Writer } from '#store/store.ts'

const SETTING = 'sample'

/**
 * Whether `--sample` has work to do: the database is empty, or an earlier start was interrupted before the password was
 * shown.
 */
export async function wantsSample(store: Store): Promise<boolean> {
  const account = await store.read.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (account === undefined) return true
  const state = await progress(store)
  return state !== null && (!state.complete || state.shown === false)
}

/** Records that the password was shown, so that later starts do not change it. */
export async function notePasswordShown(store: Store): Promise<void> {
  const state = await progress(store)
  if (state !== null) await store.transaction(tx => saveProgress(tx, { ...state, shown: true }))
}

/** Progress of installing the sample: the administrator's account id and the installed parts. */
interface Progress {
  readonly admin: number
  readonly done: readonly string[]
  readonly complete: boolean
  /** Whether the password was shown. Missing in data from earlier versions. */
  readonly shown?: boolean
}

export async function progress(store: Store): Promise<Progress | null> {
  const text = await readSetting(store.read, SETTING)
  return text === null ? null : (JSON.parse(text) as Progress)
}

export const saveProgress = (tx: Writer, state: Progress): Promise<void> => writeSetting(tx, SETTING, state)
