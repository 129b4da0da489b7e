import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { checksum, splitForms } from '../catalogue/forms.ts'
import { parseUnitSearch, SearchError } from '../catalogue/unit-search.ts'
import { type FoundStrings, type FoundUnit, findStrings, type StringsPage } from '../reports/find-strings.ts'
import type { Place } from '../reports/place.ts'
import { totalsIn } from '../reports/visible-totals.ts'
import { shortText } from '../values/short-text.ts'
import { isFuzzy, UNIT_STATES } from '../values/unit-states.ts'
import { startingPoint, words } from './parameters.ts'
import { nameOf, pageOf, placed, stringsOf, zenOf } from './place-addresses.ts'
import { placeAsked, placeFields } from './place-parameters.ts'
import { REPLACE } from './replace-page.ts'
import { changeSearches, isAboutSearches, savedSearches } from './saved-searches.ts'
import { formFields, hidden, type Submission, selectable } from './selection.ts'
import type { Page, PageContext } from './send-page.ts'
import { COUNTED, countOf } from './shapes/counted.ts'
import { aboutOf } from './shapes/overview.ts'
import { placeHeading, titleOf } from './shapes/place-heading.ts'
import { actionBar, type Done, offeredFor, runAction } from './strings-actions.ts'
import { tagOf } from './wording.ts'

const SIZE = 50

const PRESETS = [
  ['unfinished', 'browse.unfinished'],
  ['needsEditing', 'state.needs_editing'],
  ['failing', 'state.failing'],
  ['suggestions', 'state.suggestions'],
  ['comments', 'browse.with_comments'],
] as const

/** `/strings/?project=tea&language=cs&q=has:check`: search results in any place, linked from counts. */
export const stringsPage = (context: PageContext): Promise<Page | null> => stringsWith(context, null)

/** Runs a bulk action on the selected strings and shows the results again. */
export async function changeStrings(context: PageContext, submission: Submission): Promise<Page | null> {
  // Visibility comes first, so that a private place looks missing.
  const place = await placeAsked(context)
  if (place === null) return null
  const done = isAboutSearches(context.params)
    ? await changeSearches(context, place, submission)
    : await runAction(context, submission)
  return stringsWith(context, done)
}

async function stringsWith(context: PageContext, done: Done | null): Promise<Page | null> {
  const { params, reader, services, permissions } = context
  const { t } = reader
  const place = await placeAsked(context)
  if (place === null) return null
  const q = words(params, 'q')
  const after = startingPoint(params, 'after', 3)
  const strings = await search(context, place, q, after)
  const wrong = strings instanceof SearchError ? strings.message : null
  const total = wrong === null ? countOf(q, await totalsIn(services.store.read, permissions, place)) : null
  const name = nameOf(place)
  const form = html`<form class="filters">
      ${placeFields(params).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
      <label class="search">
        ${t('browse.search_strings')}<input type="search" name="q" value="${q}" placeholder="${t('browse.search_hint')}"
          autocomplete="off"${wrong !== null && html` aria-invalid="true" aria-describedby="q-problem"`}>
      </label>
      <button class="button">${t('browse.search')}</button>
    </form>
    ${wrong !== null && html`<p class="note wrong" id="q-problem">${wrong}</p>`}
    <p class="presets">
      ${PRESETS.map(
        ([counted, text]) =>
          html`<a class="chip" href="${placed('/strings/', name, { q: COUNTED[counted].q })}"
            ${q === COUNTED[counted].q && html` aria-current="true"`}>${t(text)}</a>`,
      )}
    </p>
    ${await savedSearches(context, place, q)}`
  return {
    title: `${t('browse.strings_title')} – ${titleOf(context, place)}`,
    about: aboutOf(place),
    needs: ['browse'],
    heading: placeHeading(
      context,
      place,
      'strings',
      context.reader.token !== null &&
        html`<a class="button" href="${placed(REPLACE, name, q === '' ? {} : { q })}">${t('bulk.replace_title')}</a>`,
    ),
    status: wrong === null ? (done?.status ?? 200) : 400,
    content: done?.asks
      ? done.note
      : html`${form}${done?.note}
        ${!(strings instanceof SearchError) && (await results(context, place, q, strings, total, after !== null))}`,
  }
}

/** Search errors are shown beside the field. */
async function search(context: PageContext, place: Place, q: string, after: readonly number[] | null) {
  const { services, permissions } = context
  try {
    return await findStrings(services.store.read, permissions, place, parseUnitSearch(q, services.clock), after, SIZE)
  } catch (error) {
    if (error instanceof SearchError) return error
    throw error
  }
}

