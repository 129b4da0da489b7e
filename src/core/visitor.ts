import type { Caller } from '#accounts/caller.ts'
import type { RequestIdentity } from '#accounts/callers.ts'
import type { Services } from './services.ts'

/** Identifies the reader of a page. An invalid API key means an anonymous reader here, not an error. */
export const whoLooks = ({ callers }: Services, request: RequestIdentity): Promise<Caller> =>
  callers.identify(request).catch(() => callers.identify({ ip: request.ip, headers: {} }))
