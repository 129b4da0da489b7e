import { Html, html, type Piece } from '#html/html.ts'
import type { Question } from '../../api/ask.ts'
import type { Title } from '../../site/titles.ts'
import { errorPage } from '../error-page.ts'
import { LISTS_STAY, type Outcome, type View } from '../page.ts'
import { summary } from '../parts/changes.ts'
import { diffTable } from '../parts/diff-table.ts'
import { hiddenField, tokenField } from '../parts/form.ts'
import { existing, link, titleLink, userLink, userPages } from '../parts/links.ts'
import { renderedText } from '../parts/rendered.ts'
import { undoLinks } from '../parts/revisions.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'

/** `index.php?diff=…&oldid=…`: diff between two revisions. */
export const diffView: View = {
  action: 'diff',
  tab: 'history',
  async show(visit, page) {
    const sides = await requestedSides(visit, page)
    if (sides === null)
      return errorPage(404, visit.name(page), visit.words.html('difference-missing-revision', '', 2), page)
    return comparison(visit, sides, page)
  },
}

/** Parameters of `action=compare` for the revisions in the URL; null if there are none. */
async function requestedSides(visit: Visit, page: Title): Promise<Question | null> {
  const [diff, oldid] = ['diff', 'oldid'].map(name => visit.search.get(name) ?? '') as [string, string]
  const number = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)
  const [to, from] = [number(diff), number(oldid)]
  const isWord = (text: string, ...words: string[]) => ['', '0', ...words].includes(text)
  if ((to === null && !isWord(diff, 'prev', 'next', 'cur')) || (from === null && !isWord(oldid, 'prev', 'next', 'cur')))
    return null
  if (to !== null && from !== null) return { fromrev: from, torev: to }
  if (to !== null) return { fromrev: to, torelative: oldid === 'next' || oldid === 'cur' ? oldid : 'prev' }
  const base = from ?? (await latest(visit, page))
  if (base === null) return null
  if (diff === 'prev' || (from === null && diff !== 'next')) return { fromrev: base, torelative: 'prev' }
  return { fromrev: base, torelative: diff === 'next' ? 'next' : 'cur' }
}

async function latest(visit: Visit, page: Title): Promise<number | null> {
  const { pages = [] } = await visit.query({ titles: visit.name(page), prop: 'info' })
  return pages[0]?.lastrevid || null
}

const PROP = 'ids|title|user|parsedcomment|timestamp|size|rel|diff'

/** One side in the result of `action=compare`. */
interface Side {
  readonly revid?: number
  readonly title?: string
  readonly timestamp?: string
  readonly user?: string
  readonly userhidden?: boolean
  readonly parsedcomment?: string
  readonly commenthidden?: boolean
  readonly texthidden?: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: shape of action=compare results
function sideOf(compared: any, side: 'from' | 'to'): Side {
  const own = Object.entries(compared).filter(([name]) => name.startsWith(side))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(side.length), value]))
}

/** Diff page, also for `Special:ComparePages`. */
export async function comparison(visit: Visit, sides: Question, page: Title | null): Promise<Outcome> {
  const { words, search } = visit
  const response = await visit.ask({ action: 'compare', prop: PROP, ...sides })
  const name = page === null ? null : visit.name(page)
  if (!response.ok) {
    const isHidden = response.errors.some(({ code }) => code === 'missingcontent')
    const text = isHidden
      ? words.html('rev-deleted-no-diff')
      : new Html(response.errors.map(({ html: each }) => each).join(' '))
    return errorPage(isHidden ? 403 : 404, name ?? words.text('comparepages'), text, page ?? undefined)
  }
  const { compare } = response.result
  const [from, to] = [sideOf(compare, 'from'), sideOf(compare, 'to')]
  const existingPages = await existing(visit, userPages(visit, [from, to]))
  const isSamePage = from.title === undefined || to.title === undefined || from.title === to.title
  const title = to.title ?? from.title ?? name ?? ''
  const newest = await newestOf(visit, title)
  const head = { known: existingPages, newest }
  const isVisual = search.get('diffmode') === 'visual'
  const isInline = search.get('diff-type') === 'inline'
  const left = sideHead(visit, from, { ...head, way: previousWay(visit, compare, from) })
  const right = sideHead(visit, to, {
    ...head,
    way: nextWay(visit, to, newest),
    more: [...(await undoing(visit, from, to, newest)), await patrolForm(visit, to)],
  })
  const rows: string = compare.body ?? ''
  const table = isVisual
    ? html`<div class="diff-heads"><div>${left}</div><div>${right}</div></div>${await renderedText(visit, to, from)}`
    : diffTable(visit, { rows, left, right, isInline })
  const hidden = (from.texthidden || to.texthidden) && html`<p class="note">${words.html('rev-deleted-diff-view')}</p>`
  const below = !isVisual && search.get('diffonly') !== '1' && to.revid !== undefined
  return {
    title: isSamePage
      ? words.text('difference-title', title)
      : words.text('difference-title-multipage', from.title ?? '', title),
    ...(page && { about: page }),
    wide: true,
    stays: LISTS_STAY,
    needs: ['following'],
    content: html`${ways(visit, isVisual, isInline)}${hidden}${await between(visit, from, to)}${table}${
      below && (await pageBelow(visit, to, newest))
    }`,
  }
}

async function newestOf(visit: Visit, title: string): Promise<number> {
  const { pages = [] } = await visit.query({ titles: title, prop: 'info' })
  return pages[0]?.lastrevid ?? 0
}

