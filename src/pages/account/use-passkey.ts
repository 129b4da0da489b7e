import type { Account } from '#accounts/account.ts'
import type { Purpose } from '#accounts/passkeys.ts'
import { recordFailure } from '#accounts/sign-ins.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { Visit } from '../send-page.ts'

type PasskeyUse = { readonly ok: true; readonly account: Account } | { readonly ok: false; readonly problem: TextKey }

const PROBLEMS = {
  expired: 'account.passkey_expired',
  unknown: 'account.passkey_unknown',
  invalid: 'account.passkey_failed',
} as const

/** Verifies the response of a passkey and records its use. Without an account, it is the passkey's own. */
export async function usePasskey(
  seen: Visit,
  purpose: Exclude<Purpose, 'add'>,
  account: Account | null,
  response: string,
): Promise<PasskeyUse> {
  const { services, caller } = seen
  if (response === '' || caller.session === null) return { ok: false, problem: 'account.passkey_missing' }
  const verified = await services.webauthn.verify(caller.session, purpose, account, response)
  if (!verified.ok) {
    // Without an account, nobody knows whose passkey it should have been.
    if (account !== null) await recordRejected(seen, account)
    return { ok: false, problem: PROBLEMS[verified.reason] }
  }
  const owner = account ?? (await services.accounts.byId(services.store.primary, verified.passkey.accountId))
  if (owner === null) return { ok: false, problem: 'account.passkey_unknown' }
  if (!(await services.secondFactors.usePasskey(owner, verified))) {
    await recordRejected(seen, owner)
    return { ok: false, problem: 'account.passkey_copied' }
  }
  return { ok: true, account: owner }
}

async function recordRejected({ services, caller, request }: Visit, { id }: Account): Promise<void> {
  const device = request.headers['user-agent'] ?? ''
  const failure = { accountId: id, way: 'passkey', outcome: 'passkey' as const, address: caller.ip, device }
  await services.store.transaction(tx => recordFailure(tx, services.clock, failure))
}
