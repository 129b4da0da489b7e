import type { ActionRun } from '../api/action-run.ts'
import { type Limited, limitsFor } from '../content/rate-limits.ts'
import { fail } from '../messages/message.ts'

/** Counts an action across all servers and returns whether the limit is exceeded. */
export async function isTooFast({ caller, wiki }: ActionRun, what: Limited): Promise<boolean> {
  if (wiki.services.config.wikiRateLimits === 'none') return false
  for (const { counted, limit } of limitsFor(caller, what)) {
    const whose = counted === 'ip' ? caller.ip : `#${caller.account!.id}`
    const who = `wiki ${what} ${counted} ${whose}`
    const request = { who, limit: limit.hits, periodMs: limit.seconds * 1000, at: wiki.clock.now() }
    if (!(await wiki.services.countRequest(request)).isAdmitted) return true
  }
  return false
}

/** Actions with the longer error message. */
const LONG_MESSAGE: ReadonlySet<Limited> = new Set<Limited>(['changetag', 'emailuser', 'mailpassword', 'rollback'])

/** Throws if the caller performs this action too often. */
export async function mustNotBeTooFast(run: ActionRun, what: Limited): Promise<void> {
  if (await isTooFast(run, what)) fail(LONG_MESSAGE.has(what) ? 'actionthrottledtext' : 'apierror-ratelimited')
}
