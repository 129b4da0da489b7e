import { type Html, html, type Piece } from '#html/html.ts'
import type { Refusal } from '../../api/ask.ts'
import type { FormOutcome } from '../page.ts'
import type { Sent, Visit } from '../visit.ts'
import { tokenField } from './form.ts'
import { mayPatrol } from './recent.ts'

/** Preference with the saved filters, as JSON. Gadgets can read it, as every `userjs-` preference. */
const OPTION = 'userjs-changes-filters'
const MAX_FILTERS = 12
const MAX_NAME = 60
/** In characters: preferences hold 65,530 bytes. */
const MAX_QUERY = 1000

interface SavedFilter {
  readonly name: string
  /** Special page by its canonical name. */
  readonly page: string
  readonly query: string
}

/** Parameters that are no filters. */
const PLACE = ['title', 'offset', 'dir', 'done', 'feed', 'uselang']

const filtersIn = (search: URLSearchParams): string => {
  const kept = [...search].filter(([name, value]) => !PLACE.includes(name) && value !== '')
  return new URLSearchParams(kept.sort(([a], [b]) => (a < b ? -1 : 1))).toString()
}

const isSaved = (each: unknown): each is SavedFilter =>
  typeof each === 'object' &&
  each !== null &&
  ['name', 'page', 'query'].every(key => typeof (each as Record<string, unknown>)[key] === 'string')

async function savedFilters(visit: Visit): Promise<SavedFilter[]> {
  if (visit.caller.account === null) return []
  const { userinfo } = await visit.query({ meta: 'userinfo', uiprop: 'options' })
  const value = (userinfo?.options as Readonly<Record<string, unknown>> | undefined)?.[OPTION]
  if (typeof value !== 'string') return []
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed.filter(isSaved).slice(0, MAX_FILTERS) : []
  } catch {
    // Gadgets may have written something else.
    return []
  }
}

interface Card {
  readonly name: string
  readonly what: string
  readonly href: string
  readonly isHere: boolean
  readonly forget?: number
}

/** Cards for common and saved filters, and a form that saves the current ones. */
export async function filterCards(visit: Visit, page: string): Promise<Html> {
  const { caller, reader } = visit
  const { t } = reader
  const now = filtersIn(visit.search)
  const card = (name: string, what: string, on: string, query: Readonly<Record<string, string>>): Card => ({
    name,
    what,
    href: visit.special(on, null, query),
    isHere: on === page && filtersIn(new URLSearchParams(query)) === now && now !== '',
  })
  const needs = { hidepatrolled: '1', hidemyself: '1', days: '7' }
  const saved = await savedFilters(visit)
  const cards: Card[] = [
    ...(mayPatrol(caller) ? [card(t('patrol.needs'), t('patrol.needs_what'), 'Recentchanges', needs)] : []),
    card(t('patrol.newcomers'), t('patrol.newcomers_what'), 'Recentchanges', { only_newcomers: '1' }),
    card(t('patrol.removals'), t('patrol.removals_what'), 'Recentchanges', { only_removals: '1' }),
    ...(caller.account === null
      ? []
      : [
          {
            ...card(t('patrol.watched'), t('patrol.watched_what'), 'Watchlist', {}),
            isHere: page === 'Watchlist' && now === '',
          },
        ]),
    ...saved.map((each, at) => ({
      ...card(
        each.name,
        each.query.replaceAll('&', ', '),
        each.page,
        Object.fromEntries(new URLSearchParams(each.query)),
      ),
      forget: at,
    })),
  ]
  return html`<div class="saved-filters" role="group" aria-label="${t('patrol.saved')}">${cards.map(each => cardView(visit, each))}</div>`
}

function cardView(visit: Visit, { name, what, href, isHere, forget }: Card): Html {
  const label = visit.reader.t('patrol.forget', { name })
  const remove =
    forget !== undefined &&
    html`<form method="post" action="${visit.here()}">${tokenField(visit)}<button class="forget" name="forget" value="${forget}" aria-label="${label}" title="${label}">×</button></form>`
  return html`<div class="saved-filter"><a href="${href}"${isHere && html` aria-current="true"`}><b dir="auto">${name}</b><span>${what}</span></a>${remove}</div>`
}

/** Form that saves the current filters under a name. */
export function saveForm(visit: Visit): Piece {
  if (visit.caller.account === null || filtersIn(visit.search) === '') return null
  const { t } = visit.reader
  return html`<details class="menu save-filters"><summary class="button">${t('patrol.save')}</summary><form class="menu-list" method="post" action="${visit.here()}">${tokenField(
    visit,
  )}<label for="f-save">${t('patrol.save_name')}</label><input id="f-save" name="save" required maxlength="${MAX_NAME}" dir="auto"><button class="button first">${t(
    'patrol.save_submit',
  )}</button></form></details>`
}

/** Saves or removes a filter. */
export async function takeFilter(visit: Visit, page: string, sent: Sent): Promise<FormOutcome> {
  const saved = await savedFilters(visit)
  const refuse = (text: string): FormOutcome => {
    const errors: Refusal[] = [{ code: 'savedfilter', html: html`${text}`.text }]
    return { tried: { sent, errors } }
  }
  const { t } = visit.reader
  let next: SavedFilter[]
  if (sent.has('forget')) next = saved.filter((_, at) => String(at) !== sent.text('forget'))
  else {
    const name = sent.text('save').trim().slice(0, MAX_NAME)
    if (name === '') return refuse(t('patrol.name_missing'))
    if (saved.length >= MAX_FILTERS) return refuse(t('patrol.too_many', { count: MAX_FILTERS }))
    const query = filtersIn(visit.search).slice(0, MAX_QUERY)
    next = [...saved.filter(each => each.name !== name), { name, page, query }]
  }
  const stored = next.length === 0 ? null : JSON.stringify(next)
  const question = { action: 'options', optionname: OPTION, ...(stored !== null && { optionvalue: stored }) } as const
  const response = await visit.post(question)
  return response.ok ? { go: visit.here() } : { tried: { sent, errors: response.errors } }
}
