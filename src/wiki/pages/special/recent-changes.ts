import { html } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import type { Question } from '../../api/ask.ts'
import { isTalk, subjectOf, talkOf } from '../../site/namespaces.ts'
import { LISTS_STAY, type Special } from '../page.ts'
import { feedLinks, feedTools } from '../parts/feeds.ts'
import { type Field, filterForm, namespaceField, namespaceOf } from '../parts/form.ts'
import { having } from '../parts/items.ts'
import { walk } from '../parts/pager.ts'
import { changeProps, mayPatrol, recentList } from '../parts/recent.ts'
import { tagField } from '../parts/tag-field.ts'
import { isOn, type Toggle, toggleLinks } from '../parts/toggles.ts'
import type { Visit } from '../visit.ts'

export const DAYS = [1, 3, 7, 14, 30, 90] as const

/** Filters for types of changes; bots are hidden by default. */
const togglesFor = (visit: Visit): Toggle[] => [
  { name: 'hideminor', key: 'rcshowhideminor' },
  { name: 'hidebots', key: 'rcshowhidebots', usual: true },
  { name: 'hideanons', key: 'rcshowhideanons' },
  { name: 'hideliu', key: 'rcshowhideliu' },
  ...(mayPatrol(visit.caller) ? [{ name: 'hidepatrolled', key: 'rcshowhidepatr' }] : []),
  ...(visit.caller.account === null ? [] : [{ name: 'hidemyself', key: 'rcshowhidemine' }]),
]

/** API parameters for the filters, with the prefix `rc` or `wl`. */
export function changeFilters(visit: Visit, prefix: string, toggles: readonly Toggle[], days: number): Question {
  const hides = (name: string) => {
    const toggle = toggles.find(each => each.name === name)
    return toggle !== undefined && isOn(visit, toggle)
  }
  const show = [
    hides('hideminor') && '!minor',
    hides('hidebots') && '!bot',
    hides('hideanons') && !hides('hideliu') && '!anon',
    hides('hideliu') && !hides('hideanons') && 'anon',
    hides('hidepatrolled') && '!patrolled',
  ].filter(flag => flag !== false)
  const since = seconds(visit.wiki.clock) - days * 86_400
  const isBack = visit.search.get('dir') === 'prev' && visit.search.has('offset')
  return {
    [`${prefix}show`]: show.length === 0 ? undefined : show,
    [`${prefix}excludeuser`]: hides('hidemyself') ? visit.caller.name : undefined,
    [`${prefix}namespace`]: namespaces(visit),
    [`${prefix}${isBack ? 'start' : 'end'}`]: new Date(since * 1000).toISOString(),
  }
}

/** Requested namespaces, with associated ones or inverted. */
function namespaces(visit: Visit): number[] | undefined {
  const chosen = namespaceOf(visit)
  if (chosen === undefined) return undefined
  const { search, site } = visit
  const all = site.namespaces.holdingPages
  const own = search.has('associated') ? [chosen, isTalk(chosen) ? subjectOf(chosen) : talkOf(chosen)] : [chosen]
  return all.filter(ns => own.includes(ns) !== search.has('invert'))
}

export function daysOf(visit: Visit, usual: number): number {
  const requested = Number(visit.search.get('days'))
  return Number.isFinite(requested) && requested > 0 ? Math.min(requested, 90) : usual
}

export function daysField(visit: Visit, usual: number): Field {
  const { words } = visit
  const options = DAYS.map((days): [string, string] => [String(days), words.text('days', days)])
  return { kind: 'choice', name: 'days', label: words.text('rcfilters-days-title'), options, value: String(usual) }
}

/** Hidden fields that preserve the toggles when another filter changes. */
export const keptToggles = (visit: Visit, toggles: readonly Toggle[]): Field[] =>
  toggles.flatMap(({ name }) => {
    const value = visit.search.get(name)
    return value === null ? [] : [{ kind: 'hidden' as const, name, value }]
  })

