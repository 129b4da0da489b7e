import { type Html, html, type Piece } from '#html/html.ts'
import { paramSettings } from '../../api/params/param-settings.ts'
import { isIp } from '../../site/ip.ts'
import type { Visit } from '../visit.ts'
import { flags, sizeChange, summary } from './changes.ts'
import { tokenField } from './form.ts'
import { isRemoval, newcomersAmong } from './highlights.ts'
import { existing, link, titleLink, userLink, userPages } from './links.ts'
import { logLink, logSentences } from './log-lines.ts'
import { type Change, logEntryOf, logRow } from './recent.ts'
import { dayHeading, instant, timeElement, timeText } from './times.ts'
import { timeLeft } from './watch-time.ts'

interface WorkListOptions {
  /** Marks new contributors and large removals. */
  readonly highlights?: boolean
  /** Follows the wiki: `recentchanges` or `watchlist`; null for a list that stays as it is. */
  readonly live?: string | null
  readonly pager?: Piece
}

/** What the rows of a list need to know. */
interface Rows {
  readonly visit: Visit
  readonly known: ReadonlySet<string>
  readonly newcomers: ReadonlySet<string>
  readonly sentences: ReadonlyMap<number, Html>
  readonly highlights: boolean
  /** Whether several edits can be selected. */
  readonly selectable: boolean
}

/** Whether the reader can thank people. */
export const hasThanks = ({ caller, wiki }: Visit): boolean =>
  caller.account !== null && paramSettings(wiki).Thanks === 'on'

/** Whether the reader can do something to edits of others. */
export const canWork = ({ caller }: Visit): boolean => caller.can('patrol') || caller.can('rollback')

/** Changes by day, and those of one page together. With the rights, it is a form: patrol, roll back, thank. */
export async function workList(
  visit: Visit,
  changes: readonly Change[],
  { highlights = true, live = null, pager }: WorkListOptions = {},
): Promise<Html> {
  const { words } = visit
  const place = live !== null && html` data-live-changes="${live}"`
  if (changes.length === 0)
    return html`<div class="change-lists"${place}><p class="note">${words.text('recentchanges-noresult')}</p></div>`
  const rows: Rows = {
    visit,
    known: await existing(visit, userPages(visit, changes)),
    newcomers: highlights ? await newcomersAmong(visit, changes) : new Set(),
    sentences: await logSentences(visit, changes.filter(({ type }) => type === 'log').map(logEntryOf)),
    highlights,
    selectable: canWork(visit) && changes.some(({ type, rcid }) => type !== 'log' && rcid !== undefined),
  }
  const days = Map.groupBy(changes, ({ timestamp }) => timeText(visit, instant(timestamp), 'date'))
  const lists = [...days.values()].map(ofDay => {
    const groups = Map.groupBy(ofDay, change => (change.type === 'log' ? `\n${change.logtype}` : (change.title ?? '')))
    const heading = dayHeading(visit, ofDay[0]!.timestamp)
    return html`<h2 class="day">${heading}</h2>${[...groups.values()].map(group => groupView(rows, group))}`
  })
  const list = html`<div class="change-lists"${place}>${lists}</div>`
  if (!rows.selectable) return html`${list}${pager}`
  // Buttons below submit with Enter, so the first button of the form must change nothing.
  return html`<form class="work-form" method="post" action="${visit.here({ done: null })}">${tokenField(
    visit,
  )}<button name="do" value="" hidden></button>${list}${pager}${bulkBar(visit)}</form>`
}

function groupView(rows: Rows, group: readonly Change[]): Html {
  const { visit, selectable } = rows
  const { t } = visit.reader
  const [newest] = group
  const title = newest!.title ?? ''
  if (newest!.type === 'log') {
    const type = newest!.logtype
    const head = html`<div class="group-head"><h3>${type === undefined ? '' : logLink(visit, type)}</h3><span class="quiet">${t(
      'patrol.entries',
      { count: group.length },
    )}</span></div>`
    return html`<section class="group">${head}<ul class="changes">${group.map(change =>
      logRow(visit, change, rows.sentences),
    )}</ul></section>`
  }
  const box =
    selectable &&
    html`<input type="checkbox" class="all" aria-label="${t('patrol.select_page', { page: title })}" autocomplete="off">`
  const isUnread = group.some(({ notificationtimestamp }) => notificationtimestamp)
  const heading = html`<h3>${titleLink(visit, title, isUnread ? { class: 'unread' } : {})}</h3>`
  return html`<section class="group"><div class="group-head">${box}${heading}<span class="quiet">${groupFacts(
    visit,
    group,
  )}</span><span class="group-links">${groupLinks(visit, title, group)}</span></div><ul class="changes">${group.map(
    change => editRow(rows, change),
  )}</ul></section>`
}

/** "3 edits · 2 editors · −1,412 bytes". */
function groupFacts(visit: Visit, group: readonly Change[]): Piece {
  const { words } = visit
  const { t } = visit.reader
  const people = new Set(group.map(({ user }) => user)).size
  const bytes = group.reduce((sum, { oldlen = 0, newlen = 0 }) => sum + newlen - oldlen, 0)
  const sign = bytes > 0 ? '+' : bytes < 0 ? '−' : '±'
  const facts = [
    t('following.edits', { count: group.length }),
    group.length > 1 && t('patrol.editors', { count: people }),
    html`<bdi>${sign}${words.text('nbytes', Math.abs(bytes))}</bdi>`,
  ].filter(fact => fact !== false)
  return facts.map((fact, at) => html`${at > 0 && ' · '}${fact}`)
}

