import { createHash } from 'node:crypto'
import type { Reader } from '#store/store.ts'
import type { ComponentRow } from './components.ts'
import type { ProjectPermission } from './permission-names.ts'
import type { Work } from './work.ts'

type Agreed = Pick<ComponentRow, 'id' | 'agreement'>

/** Permissions to contribute texts, which need the contributor agreement of the component, if it has one. */
const CONTRIBUTIONS: ReadonlySet<ProjectPermission> = new Set<ProjectPermission>([
  ...(['unit.add', 'unit.edit', 'unit.template', 'unit.review', 'unit.bulk_edit'] as const),
  ...(['suggestion.add', 'suggestion.accept', 'suggestion.vote'] as const),
  ...(['upload.perform', 'upload.overwrite', 'translation.auto'] as const),
])

export const needsAgreement = ({ agreement }: Agreed, permission: ProjectPermission): boolean =>
  agreement !== '' && CONTRIBUTIONS.has(permission)

const hashOf = ({ agreement }: Agreed): string => createHash('sha256').update(agreement).digest('base64url')

/** When a user accepted the agreement, as it is worded now; null if they have not. */
export async function acceptedAt(db: Reader, component: Agreed, account: number | null): Promise<number | null> {
  if (account === null) return null
  const row = await db
    .selectFrom('contributor_agreement')
    .select('accepted_at')
    .where('account_id', '=', account)
    .where('component_id', '=', component.id)
    .where('text_hash', '=', hashOf(component))
    .executeTakeFirst()
  return row?.accepted_at ?? null
}

/** Whether a user may contribute: the component has no agreement, or they accepted it. */
export const hasAgreed = async (db: Reader, component: Agreed, account: number | null): Promise<boolean> =>
  component.agreement === '' || (await acceptedAt(db, component, account)) !== null

export async function acceptAgreement({ tx, now }: Work, component: Agreed, account: number): Promise<void> {
  const accepted = { text_hash: hashOf(component), accepted_at: now }
  await tx
    .insertInto('contributor_agreement')
    .values({ account_id: account, component_id: component.id, ...accepted })
    .onConflict(conflict => conflict.columns(['account_id', 'component_id']).doUpdateSet(accepted))
    .execute()
}
