import { microseconds } from '#fields/timestamp.ts'
import { searchParams } from '#html/search-params.ts'
import { loadPermissions } from '#translation/catalogue/permissions.ts'
import type { PageContext } from '#translation/pages/send-page.ts'
import { Wording } from '#translation/pages/wording.ts'
import { Activity } from '#translation/reports/activity.ts'
import { Addresses } from '#translation/values/addresses.ts'
import type { Visit } from '../send-page.ts'

/** Context for shared components of the translation platform, for sitewide pages. */
export async function contextOf({ services, request, caller, reader }: Visit): Promise<PageContext> {
  const { account } = services.callers.beyondWiki(caller)
  return {
    services,
    reader,
    addresses: new Addresses(''),
    permissions: await loadPermissions(services.store.read, account),
    account,
    wording: new Wording(reader, microseconds(services.clock)),
    activity: new Activity(services.store.read, services.clock),
    params: searchParams(request),
  }
}
