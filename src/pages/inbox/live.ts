import { unreadEntries } from '#core/inbox.ts'
import type { LiveSource } from '#core/live-source.ts'
import type { Services } from '#core/services.ts'
import { INBOX_LOG } from '#events/inbox/deliver.ts'

/** The accounts whose inboxes changed; null for many. */
type Changed = ReadonlySet<number> | null

/** Sends the number of unread notifications to open pages. A request with `inbox` subscribes. */
export const liveInbox = (services: Services): LiveSource<Changed> => ({
  area: INBOX_LOG,
  parameters: ['inbox'],
  follow: async (caller, params) => {
    const { account } = caller
    if (!params.has('inbox') || account === null) return null
    const count = async () => {
      // Rights and memberships may have changed since the connection was made.
      const now = await services.callers.actingFor(account.id)
      return [{ name: 'inbox', data: { unread: now === null ? 0 : (await unreadEntries(services, now)).length } }]
    }
    return {
      begin: count,
      describe: async changed => (changed === null || changed.has(account.id) ? count() : []),
    }
  },
  gather: async entries => {
    const accounts = new Set<number>()
    for (const { data } of entries) {
      if (!Array.isArray(data.accounts)) return null
      for (const id of data.accounts) accounts.add(Number(id))
    }
    return accounts
  },
})
