import type { Services } from '#core/services.ts'
import type { Writer } from '#store/store.ts'
import { holding } from '../catalogue/holding.ts'
import { removeProject } from '../catalogue/removal.ts'
import { workWithin } from '../catalogue/work.ts'
import { forgetSample, notedSample } from './noted-sample.ts'

export interface RemovedSample {
  readonly projects: string[]
  readonly people: string[]
  /** People who have done something elsewhere; their accounts stay. */
  readonly kept: string[]
}

/** Takes away what the sample brought, as far as it is still there; null when there was none. */
export function removeSample(
  { store, clock, jobs }: Services,
  by: number,
  countGone: (tx: Writer, accounts: number) => Promise<void>,
): Promise<RemovedSample | null> {
  return holding(store, 'alone', async held => {
    const { tx } = held
    const sample = await notedSample(tx)
    if (sample === null) return null
    const rows = await tx
      .selectFrom('project')
      .selectAll()
      .where('id', 'in', [-1, ...sample.projects])
      .execute()
    await workWithin(held, { clock, jobs }, by, async piece => {
      for (const project of rows) await removeProject(piece, project)
    })
    const [people, kept]: [string[], string[]] = [[], []]
    const accounts = tx.selectFrom('account').select(['id', 'name', 'password_hash'])
    for (const { id, name, password_hash } of await accounts.where('id', 'in', [-1, ...sample.accounts]).execute()) {
      const isUsed = password_hash !== '' || (await hasLeftTraces(tx, id))
      if (!isUsed) await removeAccount(tx, id)
      ;(isUsed ? kept : people).push(name)
    }
    await countGone(tx, people.length)
    await forgetSample(tx)
    return { projects: rows.map(({ name }) => name), people, kept }
  })
}

/** Whether an account has done, or was given, anything besides what the sample did in its projects. */
async function hasLeftTraces(tx: Writer, account: number): Promise<boolean> {
  for (const table of ['translation_change', 'suggestion', 'unit_comment', 'team_member', 'actor', 'api_key'] as const)
    if (await tx.selectFrom(table).select('account_id').where('account_id', '=', account).limit(1).executeTakeFirst())
      return true
  return false
}

async function removeAccount(tx: Writer, account: number): Promise<void> {
  for (const table of [
    'subscription',
    'account_language',
    'project_watch',
    'account_option',
    'suggestion_vote',
    'memory',
  ] as const)
    await tx.deleteFrom(table).where('account_id', '=', account).execute()
  await tx.deleteFrom('account').where('id', '=', account).execute()
}
