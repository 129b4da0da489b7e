import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'

/** What the provider's claims gave to an account. */
export interface Granted {
  readonly groups?: readonly string[]
  readonly teams?: readonly string[]
}

/** A login at an identity provider that is linked to an account. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly accountId: number
  /** The user's name or email address there, as a reminder. */
  readonly label: string
  readonly granted: Granted
  readonly createdAt: number
  readonly lastUsedAt: number
}

const MAX_LABEL = 200

export async function findIdentity(db: Reader, issuer: string, subject: string): Promise<Identity | null> {
  if (issuer.includes('\0') || subject.includes('\0')) return null
  const rows = await identities(db).where('issuer', '=', issuer).where('subject', '=', subject).execute()
  return rows.map(fromRow)[0] ?? null
}

export async function identitiesOf(db: Reader, accountId: number): Promise<Identity[]> {
  const rows = await identities(db).where('account_id', '=', accountId).orderBy('issuer').orderBy('subject').execute()
  return rows.map(fromRow)
}

/** Links an identity; false if it is already linked to an account. */
export async function linkIdentity(
  tx: Writer,
  clock: Clock,
  { issuer, subject, accountId, label }: Pick<Identity, 'issuer' | 'subject' | 'accountId' | 'label'>,
): Promise<boolean> {
  const now = seconds(clock)
  const row = await tx
    .insertInto('account_identity')
    .values({
      issuer,
      subject,
      account_id: accountId,
      label: label.slice(0, MAX_LABEL),
      created_at: now,
      last_used_at: now,
    })
    .onConflict(conflict => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records a login and what its claims gave. */
export async function touchIdentity(tx: Writer, clock: Clock, identity: Identity, granted: Granted): Promise<void> {
  await tx
    .updateTable('account_identity')
    .set({ last_used_at: seconds(clock), granted: JSON.stringify(granted) })
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .execute()
}

export async function unlinkIdentity(tx: Writer, { issuer, subject, accountId }: Identity): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('account_identity')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

const identities = (db: Reader) => db.selectFrom('account_identity').selectAll()

const fromRow = (row: Awaited<ReturnType<ReturnType<typeof identities>['executeTakeFirstOrThrow']>>): Identity => ({
  issuer: row.issuer,
  subject: row.subject,
  accountId: row.account_id,
  label: row.label,
  granted: storedObject<Granted>(row.granted),
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})
