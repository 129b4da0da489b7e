import type { Caller } from '#accounts/caller.ts'
import type { RequestIdentity } from '#accounts/callers.ts'
import type { Services } from './services.ts'

/** Who looks at a page. A key that is no good makes a stranger of its holder: pages are for everybody. */
export const whoLooks = ({ callers }: Services, request: RequestIdentity): Promise<Caller> =>
  callers.identify(request).catch(() => callers.identify({ ip: request.ip, headers: {} }))
