import { sentence } from '#core/inbox-sentence.ts'
import type { ShownEntry } from '#core/inbox-source.ts'
import type { InboxFilter } from '#events/inbox/entries.ts'
import type { InboxArea } from '#events/inbox/kinds.ts'
import type { Muted } from '#events/inbox/mutes.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import { initials, type Reader } from '#html/page.ts'
import type { TextKey } from '#html/texts/index.ts'
import { type OwnVisit, tokenField } from '../account/owner.ts'
import type { Page } from '../send-page.ts'

export type FilterName = 'all' | 'mentions' | 'wiki' | 'translation' | 'alerts'

/** The lists of the inbox. */
export const FILTERS: Readonly<Record<FilterName, InboxFilter>> = {
  all: {},
  mentions: { kinds: ['mention'] },
  wiki: { area: 'wiki' },
  translation: { area: 'translation' },
  alerts: { kinds: ['alert', 'login'] },
}

const LABELS: Readonly<Record<FilterName, TextKey>> = {
  all: 'inbox.all',
  mentions: 'inbox.mentions',
  wiki: 'inbox.wiki',
  translation: 'inbox.translation',
  alerts: 'inbox.alerts',
}

/** Which entries an address asks for. */
export interface Asked {
  readonly filter: FilterName
  readonly unread: boolean
  readonly below: number | null
}

/** What the form before this page did. */
export interface Done {
  readonly what: 'muted' | 'unmuted' | 'read'
  readonly thread: string
  readonly count: number
}

interface Listed extends Asked {
  readonly entries: readonly ShownEntry[]
  /** Where older entries begin; null if there are none. */
  readonly older: number | null
  readonly counts: Readonly<Record<FilterName, number>>
  readonly done: Done | null
  readonly problem: string | null
  /** Milliseconds since 1970. */
  readonly now: number
  readonly timeZone: string
}

const at = (wish: Partial<Asked> & { readonly show?: string }): string => {
  const params = new URLSearchParams({
    ...(wish.show !== undefined && { show: wish.show }),
    ...(wish.filter !== undefined && wish.filter !== 'all' && { show: wish.filter }),
    ...(wish.unread && { unread: '1' }),
    ...(wish.below && { below: String(wish.below) }),
  })
  return `/inbox/${params.size > 0 ? `?${params}` : ''}`
}

export function inboxView(own: OwnVisit, list: Listed): Page {
  const { reader } = own
  const { t } = reader
  const { entries, counts, older, filter, unread } = list
  const days = Map.groupBy(groups(entries, list), group => dayOf(group[0]!, list))
  const newest = entries[0]?.row.id ?? 0
  const here = at(list)
  const content = html`<div class="inbox">
    ${rail(reader, counts, filter)}
    <section class="inbox-list" aria-labelledby="inbox-title" data-inbox>
      <div class="inbox-head">
        <h1 id="inbox-title">${t('inbox.title')}</h1>
        <span class="small quiet">${t('inbox.unread', { count: counts.all })}</span>
        <div class="inbox-tools">
          <a class="button quiet-toggle" href="${at({ filter, unread: !unread })}"${unread && html` aria-current="true"`}>
            ${t(unread ? 'inbox.show_read' : 'inbox.unread_only')}
          </a>
          ${
            counts[filter] > 0 &&
            html`<form method="post" action="${at({ filter, unread })}" data-all>
              ${tokenField(own)}<input type="hidden" name="up_to" value="${newest}">
              <button class="button" name="do" value="all">${t('inbox.mark_all')}</button>
            </form>`
          }
        </div>
      </div>
      ${list.problem !== null && html`<p class="note wrong" role="alert">${list.problem}</p>`}
      ${list.done && doneNote(own, list.done, here)}
      <p class="inbox-new" data-new hidden><a class="button" href="${at({ filter, unread })}">${t('inbox.show_new')}</a></p>
      <p class="inbox-keys" data-keys hidden>
        <span><kbd>j</kbd> <kbd>k</kbd> ${t('inbox.key_move')}</span>
        <span><kbd>↵</kbd> ${t('inbox.key_open')}</span>
        <span><kbd>e</kbd> ${t('inbox.mark_read')}</span>
        <span><kbd>m</kbd> ${t('inbox.key_mute')}</span>
        <span><kbd>Shift A</kbd> ${t('inbox.mark_all')}</span>
        <span><kbd>?</kbd> ${t('frame.keys')}</span>
      </p>
      ${entries.length === 0 && empty(reader, list)}
      ${[...days].map(
        ([day, group]) =>
          html`<h2 class="inbox-day">${t(day)}</h2><ol class="inbox-entries">${group.map(each => item(own, each, list, here))}</ol>`,
      )}
      ${older !== null && html`<a class="inbox-more" href="${at({ filter, unread, below: older })}">${t('inbox.older')}</a>`}
      ${list.below !== null && html`<a class="inbox-more" href="${at({ filter, unread })}">${t('inbox.newest')}</a>`}
    </section>
  </div>`
  return { title: t('inbox.title'), content, needs: ['inbox'], texts: ['inbox'], layout: 'work' }
}

