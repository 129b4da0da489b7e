// `/inbox/`: notifications of both halves of the site. Works with plain forms; `web/inbox` adds keys and live news.
import type { FastifyInstance } from 'fastify'
import { MOST_UNREAD, shownEntries, unreadEntries } from '#core/inbox.ts'
import type { ShownEntry } from '#core/inbox-source.ts'
import type { Services } from '#core/services.ts'
import { entriesOf, type InboxFilter, markAllRead, markEntries } from '#events/inbox/entries.ts'
import { mute, mutedThreads, unmute } from '#events/inbox/mutes.ts'
import type { Sent } from '../account/form.ts'
import { type OwnVisit, ownPage } from '../account/owner.ts'
import type { Page } from '../send-page.ts'
import { type Asked, type Done, FILTERS, type FilterName, inboxView, mutedView } from './inbox-view.ts'

const INBOX_PATH = '/inbox/'
const ENTRIES = 50
/** Rows read for a page: some may be hidden from the reader. */
const ROWS = 100
const MOST_MARKED = 200

export function inboxPage(app: FastifyInstance, services: Services): void {
  ownPage(app, services, INBOX_PATH, show, {
    read: own => mark(own, true),
    unread: own => mark(own, false),
    all: markAll,
    mute: muteThread,
    unmute: unmuteThread,
  })
}

function asked(params: URLSearchParams): Asked {
  const name = params.get('show') ?? ''
  const below = params.get('below') ?? ''
  return {
    filter: Object.hasOwn(FILTERS, name) ? (name as FilterName) : 'all',
    unread: params.has('unread'),
    below: /^[1-9]\d{0,14}$/.test(below) ? Number(below) : null,
  }
}

const searchOf = ({ request }: OwnVisit): URLSearchParams => new URLSearchParams(request.url.split('?')[1] ?? '')

async function show(own: OwnVisit, sent: Sent = {}): Promise<Page> {
  const { services, account, caller, reader } = own
  const { read } = services.store
  const search = searchOf(own)
  if (search.get('show') === 'muted') return mutedView(own, await mutedThreads(read, account.id))
  const wish = asked(search)
  const { kinds, area } = FILTERS[wish.filter]
  const filter: InboxFilter = { kinds, area, unread: wish.unread, below: wish.below }
  const rows = await entriesOf(read, account.id, filter, ROWS)
  const all = await shownEntries(services, rows, caller)
  const entries = all.slice(0, ENTRIES)
  const hasMore = all.length > ENTRIES || rows.length === ROWS
  const below = hasMore ? (all.length > ENTRIES ? entries.at(-1)!.row.id : rows.at(-1)!.id) : null
  const unread = await unreadEntries(services, caller)
  return inboxView(own, {
    ...wish,
    entries,
    older: below,
    counts: counts(unread),
    done: doneOf(search),
    problem: sent.problems?.[''] ?? null,
    now: services.clock.now(),
    timeZone: reader.timeZone,
  })
}

/** Unread entries by filter. */
function counts(unread: readonly ShownEntry[]): Record<FilterName, number> {
  const fits = ({ kinds, area }: InboxFilter) =>
    unread.filter(({ row }) => (kinds?.includes(row.kind) ?? true) && (area === undefined || row.area === area)).length
  return Object.fromEntries(
    Object.entries(FILTERS).map(([name, filter]) => [name, Math.min(fits(filter), MOST_UNREAD)]),
  ) as Record<FilterName, number>
}

function doneOf(search: URLSearchParams): Done | null {
  const what = search.get('done')
  if (what !== 'muted' && what !== 'unmuted' && what !== 'read') return null
  const count = search.get('count') ?? ''
  return { what, thread: search.get('thread') ?? '', count: /^\d{1,9}$/.test(count) ? Number(count) : 0 }
}

/** Back to the same list. */
function back(own: OwnVisit, more: Readonly<Record<string, string>> = {}): string {
  const { filter, unread, below } = asked(searchOf(own))
  const params = new URLSearchParams({
    ...(filter !== 'all' && { show: filter }),
    ...(unread && { unread: '1' }),
    ...(below !== null && { below: String(below) }),
    ...more,
  })
  return `${INBOX_PATH}${params.size > 0 ? `?${params}` : ''}`
}

const idsIn = (form: URLSearchParams): number[] =>
  form
    .getAll('id')
    .flatMap(each => each.split(','))
    .flatMap(id => (/^[1-9]\d{0,14}$/.test(id) ? [Number(id)] : []))
    .slice(0, MOST_MARKED)

async function mark(own: OwnVisit, isRead: boolean): Promise<string> {
  const { services, account, form } = own
  await services.store.transaction(tx => markEntries(tx, services.clock, account.id, idsIn(form), isRead))
  const next = form.get('next') ?? ''
  // Opening an entry marks it as read on the way.
  return isRead && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : back(own)
}

async function markAll(own: OwnVisit): Promise<string> {
  const { services, account, form } = own
  const upTo = form.get('up_to') ?? ''
  if (!/^[1-9]\d{0,14}$/.test(upTo)) return back(own)
  const { kinds, area } = FILTERS[asked(searchOf(own)).filter]
  const count = await services.store.transaction(tx =>
    markAllRead(tx, services.clock, account.id, Number(upTo), { kinds, area }),
  )
  return back(own, { done: 'read', count: String(count) })
}

async function muteThread(own: OwnVisit): Promise<string> {
  const { services, account, form } = own
  const [id] = idsIn(form)
  if (id === undefined) return back(own)
  const thread = await services.store.transaction(async tx => {
    const [row] = await entriesOf(tx, account.id, { below: id + 1 }, 1)
    if (row?.id !== id || row.thread === '') return null
    const [shown] = await shownEntries(services, [row], own.caller)
    await mute(tx, services.clock, account.id, row.thread, row.title || shown?.where.join(' › ') || row.thread)
    return row.thread
  })
  return back(own, thread === null ? {} : { done: 'muted', thread })
}

async function unmuteThread(own: OwnVisit): Promise<string> {
  const { services, account, form } = own
  const thread = form.get('thread') ?? ''
  if (!thread.includes('\0')) await services.store.transaction(tx => unmute(tx, account.id, thread))
  return searchOf(own).get('show') === 'muted'
    ? `${INBOX_PATH}?show=muted&done=unmuted`
    : back(own, { done: 'unmuted' })
}
