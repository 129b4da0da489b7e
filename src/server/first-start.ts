import type { Store, Writer } from '#store/store.ts'

const SETTING = 'sample'

/** Whether `--sample` has anything to do: the database is empty, or an earlier start did not get as far as showing the password. */
export async function wantsSample(store: Store): Promise<boolean> {
  const account = await store.read.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (account === undefined) return true
  const known = await progress(store)
  return known !== null && (!known.complete || known.shown === false)
}

/** From now on the password is the administrator's, and no start sets another. */
export async function notePasswordShown(store: Store): Promise<void> {
  const known = await progress(store)
  if (known !== null) await store.transaction(tx => note(tx, { ...known, shown: true }))
}

/** How far the sample has come: who made it, and which parts are in. */
interface Progress {
  readonly admin: number
  readonly done: readonly string[]
  readonly complete: boolean
  /** Whether somebody has seen the password; earlier versions did not note it. */
  readonly shown?: boolean
}

export async function progress(store: Store): Promise<Progress | null> {
  const row = await store.read.selectFrom('site_setting').select('value').where('key', '=', SETTING).executeTakeFirst()
  return row ? (JSON.parse(row.value) as Progress) : null
}

export async function note(tx: Writer, state: Progress): Promise<void> {
  const value = JSON.stringify(state)
  await tx
    .insertInto('site_setting')
    .values({ key: SETTING, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
