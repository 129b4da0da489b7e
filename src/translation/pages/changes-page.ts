import { parseInstant } from '#fields/timestamp.ts'
import { html } from '#html/html.ts'
import { actions } from '#html/texts/actions.ts'
import type { TextKey } from '#html/texts/index.ts'
import { eventsIn } from '../reports/events.ts'
import { BadParameter, startingPoint, wholeNumber, words } from './parameters.ts'
import { feedOf, nameOf, placed } from './place-addresses.ts'
import { placeAsked, placeFields } from './place-parameters.ts'
import type { Page, PageContext } from './send-page.ts'
import { changeList } from './shapes/events.ts'
import { aboutOf } from './shapes/overview.ts'
import { placeHeading, titleOf } from './shapes/place-heading.ts'

const SIZE = 50
const DAY = 86_400_000_000
const FEEDS = [
  ['rss', 'RSS', 'application/rss+xml'],
  ['atom', 'Atom', 'application/atom+xml'],
] as const

/** `/changes/?project=tea&user=Ana&action=2&from=2026-11-01`: history of a place, newest first. */
export async function changesPage(context: PageContext): Promise<Page | null> {
  const { services, permissions, reader, params } = context
  const { t } = reader
  const place = await placeAsked(context)
  if (place === null) return null
  const { store, clock } = services
  const db = store.read
  const user = words(params, 'user')
  const account = user === '' ? undefined : ((await services.accounts.byName(db, user))?.id ?? -1)
  const action = params.get('action') ? wholeNumber(params, 'action', 0, { max: 9999 }) : undefined
  const [start, until] = [day(context, 'from'), day(context, 'until')]
  const filter = { account, action, start, end: until === undefined ? undefined : until + DAY }
  const after = startingPoint(params, 'after', 2)
  const events = await eventsIn({ db, permissions, clock }, place, { ...filter, after }, SIZE + 1)
  const shown = events.slice(0, SIZE)
  const last = events.length > SIZE ? shown.at(-1) : undefined
  const filters = Object.fromEntries(
    ['user', 'action', 'from', 'until'].flatMap(name => (words(params, name) ? [[name, words(params, name)]] : [])),
  )
  const name = nameOf(place)
  const field = (key: 'from' | 'until') =>
    html`<label>${t(`browse.${key}`)}<input type="date" name="${key}" value="${words(params, key)}"></label>`
  const form = html`<form class="filters">
    ${placeFields(params).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
    <label>${t('browse.who')}<input name="user" value="${user}" autocomplete="off"></label>
    <label>
      ${t('browse.what')}<select name="action">
        <option value="">${t('browse.anything')}</option>
        ${choices(context).map(
          ([number, text]) => html`<option value="${number}"${number === action && html` selected`}>${text}</option>`,
        )}
      </select>
    </label>
    ${field('from')}
    ${field('until')}
    <button class="button">${t('browse.show')}</button>
  </form>`
  const feeds = FEEDS.flatMap(([format, label, type]) => {
    const address = feedOf(format, name)
    return address === null ? [] : [{ address, label, type }]
  })
  const none =
    account === -1
      ? t('browse.unknown_person')
      : t(Object.keys(filters).length === 0 ? 'browse.nothing_happened' : 'browse.no_changes')
  return {
    title: `${t('browse.changes_title')} – ${titleOf(context, place)}`,
    about: aboutOf(place),
    needs: ['browse'],
    head: feeds.map(
      ({ address, label, type }) => html`<link rel="alternate" type="${type}" title="${label}" href="${address}">`,
    ),
    heading: placeHeading(context, place, 'history'),
    content: html`${form}
      ${
        shown.length === 0
          ? html`<p class="card empty">${none}</p>`
          : html`<div class="card">${changeList(context, shown, place)}</div>`
      }
      <nav class="pager" aria-label="${t('browse.pages')}">
        ${
          after !== null &&
          html`<a class="button" href="${placed('/changes/', name, filters)}">${t('browse.newest')}</a>`
        }
        ${
          last &&
          html`<a class="button" rel="next"
            href="${placed('/changes/', name, {
              ...filters,
              after: `${last.timestamp}.${last.id}`,
            })}">${t('browse.older')}</a>`
        }
      </nav>
      ${
        feeds.length > 0 &&
        html`<p class="quiet">
          ${t('browse.feeds')}
          ${feeds.map(({ address, label, type }) => html`<a href="${address}" type="${type}">${label}</a> `)}
        </p>`
      }`,
  }
}

/** The start of a day. */
function day({ params, reader }: PageContext, name: string): number | undefined {
  const text = words(params, name)
  if (text === '') return undefined
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? parseInstant(text) : null
  if (at === null) throw new BadParameter(name, reader.t('browse.day_form'))
  return at
}

/** All actions by name. */
function choices({ reader }: PageContext): [number, string][] {
  const all = Object.keys(actions).map((key): [number, string] => [Number(key.split('.')[1]), reader.t(key as TextKey)])
  return all.sort(([, a], [, b]) => a.localeCompare(b, reader.language))
}
