import { microseconds } from '#fields/timestamp.ts'
import { html } from '#html/html.ts'
import { initials, scrolling } from '#html/page.ts'
import { contributorsIn } from '../reports/contributors.ts'
import { languagesOf } from '../reports/place-lists.ts'
import { oneOf } from './parameters.ts'
import { nameOf, personAddress, placed } from './place-addresses.ts'
import { placeAsked } from './place-parameters.ts'
import type { Page, PageContext } from './send-page.ts'
import { aboutOf } from './shapes/overview.ts'
import { placeHeading, titleOf } from './shapes/place-heading.ts'

const PERIODS = ['30', '90', '365'] as const
const DAY = 86_400_000_000
/** Others can be found in the history. */
const MOST_SHOWN = 500

/** `/contributors/?project=tea&days=90`: contributors of a place. */
export async function contributorsPage(context: PageContext): Promise<Page | null> {
  const { services, permissions, reader, wording, params } = context
  const { t } = reader
  const place = await placeAsked(context)
  if (place === null) return null
  const days = oneOf(params, 'days', PERIODS, '90')
  const { store, clock } = services
  const end = microseconds(clock) + 1
  const people = await contributorsIn({ db: store.read, permissions, clock }, place, end - Number(days) * DAY, end)
  const shown = people.slice(0, MOST_SHOWN)
  const languages = new Map(
    (await languagesOf(store.read, [...new Set(shown.flatMap(each => [...each.languages]))])).map(each => [
      each.id,
      each,
    ]),
  )
  const name = nameOf(place)
  const languageNames = (ids: ReadonlySet<number>): string => {
    const names = [...ids].flatMap(id => languages.get(id) ?? []).map(each => wording.language(each))
    return names.length > 4 ? wording.number(names.length) : names.sort().join(', ')
  }
  const rows = shown.map(
    person =>
      html`<tr>
        <th scope="row">
          <span class="person">
            <span class="face small-face" aria-hidden="true">${initials(person.fullName || person.name)}</span>
            <span>
              <a href="${personAddress(person.name)}"><bdi>${person.fullName || person.name}</bdi></a>
              ${person.fullName && html`<small><bdi>${person.name}</bdi></small>`}
            </span>
          </span>
        </th>
        <td class="end" data-value="${person.strings}">
          <a href="${placed('/changes/', name, { user: person.name })}">${wording.number(person.strings)}</a>
        </td>
        <td class="end" data-value="${person.words}">${wording.number(person.words)}</td>
        <td class="end extra" data-value="${person.approved}">${wording.number(person.approved)}</td>
        ${!place.language && html`<td class="extra small">${languageNames(person.languages)}</td>`}
        <td class="small quiet extra" data-value="${person.last}">${wording.ago(person.last)}</td>
      </tr>`,
  )
  const table = html`<table data-sorts>
    <thead>
      <tr>
        <th scope="col">${t('browse.who')}</th>
        <th scope="col" class="end" aria-sort="descending">${t('browse.strings_done')}</th>
        <th scope="col" class="end">${t('browse.words_done')}</th>
        <th scope="col" class="end extra">${t('state.approved')}</th>
        ${!place.language && html`<th scope="col" class="extra">${t('browse.languages_done')}</th>`}
        <th scope="col" class="extra">${t('browse.last_seen')}</th>
      </tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>`
  const title = t('browse.contributors_title')
  return {
    title: `${title} – ${titleOf(context, place)}`,
    about: aboutOf(place),
    needs: ['browse'],
    heading: placeHeading(context, place, 'contributors'),
    content: html`<p class="presets" role="group" aria-label="${t('browse.period')}">
        ${PERIODS.map(
          each =>
            html`<a class="chip" href="${placed('/contributors/', name, { days: each })}"
              ${each === days && html` aria-current="true"`}>${t('browse.days', { count: Number(each) })}</a>`,
        )}
      </p>
      <p class="quiet">${t('frame.people', { count: people.length })}</p>
      ${
        shown.length === 0
          ? html`<p class="card empty">${t('browse.nobody')}</p>`
          : html`<div class="card">${scrolling(title, table)}</div>`
      }`,
  }
}
