import { sharedRequestLog } from '#events/request-log.ts'
import type { ActionRun } from '../api/action-run.ts'
import { type Limited, limitsFor } from '../content/rate-limits.ts'
import { fail } from '../messages/message.ts'

const count = sharedRequestLog()

/** Counts something that somebody does, in all processes of this server together; true when it was too much. */
export async function isTooFast({ caller, wiki }: ActionRun, what: Limited): Promise<boolean> {
  if (wiki.services.config.wikiRateLimits === 'none') return false
  for (const { counted, limit } of limitsFor(caller, what)) {
    const whose = counted === 'ip' ? caller.ip : `#${caller.account!.id}`
    const who = `wiki ${what} ${counted} ${whose}`
    const request = { who, limit: limit.hits, periodMs: limit.seconds * 1000, at: wiki.clock.now() }
    if (!(await count(request)).isAdmitted) return true
  }
  return false
}

/** Some have words of their own for it. */
const AT_LENGTH: ReadonlySet<Limited> = new Set<Limited>(['changetag', 'emailuser', 'mailpassword', 'rollback'])

/** Stops the request of somebody who does this too often. */
export async function mustNotBeTooFast(run: ActionRun, what: Limited): Promise<void> {
  if (await isTooFast(run, what)) fail(AT_LENGTH.has(what) ? 'actionthrottledtext' : 'apierror-ratelimited')
}
