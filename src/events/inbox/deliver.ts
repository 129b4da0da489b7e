/*
 * Puts entries into people's inboxes (`/inbox/`, the bell, `meta=notifications`).
 *
 *   await deliver(tx, clock, [{
 *     account: 7,                        // who gets it; never the actor
 *     kind: 'reply',                     // see kinds.ts
 *     area: 'wiki',
 *     event: `revision/${revision}`,     // what happened: each account gets one entry per event, whatever its kind
 *     actor: 3,                          // the account behind it, or null
 *     thread: `topic/${page}/${topic}`,  // what "Mute thread" mutes; empty if there is nothing to mute
 *     title: 'Opening hours',            // the topic, or '' if the page is enough
 *     text: 'I would keep the pier …',   // the words themselves, shortened here
 *     anchor: 'c-Asha_Rao-2026…',        // fragment of the address, so that the link leads to the comment
 *     page, revision,                    // wiki: their numbers; the entry is hidden with the revision
 *   }])
 *
 * Where to call it:
 *
 * - For one or two recipients, in the transaction of the event, last (it ends with an entry of the change log). Thanks
 *   do it that way: `log` is the number of the log entry.
 * - For more, add a producer to the source of the half (`InboxSource.entriesOf` in src/core/inbox-source.ts; the wiki's
 *   list is `PRODUCERS` in src/wiki/notifications/inbox/produce.ts). A job follows the change log, asks the producers
 *   and delivers in the transaction that moves its position: exactly once, and no writer waits for it.
 *
 * Nobody is notified of their own actions, through a closed account, of a kind that they turned off, or in a thread
 * that they muted, unless the notification is addressed to them personally. Delivery does not check who may read what:
 * producers deliver only to people who may, and the sources check again whenever an entry is shown.
 */
import { type Clock, seconds } from '#store/clock.ts'
import { insertRows, type Row } from '#store/insert-rows.ts'
import { padded } from '#store/keyset.ts'
import type { Reader, Writer } from '#store/store.ts'
import { appendChange } from '../change-log.ts'
import { type InboxArea, type InboxKind, isDirect, OFF, optionOf } from './kinds.ts'
import { mutedAmong } from './mutes.ts'

export interface NewEntry {
  readonly account: number
  readonly kind: InboxKind
  readonly area: InboxArea
  readonly event: string
  readonly actor?: number | null
  readonly thread?: string
  readonly title?: string
  readonly text?: string
  readonly anchor?: string
  readonly page?: number | null
  readonly revision?: number | null
  readonly log?: number | null
  readonly project?: number | null
  /** The change of the translation platform. */
  readonly change?: number | null
}

const COLUMNS = [
  'account_id',
  'event',
  'kind',
  'area',
  'thread',
  'actor_id',
  'title',
  'text',
  'anchor',
  'page_id',
  'revision_id',
  'log_id',
  'project_id',
  'change_id',
  'created_at',
]
/** Rows per insert: on SQLite, a long statement blocks requests. */
const ROWS_AT_ONCE = 32
const ACCOUNTS_AT_ONCE = 500
const MOST_TITLE = 200
const MOST_TEXT = 400
const MOST_KEY = 300
/** Open pages of more people than this all look for themselves. */
const MOST_NAMED = 200

/** The area of change log entries about the inbox, which open pages follow. */
export const INBOX_LOG = 'inbox'

/** Delivers entries; see above. Returns how many were new. */
export async function deliver(tx: Writer, clock: Clock, entries: readonly NewEntry[]): Promise<number> {
  const wanted = await wantedAmong(tx, clock, entries)
  if (wanted.length === 0) return 0
  const now = seconds(clock)
  const rows = wanted.map((entry): Row => {
    const { account, event, kind, area, thread = '', actor = null, title = '', text = '', anchor = '' } = entry
    return [
      account,
      event.slice(0, MOST_KEY),
      kind,
      area,
      thread.slice(0, MOST_KEY),
      actor,
      shortened(title, MOST_TITLE),
      shortened(text, MOST_TEXT),
      anchor.slice(0, MOST_KEY),
      entry.page ?? null,
      entry.revision ?? null,
      entry.log ?? null,
      entry.project ?? null,
      entry.change ?? null,
      now,
    ]
  })
  let added = 0
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
    added += await insertRows(tx, 'inbox', COLUMNS, rows.slice(i, i + ROWS_AT_ONCE))
  if (added > 0)
    await inboxChanged(
      tx,
      clock,
      wanted.map(entry => entry.account),
    )
  return added
}

/** Tells open pages of these accounts to look at their inbox again. */
export async function inboxChanged(tx: Writer, clock: Clock, accounts: readonly number[]): Promise<void> {
  const distinct = [...new Set(accounts)]
  const data = distinct.length > MOST_NAMED ? {} : { accounts: distinct }
  await appendChange(tx, clock, { area: INBOX_LOG, kind: 'changed', data })
}

/** Cuts at a word, without splitting a character. */
function shortened(text: string, most: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  const characters = [...plain.slice(0, 2 * most)]
  if (characters.length <= most) return plain.length > 2 * most ? `${characters.join('')}…` : plain
  const cut = characters.slice(0, most - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`
}

/** Entries for others than their actors, whose recipients can read them and have not turned them off. */
async function wantedAmong(db: Reader, clock: Clock, entries: readonly NewEntry[]): Promise<NewEntry[]> {
  const addressed = entries.filter(({ account, actor }) => account !== actor)
  const accounts = [...new Set(addressed.map(entry => entry.account))]
  const wanted: NewEntry[] = []
  const of = Map.groupBy(addressed, entry => entry.account)
  for (let i = 0; i < accounts.length; i += ACCOUNTS_AT_ONCE) {
    const some = accounts.slice(i, i + ACCOUNTS_AT_ONCE)
    const open = await openAmong(db, some, seconds(clock))
    const own = some.filter(id => open.has(id)).flatMap(id => of.get(id)!)
    const off = await turnedOff(db, some)
    const muted = await mutedAmong(
      db,
      some,
      own.map(entry => entry.thread ?? ''),
    )
    for (const entry of own) {
      if (off.has(`${entry.account} ${optionOf(entry.kind)}`)) continue
      if (!isDirect(entry.kind) && muted.has(`${entry.account} ${entry.thread}`)) continue
      wanted.push(entry)
    }
  }
  return wanted
}

async function openAmong(db: Reader, accounts: readonly number[], now: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', padded(accounts))
    .where('is_active', '=', 1)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute()
  return new Set(rows.map(row => row.id))
}

async function turnedOff(db: Reader, accounts: readonly number[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('account_option')
    .select(['account_id', 'name'])
    .where('account_id', 'in', padded(accounts))
    .where('name', 'like', 'parlance-inbox-%')
    .where('value', '=', OFF)
    .execute()
  return new Set(rows.map(row => `${row.account_id} ${row.name}`))
}
