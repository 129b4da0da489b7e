import type { Caller } from '#accounts/caller.ts'
import { entriesOf, type InboxRow } from '#events/inbox/entries.ts'
import type { ShownEntry } from './inbox-source.ts'
import type { Services } from './services.ts'

/** More unread entries than this are not counted. */
export const MOST_UNREAD = 99

/** The entries that the caller may see now, in the order of the rows. */
export async function shownEntries(
  { store, inbox }: Pick<Services, 'store' | 'inbox'>,
  rows: readonly InboxRow[],
  caller: Caller,
): Promise<ShownEntry[]> {
  const shown = new Map<number, ShownEntry>()
  for (const source of inbox.sources) {
    const own = rows.filter(row => row.area === source.area)
    if (own.length > 0) for (const entry of await source.show(store.read, own, caller)) shown.set(entry.row.id, entry)
  }
  return rows.flatMap(row => shown.get(row.id) ?? [])
}

/** Unread entries that the caller may see, up to one more than are counted. */
export async function unreadEntries(
  services: Pick<Services, 'store' | 'inbox'>,
  caller: Caller,
): Promise<readonly ShownEntry[]> {
  const { account } = caller
  if (account === null) return []
  const rows = await entriesOf(services.store.read, account.id, { unread: true }, MOST_UNREAD + 1)
  return rows.length === 0 ? [] : shownEntries(services, rows, caller)
}
