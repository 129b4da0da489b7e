import { isIPv4, isIPv6 } from 'node:net'
import { deliver } from '#events/inbox/deliver.ts'
import type { Jobs } from '#events/jobs.ts'
import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import { deviceName } from './device-name.ts'

/** How much of the User-Agent is stored. */
export const MAX_DEVICE_LENGTH = 300

/** Emails the owner of an account about a login from a new device: `{ signIn }`. The layer of the pages writes it. */
export const NEW_DEVICE_JOB = 'new-device-mail'

export type Outcome = 'ok' | 'password' | 'code' | 'passkey'

/** A login, or an attempt. `way` is explained in the schema. */
export interface SignIn {
  readonly id: number
  readonly accountId: number
  readonly at: number
  readonly way: string
  /** `ok`, or what was wrong. */
  readonly outcome: Outcome
  readonly address: string
  readonly device: string
}

type NewSignIn = Omit<SignIn, 'id' | 'at'>

/** Records a failed login of an existing account. */
export const recordFailure = (tx: Writer, clock: Clock, failure: NewSignIn): Promise<number> =>
  insert(tx, clock, failure)

/**
 * Records a login. If its device was not used before, the owner gets an email and an entry in the inbox. The first login
 * of all is not new: there is nothing to compare it with.
 */
export async function recordSignIn(tx: Writer, clock: Clock, jobs: Jobs, signIn: NewSignIn): Promise<void> {
  const { accountId } = signIn
  const places = tx
    .selectFrom('sign_in')
    .select('id')
    .where('account_id', '=', accountId)
    .where('outcome', '=', 'ok')
    .limit(1)
  const hasOthers = (await places.executeTakeFirst()) !== undefined
  const isKnown = (await places.where('place', '=', placeOf(signIn)).executeTakeFirst()) !== undefined
  const id = await insert(tx, clock, signIn)
  if (!hasOthers || isKnown) return
  await jobs.enqueue(tx, { kind: NEW_DEVICE_JOB, key: String(id), payload: { signIn: id } })
  const { browser, system } = deviceName(signIn.device)
  const text = [browser, system, signIn.address].filter(each => each !== '').join(' · ')
  await deliver(tx, clock, [{ account: accountId, kind: 'login', area: 'site', event: `sign-in/${id}`, text }])
}

async function insert(tx: Writer, clock: Clock, signIn: NewSignIn): Promise<number> {
  const { id } = await tx
    .insertInto('sign_in')
    .values({
      account_id: signIn.accountId,
      at: seconds(clock),
      way: signIn.way,
      outcome: signIn.outcome,
      address: signIn.address,
      device: signIn.device.slice(0, MAX_DEVICE_LENGTH),
      place: placeOf(signIn),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The newest sign-ins first, below an id. */
export async function signInsOf(db: Reader, accountId: number, limit: number, below?: number): Promise<SignIn[]> {
  let query = signIns(db).where('account_id', '=', accountId)
  if (below !== undefined) query = query.where('id', '<', below)
  return (await query.orderBy('id', 'desc').limit(limit).execute()).map(fromRow)
}

export async function findSignIn(db: Reader, id: number): Promise<SignIn | null> {
  const row = await signIns(db).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

/**
 * Browser, system and network: providers change the end of an address often. Versions are left out, because browsers
 * update themselves.
 */
function placeOf({ address, device }: NewSignIn): string {
  const { browser, system } = deviceName(device)
  return `${browser}|${system}|${networkOf(address)}`
}

function networkOf(address: string): string {
  if (isIPv4(address)) return address.split('.').slice(0, 2).join('.')
  if (!isIPv6(address)) return address
  const [high = '0', low = '0'] = address.toLowerCase().split(':')
  return `${high || '0'}:${low || '0'}`
}

const signIns = (db: Reader) => db.selectFrom('sign_in').selectAll()

const fromRow = (row: Awaited<ReturnType<ReturnType<typeof signIns>['executeTakeFirstOrThrow']>>): SignIn => ({
  id: row.id,
  accountId: row.account_id,
  at: row.at,
  way: row.way,
  outcome: row.outcome as Outcome,
  address: row.address,
  device: row.device,
})
