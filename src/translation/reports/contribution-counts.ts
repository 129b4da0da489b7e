import type { Reader } from '#store/store.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import { visibleChanges } from './changes-in.ts'

/** Change actions by kind of contribution. */
export const CONTRIBUTIONS = { translated: [2, 5, 7, 36], suggested: [4], uploaded: [9, 78], commented: [3] } as const

type Counts = Record<keyof typeof CONTRIBUTIONS, number>

/** Contributions of some accounts, as far as the caller can see them. */
export async function contributionCounts(
  db: Reader,
  permissions: Permissions,
  accounts: readonly number[],
): Promise<Map<number, Counts>> {
  const rows = await visibleChanges(db.selectFrom('translation_change'), permissions, false)
    .select(['translation_change.author_id', 'translation_change.action', eb => eb.fn.countAll<number>().as('n')])
    .where('translation_change.author_id', 'in', [-1, ...accounts])
    .where('translation_change.action', 'in', Object.values(CONTRIBUTIONS).flat())
    .groupBy(['translation_change.author_id', 'translation_change.action'])
    .execute()
  const sum = (account: number, actions: readonly number[]) =>
    rows
      .filter(row => row.author_id === account && actions.includes(row.action))
      .reduce((total, row) => total + Number(row.n), 0)
  return new Map(
    accounts.map(id => [
      id,
      {
        translated: sum(id, CONTRIBUTIONS.translated),
        suggested: sum(id, CONTRIBUTIONS.suggested),
        uploaded: sum(id, CONTRIBUTIONS.uploaded),
        commented: sum(id, CONTRIBUTIONS.commented),
      },
    ]),
  )
}