/** `Special:RecentChanges`: recent changes with live updates. */
export const recentChanges: Special = {
  name: 'Recentchanges',
  group: 'changes',
  title: 'recentchanges',
  async show(visit) {
    const { words, search } = visit
    const toggles = togglesFor(visit)
    const days = daysOf(visit, 7)
    const { rows, pager } = await walk(visit, {
      prefix: 'rc',
      question: {
        list: 'recentchanges',
        rcprop: changeProps(visit, 'patrolled'),
        rctype: 'edit|new|log',
        ...changeFilters(visit, 'rc', toggles, days),
        rctag: search.get('tagfilter') || undefined,
      },
      rows: answer => having(answer.query?.recentchanges, 'timestamp'),
      both: { dirs: ['older', 'newer'], place: row => `${row.timestamp.replace(/\D/g, '')}|${row.rcid}` },
    })
    const fields: Field[] = [
      namespaceField(visit),
      { kind: 'box', name: 'invert', label: words.text('invert') },
      { kind: 'box', name: 'associated', label: words.text('namespace_association') },
      await tagField(visit),
      daysField(visit, 7),
      ...keptToggles(visit, toggles),
    ]
    const isOpen = ['namespace', 'tagfilter'].some(name => search.get(name))
    const form = filterForm(visit, visit.specialTitle(this.name), fields, words.text('recentchanges-submit'))
    const feed = { action: 'feedrecentchanges' }
    const { t } = visit.reader
    const isLive = !search.has('offset')
    return {
      title: words.text('recentchanges'),
      stays: LISTS_STAY,
      needs: ['following', 'changes'],
      texts: ['following'],
      wide: true,
      head: feedLinks(visit, feed),
      tools: feedTools(visit, feed),
      content: html`<div class="changes-top">${toggleLinks(visit, toggles)}${
        isLive &&
        html`<span class="live-mark" title="${t('following.news')}" hidden><i></i>${t('following.live')}</span>`
      }</div><details class="fold"${
        isOpen && html` open`
      }><summary>${words.text('recentchanges-legend')}</summary>${form}</details><div class="change-lists"${
        isLive && html` data-live-changes="recentchanges"`
      }>${await recentList(visit, rows)}</div>${pager}`,
    }
  },
}

/** `Special:NewPages`: recently created pages. */
export const newPages: Special = {
  name: 'Newpages',
  group: 'changes',
  title: 'newpages',
  async show(visit) {
    const { words, search } = visit
    const toggles: Toggle[] = [
      { name: 'hidebots', key: 'rcshowhidebots', usual: true },
      { name: 'hideliu', key: 'rcshowhideliu' },
      ...(mayPatrol(visit.caller) ? [{ name: 'hidepatrolled', key: 'rcshowhidepatr' }] : []),
    ]
    const { rows, pager } = await walk(visit, {
      prefix: 'rc',
      question: {
        list: 'recentchanges',
        rcprop: changeProps(visit, 'patrolled'),
        rctype: 'new',
        ...changeFilters(visit, 'rc', toggles, 90),
        rctag: search.get('tagfilter') || undefined,
        rcuser: search.get('username') || undefined,
      },
      rows: answer => having(answer.query?.recentchanges, 'timestamp'),
      both: { dirs: ['older', 'newer'], place: row => `${row.timestamp.replace(/\D/g, '')}|${row.rcid}` },
    })
    const fields: Field[] = [
      namespaceField(visit),
      { kind: 'user', name: 'username', label: words.text('newpages-username') },
      await tagField(visit),
      ...keptToggles(visit, toggles),
    ]
    const form = filterForm(visit, visit.specialTitle(this.name), fields, words.text('newpages-submit'))
    return {
      title: words.text('newpages'),
      needs: ['following'],
      content: html`${toggleLinks(visit, toggles)}${form}${pager}${await recentList(visit, rows)}${pager}`,
    }
  },
}
