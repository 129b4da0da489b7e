import type { Services } from '#core/services.ts'
import type { Writer } from '#store/store.ts'
import { holding } from '../catalogue/holding.ts'
import { removeProject } from '../catalogue/removal.ts'
import { workWithin } from '../catalogue/work.ts'
import { forgetSample, notedSample } from './noted-sample.ts'

export interface RemovedSample {
  readonly projects: string[]
  readonly people: string[]
  /** Accounts with activity outside the sample, which are kept. */
  readonly kept: string[]
}

/** Deletes the remaining sample content; null when there is none. */
export function removeSample(
  { store, clock, jobs }: Services,
  by: number,
  updateAccountCount: (tx: Writer, accounts: number) => Promise<void>,
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
      const isUsed = password_hash !== '' || (await hasActivity(tx, id))
      if (!isUsed) await removeAccount(tx, id)
      ;(isUsed ? kept : people).push(name)
    }
    await updateAccountCount(tx, people.length)
    await forgetSample(tx)
    return { projects: rows.map(({ name }) => name), people, kept }
  })
}

/** Whether an account has activity, teams or API keys outside the sample projects. */
async function hasActivity(tx: Writer, account: number): Promise<boolean> {
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
