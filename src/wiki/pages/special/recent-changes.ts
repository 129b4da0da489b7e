import { seconds } from '#store/clock.ts'
import type { Question } from '../../api/ask.ts'
import { isTalk, subjectOf, talkOf } from '../../site/namespaces.ts'
import { LISTS_STAY, type Special } from '../page.ts'
import { type Field, filterForm, namespaceField, namespaceOf } from '../parts/form.ts'
import { isRemoval, newcomersAmong } from '../parts/highlights.ts'
import { having } from '../parts/items.ts'
import { changesFeed, newPagesFeed, pageFeedLinks, pageFeedTools } from '../parts/page-feeds.ts'
import { walk } from '../parts/pager.ts'
import { type Change, changeProps, mayPatrol } from '../parts/recent.ts'
import { tagField } from '../parts/tag-field.ts'
import { isOn, type Toggle } from '../parts/toggles.ts'
import { takeWork } from '../parts/work-forms.ts'
import { WORK_LIST, workPage } from '../parts/work-page.ts'
import type { Visit } from '../visit.ts'

export const DAYS = [1, 3, 7, 14, 30, 90] as const

/** Filters for types of changes; bots are hidden by default. */
export const togglesFor = (visit: Visit, hidesBots = true): Toggle[] => [
  { name: 'hidebots', usual: hidesBots },
  { name: 'hideminor' },
  { name: 'hideanons' },
  { name: 'hideliu' },
  ...(mayPatrol(visit.caller) ? [{ name: 'hidepatrolled' } as const] : []),
  ...(visit.caller.account === null ? [] : [{ name: 'hidemyself' } as const]),
  { name: 'nohighlights' },
  { name: 'only_newcomers' },
  { name: 'only_removals' },
]

/** API parameters for the filters, with the prefix `rc` or `wl`. */
export function changeFilters(visit: Visit, prefix: string, toggles: readonly Toggle[], days: number): Question {
  const hides = (name: Toggle['name']) => {
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

/** Rows to read for filters that the API does not have. */
const MANY = 500

/** Rows that pass the filters of the page, and how many to read for a page of them. */
export function pageFilters(visit: Visit, toggles: readonly Toggle[]) {
  const on = (name: Toggle['name']) => toggles.some(toggle => toggle.name === name && isOn(visit, toggle))
  const [newcomers, removals] = [on('only_newcomers'), on('only_removals')]
  return {
    highlights: !on('nohighlights'),
    ...((newcomers || removals) && { usual: MANY }),
    async apply(rows: readonly Change[]): Promise<readonly Change[]> {
      const large = removals ? rows.filter(isRemoval) : rows
      if (!newcomers) return large
      const names = await newcomersAmong(visit, large)
      return large.filter(({ user, type }) => type !== 'log' && user !== undefined && names.has(user))
    },
  }
}

/** `Special:RecentChanges`: recent changes as a work list with live updates. */
export const recentChanges: Special = {
  name: 'Recentchanges',
  group: 'changes',
  title: 'recentchanges',
  async show(visit) {
    const { words, search } = visit
    const feed = changesFeed(visit)
    if (feed) return feed
    const toggles = togglesFor(visit)
    const filters = pageFilters(visit, toggles)
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
      ...(filters.usual !== undefined && { usual: filters.usual }),
    })
    const fields: Field[] = [
      namespaceField(visit),
      { kind: 'box', name: 'invert', label: words.text('invert') },
      { kind: 'box', name: 'associated', label: words.text('namespace_association') },
      await tagField(visit),
      daysField(visit, 7),
      ...keptToggles(visit, toggles),
    ]
    const form = filterForm(visit, visit.specialTitle(this.name), fields, words.text('recentchanges-submit'))
    return {
      title: words.text('recentchanges'),
      stays: LISTS_STAY,
      ...WORK_LIST,
      wide: true,
      head: pageFeedLinks(visit, this.name),
      tools: pageFeedTools(visit, this.name),
      content: await workPage(visit, {
        name: this.name,
        toggles,
        form,
        isOpen: ['namespace', 'tagfilter'].some(name => search.get(name)),
        rows: await filters.apply(rows),
        highlights: filters.highlights,
        pager,
        live: search.has('offset') ? null : 'recentchanges',
      }),
    }
  },
  take: (visit, _sub, sent) => takeWork(visit, 'Recentchanges', sent),
}

/** `Special:NewPages`: recently created pages. */
export const newPages: Special = {
  name: 'Newpages',
  group: 'changes',
  title: 'newpages',
  async show(visit) {
    const { words, search } = visit
    const feed = await newPagesFeed(visit)
    if (feed) return feed
    const toggles: Toggle[] = [
      { name: 'hidebots', usual: true },
      { name: 'hideliu' },
      ...(mayPatrol(visit.caller) ? [{ name: 'hidepatrolled' } as const] : []),
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
      ...WORK_LIST,
      wide: true,
      head: pageFeedLinks(visit, this.name),
      tools: pageFeedTools(visit, this.name),
      content: await workPage(visit, { name: this.name, toggles, form, isOpen: false, rows, pager, live: null }),
    }
  },
  take: (visit, _sub, sent) => takeWork(visit, 'Newpages', sent),
}