function rail({ t }: Reader, counts: Listed['counts'], current: FilterName | 'muted'): Html {
  const names = Object.keys(FILTERS) as FilterName[]
  return html`<nav class="inbox-rail" aria-label="${t('inbox.filters')}">
    ${names.map(
      name =>
        html`<a href="${at({ filter: name })}"${name === current && html` aria-current="page"`}>${t(LABELS[name])}
          ${counts[name] > 0 && html`<span>${counts[name]}</span>`}</a>`,
    )}
    <h2>${t('inbox.threads')}</h2>
    <a href="${at({ show: 'muted' })}"${current === 'muted' && html` aria-current="page"`}>${t('inbox.muted')}</a>
    <h2>${t('inbox.delivery')}</h2>
    <a href="/account/notifications/">${t('inbox.settings')}</a>
  </nav>`
}

const empty = ({ t }: Reader, { unread, filter }: Listed): Html =>
  html`<div class="inbox-empty">
    <b>${t(unread ? 'inbox.none_unread' : 'inbox.none')}</b>
    <p class="small quiet">${t('inbox.none_about')}</p>
    ${unread && html`<a class="small" href="${at({ filter })}">${t('inbox.show_read')}</a>`}
  </div>`

function doneNote(own: OwnVisit, { what, thread, count }: Done, here: string): Html {
  const { t } = own.reader
  const said =
    what === 'read' ? t('inbox.marked', { count }) : t(what === 'muted' ? 'inbox.thread_muted' : 'inbox.unmuted')
  return html`<div class="note good inbox-done" role="status"><p>${said}</p>${
    what === 'muted' &&
    html`<form method="post" action="${here}">${tokenField(own)}
      <input type="hidden" name="thread" value="${thread}">
      <button class="link" name="do" value="unmute">${t('inbox.undo')}</button></form>`
  }</div>`
}

const GROUPED = ['reply', 'review', 'thanks']

/** Entries of one thread, kind and day that follow each other become one item. */
function groups(entries: readonly ShownEntry[], list: Listed): ShownEntry[][] {
  const found: ShownEntry[][] = []
  const open = new Map<string, ShownEntry[]>()
  for (const entry of entries) {
    const { kind, thread, title, read_at } = entry.row
    const isGrouped = GROUPED.includes(kind) && thread !== ''
    const key = [kind, thread, kind === 'review' ? title : '', read_at === null, dayOf(entry, list)].join(' ')
    const group = isGrouped ? open.get(key) : undefined
    if (group !== undefined) {
      group.push(entry)
      continue
    }
    const own = [entry]
    found.push(own)
    if (isGrouped) open.set(key, own)
  }
  return found
}

function dayOf({ row }: ShownEntry, { now, timeZone }: Listed): 'inbox.today' | 'inbox.yesterday' | 'inbox.earlier' {
  const day = (when: number) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(when)
  const own = day(row.created_at * 1000)
  return own === day(now) ? 'inbox.today' : own === day(now - 86_400_000) ? 'inbox.yesterday' : 'inbox.earlier'
}

/** "12 min ago" today, the time yesterday, the date before that. */
function time({ language, timeZone }: Reader, at: number, { now }: Listed): Html {
  const when = at * 1000
  const minutes = Math.max(0, Math.round((now - when) / 60_000))
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  const day = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)
  const text =
    day(when) === day(now)
      ? minutes < 60
        ? ago.format(-minutes, 'minute')
        : ago.format(-Math.round(minutes / 60), 'hour')
      : day(when) === day(now - 86_400_000)
        ? new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone }).format(when)
        : new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone }).format(when)
  return html`<time datetime="${new Date(when).toISOString()}">${text}</time>`
}