/** Switch between side-by-side, inline and visual diff. */
function ways(visit: Visit, isVisual: boolean, isInline: boolean): Html {
  const { t } = visit.reader
  const choices = [
    [t('following.two_columns'), { 'diff-type': null, diffmode: null }, !isVisual && !isInline],
    [t('following.inline'), { 'diff-type': 'inline', diffmode: null }, !isVisual && isInline],
    [t('following.visual'), { 'diff-type': null, diffmode: 'visual' }, isVisual],
  ] as const
  const links = choices.map(
    ([text, changes, isHere]) =>
      html`<a href="${visit.here(changes)}"${isHere && html` aria-current="true"`}>${text}</a>`,
  )
  return html`<nav class="diff-ways" aria-label="${t('following.ways')}">${links}</nav>`
}

interface Head {
  readonly known: ReadonlySet<string>
  readonly newest: number
  readonly way: Piece
  readonly more?: readonly Piece[]
}

function sideHead(visit: Visit, side: Side, { known, newest, way, more = [] }: Head): Html {
  const { words } = visit
  if (side.revid === undefined || side.title === undefined || side.timestamp === undefined) return html`${way}`
  const time = timeElement(visit, side.timestamp)
  const isNewest = side.revid === newest
  const text = isNewest ? html`${words.text('currentrev')}, ${time}` : words.html('revisionasof', time)
  const at = visit.address(side.title, { oldid: side.revid })
  const links = [
    link(
      visit.address(side.title, isNewest ? { action: 'edit' } : { action: 'edit', oldid: side.revid }),
      words.text('editlink'),
    ),
    ...more,
  ].filter(Boolean)
  return html`<div class="diff-head">
    <div><a href="${at}">${text}</a></div>
    <div>${userLink(visit, side, known)}</div>
    <div class="second">${summary(visit, side)}</div>
    <div class="links">${links}</div>
    ${way && html`<div class="way">${way}</div>`}
  </div>`
}

// biome-ignore lint/suspicious/noExplicitAny: shape of action=compare results
const previousWay = (visit: Visit, compare: any, { revid, title }: Side): Piece =>
  revid !== undefined &&
  title !== undefined &&
  compare.prev !== undefined &&
  html`<a rel="prev"
    href="${visit.address(title, { diff: 'prev', oldid: revid })}">${visit.words.text('previousdiff')}</a>`

const nextWay = (visit: Visit, { revid, title }: Side, newest: number): Piece =>
  revid !== undefined &&
  title !== undefined &&
  revid !== newest &&
  html`<a rel="next" href="${visit.address(title, { diff: 'next', oldid: revid })}">${visit.words.text('nextdiff')}</a>`

async function undoing(visit: Visit, from: Side, to: Side, newest: number): Promise<Piece[]> {
  if (!to.revid || !from.revid || !to.title || to.title !== from.title || !to.timestamp) return []
  const row = { ...to, revid: to.revid, parentid: from.revid, timestamp: to.timestamp }
  return undoLinks(visit, to.title, row, to.revid === newest)
}

/** Button to mark the change as patrolled, for users with the right. */
async function patrolForm(visit: Visit, { revid, title, timestamp }: Side): Promise<Piece> {
  const { words, caller } = visit
  if (!caller.can('patrol') || !revid || !title || !timestamp) return null
  const response = await visit.ask({
    action: 'query',
    list: 'recentchanges',
    rctitle: title,
    rcprop: 'ids|patrolled',
    rclimit: 50,
    rcstart: timestamp,
    rcend: timestamp,
  })
  // biome-ignore lint/suspicious/noExplicitAny: shape of API results
  const changes: any[] = response.ok ? (response.result.query?.recentchanges ?? []) : []
  const change = changes.find(each => each.revid === revid)
  if (!change?.unpatrolled) return null
  const address = visit.address(title, { action: 'markpatrolled', rcid: change.rcid })
  const fields = [tokenField(visit), hiddenField('rcid', change.rcid)]
  const button = html`<button class="link">${words.text('markaspatrolleddiff')}</button>`
  return html`<form class="plain" method="post" action="${address}">${fields}${button}</form>`
}

const MAX_BETWEEN = 500

/** Number of intermediate revisions and their authors. */
async function between(visit: Visit, from: Side, to: Side): Promise<Piece> {
  const { words } = visit
  if (!from.revid || !to.revid || from.title !== to.title || from.revid === to.revid) return null
  const [older, newer] = from.revid < to.revid ? [from, to] : [to, from]
  const response = await visit.ask({
    action: 'query',
    prop: 'revisions',
    titles: to.title,
    rvprop: 'ids|user',
    rvlimit: MAX_BETWEEN,
    rvstartid: newer.revid,
    rvendid: older.revid,
  })
  if (!response.ok) return null
  // biome-ignore lint/suspicious/noExplicitAny: shape of API results
  const all: any[] = response.result.query?.pages?.[0]?.revisions ?? []
  const inside = all.filter(({ revid }) => revid !== older.revid && revid !== newer.revid)
  if (inside.length === 0) return null
  const people = new Set(inside.map(({ user }) => user))
  const isSame = people.size === 1 && people.has(to.user)
  const text = isSame
    ? words.text('diff-multi-sameuser', inside.length)
    : words.text('diff-multi-otherusers', inside.length, people.size)
  return html`<p class="diff-multi quiet">${text}</p>`
}

/** The rendered newer revision. */
async function pageBelow(visit: Visit, to: Side, newest: number): Promise<Piece> {
  const { words } = visit
  if (to.title === undefined || to.timestamp === undefined) return null
  const heading =
    to.revid === newest ? words.text('currentrev') : words.html('revisionasof', timeElement(visit, to.timestamp))
  const page = html`<p class="quiet">${titleLink(visit, to.title)}</p>`
  return html`<h2 class="diff-currentversion-title">${heading}</h2>${page}${await renderedText(visit, to)}`
}