async function results(
  context: PageContext,
  place: Place,
  q: string,
  { groups, next, lookedAt }: StringsPage,
  total: number | null,
  isLater: boolean,
): Promise<Html> {
  const { reader, params } = context
  const { t } = reader
  const name = nameOf(place)
  const offered = await offeredFor(
    context,
    place,
    groups.flatMap(group => group.units),
  )
  const canSelect = offered.actions.length > 0
  const rows = groups.map(group => groupRows(context, group, q, canSelect))
  const table = html`<table class="strings${canSelect && ' selectable'}">
    <thead><tr>
      ${canSelect && html`<th scope="col" class="tick" data-select-all="${t('bulk.select_all')}"><span class="aside">${t('bulk.select')}</span></th>`}
      <th scope="col">${t('browse.source')}</th><th scope="col">${t('browse.translation')}</th>
    </tr></thead>
    ${rows}
  </table>`
  const card = html`<div class="card">${scrolling(t('browse.strings_title'), table)}</div>`
  const after = params.get('after')
  const selection = html`<form method="post" action="/strings/" data-selection>
    ${formFields(context)}${hidden('q', q)}${after !== null && hidden('after', after)}
    ${actionBar(context, offered)}${card}
  </form>`
  const more = next && placed('/strings/', name, { ...(q !== '' && { q }), after: next.join('.') })
  const isPartial = next !== null && next[2] === 0
  return html`${total !== null && html`<p class="quiet" role="status">${t('frame.strings', { count: total })}</p>`}
    ${
      groups.length === 0
        ? html`<p class="card empty">
          ${isPartial ? t('browse.searched_so_far', { count: lookedAt }) : t('browse.no_match')}
        </p>`
        : canSelect
          ? selection
          : card
    }
    <nav class="pager" aria-label="${t('browse.pages')}">
      ${
        isLater &&
        html`<a class="button" href="${placed('/strings/', name, q === '' ? {} : { q })}">${t('browse.first_page')}</a>`
      }
      ${
        isPartial &&
        groups.length > 0 &&
        html`<span class="small quiet">${t('browse.searched_so_far', { count: lookedAt })}</span>`
      }
      ${
        more !== null &&
        html`<a class="button" rel="next" href="${more}">${t(isPartial ? 'browse.search_on' : 'browse.next')}</a>`
      }
    </nav>`
}

function groupRows(context: PageContext, group: FoundStrings, q: string, canSelect: boolean): Html {
  const { wording, reader } = context
  const { t } = reader
  const { projectName, componentName, language, place } = group
  return html`<tbody>
    <tr>
      <th scope="rowgroup" colspan="${canSelect ? 3 : 2}" class="of">
        <a href="${pageOf(place)}"><bdi>${projectName} / ${componentName}</bdi></a>
        <span class="quiet">· ${wording.language(language)}</span>
        <a class="small" href="${zenOf(place, q)}">${t('translate.zen')}</a>
      </th>
    </tr>
    ${group.units.map(unit => unitRow(context, group, unit, q, canSelect))}
  </tbody>`
}

function unitRow(
  { reader: { t }, params }: PageContext,
  { place, language }: FoundStrings,
  unit: FoundUnit,
  q: string,
  canSelect: boolean,
): Html {
  const forms = (text: string) => splitForms(text).map(form => html`<span class="form">${shortText(form)}</span>`)
  const editor = placed(stringsOf(place, ''), {}, { ...(q !== '' && { q }), checksum: checksum(unit.id_hash) })
  const [look, word] = stateOf(unit.state)
  const value = selectable(unit)
  const name = t('bulk.select_string', { string: shortText(splitForms(unit.source)[0] ?? '', 80) })
  return html`<tr>
    ${
      canSelect &&
      html`<td class="tick"><input type="checkbox" name="unit" value="${value}" aria-label="${name}"
        ${params.getAll('unit').includes(value) && html` checked`}></td>`
    }
    <td><a href="${editor}"><bdi>${forms(unit.source)}</bdi></a></td>
    <td>
      <div lang="${tagOf(language.code)}" dir="${language.direction === 'rtl' ? 'rtl' : 'ltr'}">
        ${unit.target === '' ? null : forms(unit.target)}
      </div>
      <span class="chip">
        <i class="${look}" aria-hidden="true"></i>
        ${t(word)}
      </span>
      ${
        unit.failing_checks > 0 &&
        html`<span class="chip"><i class="s-failing" aria-hidden="true"></i>${t('state.failing')}</span>`
      }
    </td>
  </tr>`
}

function stateOf(state: number) {
  if (state === UNIT_STATES.approved) return ['s-approved', 'state.approved'] as const
  if (state === UNIT_STATES.readonly) return ['s-readonly', 'state.read_only'] as const
  if (state === UNIT_STATES.translated) return ['s-done', 'state.translated'] as const
  return isFuzzy(state) ? (['s-edit', 'state.needs_editing'] as const) : (['s-open', 'state.open'] as const)
}
