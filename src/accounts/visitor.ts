import type { Caller } from './caller.ts'
import type { RequestIdentity } from './callers.ts'
import type { Services } from './services.ts'
import { issueToken } from './tokens.ts'

/** Who looks at a page. A key that is no good makes a stranger of its holder: pages are for everybody. */
export const whoLooks = ({ callers }: Services, request: RequestIdentity): Promise<Caller> =>
  callers.identify(request).catch(() => callers.identify({ ip: request.ip, headers: {} }))

/** What a page shows of its reader: the name, and the token with which a form of the page may be sent. */
export const visitorOf = ({ clock }: Services, caller: Caller, here: string) => ({
  name: caller.account?.name ?? null,
  token: caller.via === 'session' && caller.account !== null ? issueToken(caller, 'csrf', clock) : null,
  here,
})
