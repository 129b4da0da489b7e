import type { Caller } from '#accounts/caller.ts'
import type { Services } from '#core/services.ts'
import { loadPermissions } from '#translation/catalogue/permissions.ts'
import { STRING_CHANGE } from '#translation/webhooks/event-kinds.ts'
import { eventsOf, type WebhookRow } from '#translation/webhooks/webhooks.ts'
import type { Wish } from '../streams/read-stream.ts'

/** In whose name a webhook reads events, and which. */
export interface Reading {
  readonly caller: Caller
  readonly wish: Wish
}

/** The rights of the owner at this moment; null if they no longer allow the owner to have this webhook. */
export async function readingOf(services: Services, hook: WebhookRow): Promise<Reading | null> {
  const { store, callers, streams } = services
  const caller = await callers.actingFor(hook.account_id)
  if (caller === null) return null
  const permissions = await loadPermissions(store.primary, caller.account)
  if (hook.project_id === null) {
    if (!permissions.onSite('management.use')) return null
    const allowed = streams.filter(source => source.allows(caller)).flatMap(source => Object.keys(source.streams))
    const chosen = eventsOf(hook).filter(name => allowed.includes(name))
    return { caller, wish: { streams: new Set(chosen), filters: new Map(), since: null } }
  }
  const project = await store.primary
    .selectFrom('project')
    .selectAll()
    .where('id', '=', hook.project_id)
    .executeTakeFirst()
  if (project === undefined || !permissions.inProject(project, 'project.edit')) return null
  const filters = new Map([['project', new Set([project.slug])]])
  return { caller, wish: { streams: new Set([STRING_CHANGE]), filters, since: null } }
}