function groupLinks(visit: Visit, title: string, group: readonly Change[]): Piece[] {
  const { words, reader } = visit
  const [to, from] = [group[0]?.revid, group.at(-1)?.old_revid]
  const all = group.length > 1 && to && from ? visit.address(title, { diff: to, oldid: from }) : null
  return [
    all !== null && link(all, reader.t('patrol.diff_all', { count: group.length })),
    link(visit.address(title, { action: 'history' }), words.text('hist')),
  ]
}

function editRow(rows: Rows, change: Change): Html {
  const { visit, selectable } = rows
  const { words } = visit
  const { title = '', revid = 0, old_revid: before = 0, rcid = 0, user = '' } = change
  const time = timeElement(visit, change.timestamp, 'time')
  const isNewcomer = rows.highlights && rows.newcomers.has(user)
  const isLarge = rows.highlights && isRemoval(change)
  const label = visit.reader.t('patrol.select', { user, time: timeText(visit, instant(change.timestamp), 'time') })
  const box =
    selectable &&
    html`<span class="before"><input type="checkbox" name="change" value="${rcid}.${revid}" aria-label="${label}" autocomplete="off"></span>`
  const facts = html` data-change="r${revid}" data-rcid="${rcid}" data-rev="${revid}" data-old="${before}" data-title="${title}" data-user="${user}"${
    change.unpatrolled === true && html` data-unpatrolled`
  }`
  const kind = isLarge ? ' removal' : isNewcomer ? ' newcomer' : ''
  return html`<li class="change work${kind}"${facts}>${box}<span class="when">${
    revid === 0 ? time : html`<a href="${visit.address(title, { oldid: revid })}">${time}</a>`
  }</span>${sizeChange(visit, change.oldlen, change.newlen)}${userLink(visit, change, rows.known)}${summary(
    visit,
    change,
  )}<span class="marks">${marks(visit, change, isNewcomer, isLarge)}</span><span class="links">${
    before !== 0 &&
    html`<a class="open-diff" href="${visit.address(title, { diff: revid, oldid: before })}">${words.text('diff')}</a>`
  }${rowActions(visit, change)}</span></li>`
}

function marks(visit: Visit, change: Change, isNewcomer: boolean, isLarge: boolean): Piece[] {
  const { t } = visit.reader
  const chip = (kind: string, text: string) => html`<span class="chip ${kind}"><i></i>${text}</span>`
  return [
    change.notificationtimestamp && chip('s-edit', visit.words.text('updatedmarker')),
    ...flags(visit, { ...change, new: change.type === 'new' }),
    isNewcomer && chip('s-edit', t('patrol.newcomer')),
    isLarge && chip('s-failing', t('patrol.removal')),
    typeof change.expiry === 'string' && html`<span class="chip">${timeLeft(visit, change.expiry)}</span>`,
  ]
}

/** Actions as links and buttons. With scripts, keys and the opened edit offer the same. */
function rowActions(visit: Visit, change: Change): Piece {
  const { caller, reader } = visit
  const { title = '', revid = 0, old_revid: before = 0, rcid, user } = change
  const mine = user === caller.name
  const others = user !== undefined && user !== '' && !mine
  return html`<span class="acts">${[
    change.unpatrolled === true &&
      caller.can('patrol') &&
      rcid !== undefined &&
      html`<button class="link" name="patrol" value="${rcid}" data-act="p">${reader.t('patrol.do_patrol')}</button>`,
    before !== 0 &&
      user !== undefined &&
      caller.can('rollback') &&
      act('r', visit.address(title, { action: 'rollback', from: user }), reader.t('patrol.do_rollback')),
    others &&
      hasThanks(visit) &&
      !isIp(user) &&
      revid !== 0 &&
      act('t', visit.special('Thanks', String(revid)), reader.t('patrol.do_thank')),
    others &&
      caller.can('patrol') &&
      act('w', visit.special('Warn', user, { page: title }), reader.t('patrol.do_warn')),
    others && caller.can('block') && act('b', visit.special('Block', user), reader.t('patrol.do_block')),
  ]}</span>`
}

const act = (key: string, href: string, text: string): Html => html`<a data-act="${key}" href="${href}">${text}</a>`

/** Actions for the selected edits. */
function bulkBar(visit: Visit): Html {
  const { caller, reader } = visit
  const { t } = reader
  const button = (name: 'patrol' | 'rollback' | 'thank', kind = '') =>
    html`<button class="button${kind}" name="do" value="${name}">${t(`patrol.do_${name}`)}</button>`
  return html`<div class="bulk" role="region" aria-label="${t('patrol.selection')}"><div><b class="bulk-count" aria-live="polite">${t(
    'patrol.selection',
  )}</b>${caller.can('patrol') && button('patrol', ' first')}${caller.can('rollback') && button('rollback')}${
    hasThanks(visit) && button('thank')
  }${
    caller.can('rollback') &&
    html`<input name="summary" maxlength="500" dir="auto" aria-label="${t('patrol.summary')}" placeholder="${t('patrol.summary')}">`
  }</div></div>`
}
