import { type LimitState, rateLimitFields } from '#core/rate-limit-fields.ts'
import type { ActionRun } from '../api/action-run.ts'
import { type Limited, limitsFor } from '../content/rate-limits.ts'
import { fail } from '../messages/message.ts'

/** Counts an action across all servers and returns whether the limit is exceeded. */
export async function isTooFast({ caller, wiki, headers }: ActionRun, what: Limited): Promise<boolean> {
  if (wiki.services.config.wikiRateLimits === 'none') return false
  const states: LimitState[] = []
  let isExceeded = false
  for (const { counted, limit } of limitsFor(caller, what)) {
    const whose = counted === 'ip' ? caller.ip : `#${caller.account!.id}`
    const who = `wiki ${what} ${counted} ${whose}`
    const request = { who, limit: limit.hits, periodMs: limit.seconds * 1000, at: wiki.clock.now() }
    const { isAdmitted, remaining, resetMs } = await wiki.services.countRequest(request)
    states.push({ name: `${what} ${counted}`, limit: limit.hits, periodMs: limit.seconds * 1000, remaining, resetMs })
    isExceeded = !isAdmitted
    if (isExceeded) break
  }
  for (const [name, value] of Object.entries(rateLimitFields(states))) headers[name.toLowerCase()] = value
  return isExceeded
}

/** Actions with the longer error message. */
const LONG_MESSAGE: ReadonlySet<Limited> = new Set<Limited>(['changetag', 'emailuser', 'mailpassword', 'rollback'])

/** Throws if the caller performs this action too often. */
export async function mustNotBeTooFast(run: ActionRun, what: Limited): Promise<void> {
  if (await isTooFast(run, what)) fail(LONG_MESSAGE.has(what) ? 'actionthrottledtext' : 'apierror-ratelimited')
}