const WARNING = html`<span class="inbox-icon bad" aria-hidden="true"><svg width="16" height="16" viewBox="0 0 16 16" fill="none"
  stroke="currentColor" stroke-width="1.8"><path d="M8 2 15 14H1z"/><path d="M8 6.5v3.5M8 12v.6"/></svg></span>`
const HORN = html`<span class="inbox-icon" aria-hidden="true"><svg width="16" height="16" viewBox="0 0 16 16" fill="none"
  stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"><path d="M2 6.5v3h3l6 3.5V3L5 6.5z"/><path d="M13.5 6v4"/></svg></span>`

const AREA_TEXTS: Readonly<Record<InboxArea, TextKey>> = {
  wiki: 'inbox.wiki',
  translation: 'inbox.translation',
  site: 'inbox.site',
}

function item(own: OwnVisit, group: readonly ShownEntry[], list: Listed, here: string): Html {
  const { reader } = own
  const { t } = reader
  const [entry] = group as [ShownEntry]
  const { row, actor, where, link, text, language } = entry
  const isNew = row.read_at === null
  const ids = group.map(each => each.row.id).join(',')
  const icon =
    row.kind === 'alert' || row.kind === 'login'
      ? WARNING
      : row.kind === 'announcement'
        ? HORN
        : html`<span class="face" aria-hidden="true">${initials(actor ?? '?')}</span>`
  const area = row.kind === 'alert' || row.kind === 'login' ? 'inbox.alert' : AREA_TEXTS[row.area as InboxArea]
  const place: Piece = where.flatMap((part, i) => [i > 0 && ' › ', html`<bdi>${part}</bdi>`])
  return html`<li class="inbox-entry${isNew && ' new'}" data-entry="${row.id}">
    ${icon}
    <div>
      ${time(reader, row.created_at, list)}
      <p class="what">${isNew && html`<span class="aside">${t('inbox.unread_mark')} </span>`}<a href="${link}">${sentence(reader, group)}</a></p>
      ${text !== '' && html`<p class="say" dir="auto"${language !== undefined && html` lang="${language}"`}>${text}</p>`}
      <p class="where"><span class="inbox-kind ${area === 'inbox.alert' ? 'alert' : row.area}">${t(area)}</span> · ${place}${group.length > 1 && html` · ${t('inbox.in_thread', { count: group.length })}`}</p>
      <form class="acts" method="post" action="${here}">
        ${tokenField(own)}<input type="hidden" name="id" value="${ids}">
        ${row.kind === 'thanks' && html`<a href="${link}">${t('inbox.view_diff')}</a>`}
        <button class="link" name="do" value="${isNew ? 'read' : 'unread'}">${t(isNew ? 'inbox.mark_read' : 'inbox.mark_unread')}</button>
        ${row.thread !== '' && html`<button class="link" name="do" value="mute">${t('inbox.mute')}</button>`}
      </form>
    </div>
  </li>`
}

/** The muted threads, to unmute them. */
export function mutedView(own: OwnVisit, threads: readonly Muted[]): Page {
  const { reader } = own
  const { t } = reader
  const none = { all: 0, mentions: 0, wiki: 0, translation: 0, alerts: 0 }
  const content = html`<div class="inbox">
    ${rail(reader, none, 'muted')}
    <section class="inbox-list" aria-labelledby="inbox-title">
      <div class="inbox-head"><h1 id="inbox-title">${t('inbox.muted')}</h1></div>
      ${
        threads.length === 0
          ? html`<div class="inbox-empty"><b>${t('inbox.none_muted')}</b></div>`
          : html`<p class="inbox-about quiet">${t('inbox.muted_about')}</p><ul class="inbox-muted">${threads.map(
              ({ thread, title }) => html`<li><bdi>${title}</bdi>
                <form method="post" action="${at({ show: 'muted' })}">${tokenField(own)}
                  <input type="hidden" name="thread" value="${thread}">
                  <button class="button" name="do" value="unmute">${t('inbox.unmute')}<span class="aside"> ${title}</span></button>
                </form></li>`,
            )}</ul>`
      }
    </section>
  </div>`
  return { title: t('inbox.muted'), content, needs: ['inbox'], layout: 'work' }
}
