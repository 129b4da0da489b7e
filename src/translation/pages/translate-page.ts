import type { Account } from '#accounts/account.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import { island } from '#html/island.ts'
import type { Reader } from '#html/page.ts'
import { bcp47 } from '#languages/bcp47.ts'
import type { Reader as Database } from '#store/store.ts'
import { splitForms } from '../catalogue/forms.ts'
import type { LanguageRow } from '../catalogue/languages.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import type { UnitRow } from '../catalogue/rows.ts'
import { findsAll, parseUnitSearch, SearchError, settleSearch, unitCondition } from '../catalogue/unit-search.ts'
import type { Addresses } from '../values/addresses.ts'
import { shortText } from '../values/short-text.ts'
import { isFuzzy, isTranslated, UNIT_STATES } from '../values/unit-states.ts'
import { agreementNote } from './agreement-page.ts'
import { stringsOf, zenOf } from './place-addresses.ts'
import type { Page } from './send-page.ts'
import { follows } from './shapes/live.ts'
import { mayIn, mayWrite, type TranslatePlace, targetForms } from './translate-place.ts'

/** Strings per page in the list without scripts. */
const SHOWN = 50

export interface Visit {
  readonly db: Database
  readonly addresses: Addresses
  readonly permissions: Permissions
  readonly account: Account | null
  readonly reader: Reader
}

/** A rejected form submission. */
export interface Refused {
  readonly why: string
  readonly forms: readonly string[]
}

/**
 * The editor. Without scripts it shows the list in pages, with one string that can be saved by a plain form.
 */
export async function translatePage(
  visit: Visit,
  place: TranslatePlace,
  request: { readonly q: string; readonly unit: UnitRow | null; readonly page: number; readonly refused?: Refused },
): Promise<Page> {
  const { project, component, translation, language } = place
  const { t } = visit.reader
  const { units, hasMore, problem } = await listed(visit, place, request, SHOWN)
  const unit = request.unit ?? units[0] ?? null
  const title = t('translate.title', { project: project.name, component: component.name, language: language.name })
  const plain = html`<div class="tr tr-plain">
    ${bar(visit, place, { zen: false, q: request.q })}
    <div class="tr-work">
      <section class="tr-list" aria-label="${t('translate.strings')}">
        ${query(visit, request.q, problem)}${list(visit, place, request, units, unit)}${pager(visit, request, hasMore)}
      </section>
      <section class="tr-edit" aria-label="${t('translate.translation')}">
        ${
          unit === null
            ? html`<p class="empty">${t(request.q === '' ? 'translate.no_strings' : 'translate.none_found')}</p>`
            : oneString(visit, place, request, unit)
        }
      </section>
    </div>
  </div>`
  return {
    title,
    layout: 'work',
    needs: ['translate'],
    texts: ['states', 'translate'],
    about: { project: project.id, component: component.id, language: translation.language_id },
    content: html`${!place.hasAgreed && agreementNote(visit.reader, place)}${follows({
      project: project.slug,
      component: component.path,
      language: language.code,
    })}${island('translate', props(visit, place, { ...request, isZen: false }), plain)}`,
  }
}

/** Initial data of the editor's script. */
export function props(
  visit: Visit,
  place: TranslatePlace,
  { q, unit, isZen }: { q: string; unit: UnitRow | null; isZen: boolean },
) {
  const { project, component, translation, language, sourceLanguage } = place
  const { addresses, reader } = visit
  const path = component.path.split('/')
  const { total, translated, approved, fuzzy } = translation
  return {
    api: addresses.api('translations', project.slug, segmentOf(component.path), language.code),
    project: { name: project.name, slug: project.slug, address: addresses.web('projects', project.slug) },
    component: {
      name: component.name,
      path: component.path,
      address: addresses.web('projects', project.slug, ...path),
    },
    language: { ...tongue(language), address: addresses.web('projects', project.slug, ...path, language.code) },
    sourceLanguage: tongue(sourceLanguage),
    totals: { total, translated, approved, fuzzy, readonly: translation.readonly },
    q,
    unit: unit?.id ?? null,
    may: mayIn(place, visit.permissions, visit.account),
    maySetFilters: visit.account !== null && visit.permissions.inProject(project, 'project.edit'),
    locked: component.locked === 1,
    isSource: translation.is_source === 1,
    otherView: { address: viewAddress(place, isZen ? 'translate' : 'zen'), isZen: !isZen },
    login: `/accounts/login/?next=${encodeURIComponent(reader.here)}`,
  }
}

/** Address of a translation in the editor for one string, or in zen mode. */
const viewAddress = ({ project, component, language }: TranslatePlace, view: 'translate' | 'zen'): string => {
  const place = { project: project.slug, component: component.path, language: language.code }
  return view === 'zen' ? zenOf(place, '') : stringsOf(place, '')
}

/** A component path is one segment of API paths, with its slashes encoded. */
const segmentOf = (path: string): string => path.split('/').map(encodeURIComponent).join('%2F')

const tongue = ({ code, name, direction }: LanguageRow) => ({ code, name, direction })

/** Reads one more row than shown, to know whether there are more. */
export async function listed(
  { db }: Visit,
  { translation }: TranslatePlace,
  { q, page }: { q: string; page: number },
  most: number,
) {
  try {
    const terms = await settleSearch(db, parseUnitSearch(q), translation.id)
    const rows = await db
      .selectFrom('unit')
      .selectAll()
      .where('translation_id', '=', translation.id)
      .$if(!findsAll(terms), query => query.where(eb => unitCondition(eb, terms)))
      .orderBy('position')
      .orderBy('id')
      .offset((page - 1) * most)
      .limit(most + 1)
      .execute()
    return { units: rows.slice(0, most), hasMore: rows.length > most, problem: null }
  } catch (error) {
    if (!(error instanceof SearchError)) throw error
    return { units: [], hasMore: false, problem: error.message }
  }
}

export function bar({ addresses, reader: { t } }: Visit, place: TranslatePlace, at: { zen: boolean; q: string }): Html {
  const { project, component, translation, language } = place
  const { total, translated, approved, fuzzy } = translation
  const path = component.path.split('/')
  const share = (count: number): string => `flex:0 0 ${total === 0 ? 0 : (count * 100) / total}%`
  const done = translated - approved - translation.readonly
  return html`<div class="tr-bar">
    <nav class="crumbs" aria-label="${t('translate.place')}">
      <a href="${addresses.web('projects', project.slug)}">${project.name}</a>
      <a href="${addresses.web('projects', project.slug, ...path)}">${component.name}</a>
      <h1 aria-current="page">
        <a href="${addresses.web('projects', project.slug, ...path, language.code)}">${language.name}</a>
      </h1>
    </nav>
    <div class="bar" role="img" aria-label="${t('translate.progress', { done: translated, total })}">
      <i class="s-readonly" style="${share(translation.readonly)}"></i><i class="s-approved"
        style="${share(approved)}"></i><i class="s-done" style="${share(done)}"></i><i class="s-edit"
        style="${share(fuzzy)}"></i>
    </div>
    <a class="small tr-view" href="${viewAddress(place, at.zen ? 'translate' : 'zen')}?${address({ q: at.q })}">
      ${t(at.zen ? 'translate.zen_leave' : 'translate.zen')}
    </a>
  </div>`
}

export const query = ({ reader: { t } }: Visit, q: string, problem: string | null): Html =>
  html`<div class="tr-top">
    <form class="tr-query" role="search">
      <input type="search" name="q" value="${q}" aria-label="${t('translate.search')}"
        placeholder="${t('translate.search_example')}" autocomplete="off"><button class="button">
        ${t('translate.find')}
      </button>
    </form>
    ${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
  </div>`

function list(
  { reader: { t } }: Visit,
  { language, sourceLanguage }: TranslatePlace,
  { q, page }: { q: string; page: number },
  units: readonly UnitRow[],
  current: UnitRow | null,
): Html {
  const rows = units.map(unit => {
    const { look, word } = standing(unit)
    const translated = splitForms(unit.target).find(form => form !== '')
    return html`<a class="tr-row ${look}" href="?${address({ q, page, unit: unit.id })}"
      ${unit.id === current?.id && html` aria-current="true"`}><p ${speaks(sourceLanguage)}>
        ${shortText(splitForms(unit.source)[0] ?? '')}
      </p>
      <p>${translated === undefined ? t(word) : html`<span ${speaks(language)}>${shortText(translated)}</span>`}</p></a>`
  })
  return html`<div class="tr-rows">${rows}</div>`
}

function standing({ state, failing_checks }: UnitRow) {
  if (state === UNIT_STATES.readonly) return { look: 's-readonly', word: 'state.read_only' } as const
  if (failing_checks > 0) return { look: 's-failing', word: 'state.failing' } as const
  if (state === UNIT_STATES.approved) return { look: 's-approved', word: 'state.approved' } as const
  if (isTranslated(state)) return { look: 's-done', word: 'state.translated' } as const
  return isFuzzy(state)
    ? ({ look: 's-edit', word: 'state.needs_editing' } as const)
    : ({ look: 's-open', word: 'state.open' } as const)
}

export const pager = ({ reader: { t } }: Visit, { q, page }: { q: string; page: number }, hasMore: boolean): Piece =>
  (page > 1 || hasMore) &&
  html`<p class="tr-pages">
    <span>${
      page > 1 && html`<a href="?${address({ q, page: page - 1 })}" rel="prev">${t('translate.previous_page')}</a>`
    }</span>
    ${hasMore && html`<a href="?${address({ q, page: page + 1 })}" rel="next">${t('translate.next_page')}</a>`}
  </p>`

/** A string, with the form to save it if permitted. `ids` makes its IDs unique on pages with several strings. */
export function oneString(
  visit: Visit,
  place: TranslatePlace,
  { q, page, refused }: { q: string; page: number; refused?: Refused },
  unit: UnitRow,
  ids = '',
): Html {
  const { translation, language, sourceLanguage } = place
  const { t, token } = visit.reader
  const may = mayIn(place, visit.permissions, visit.account)
  const writes = mayWrite(unit, may) && token !== null
  const suggests = may.suggest && unit.state !== UNIT_STATES.readonly && token !== null
  const forms = refused?.forms ?? targetForms(unit, translation)
  const isRefused = refused !== undefined
  const fields = forms.map((form, i) => {
    const name = forms.length > 1 ? t('translate.form_of', { language: language.name, form: i + 1 }) : language.name
    return html`<div class="tr-field">
      <label class="tr-label" for="${ids}form-${i}">${name}</label>
      <div class="tr-box">
        <textarea id="${ids}form-${i}" name="target" rows="3" ${speaks(language)}${!writes && !suggests && html` readonly`}
          ${isRefused && html` aria-invalid="true" aria-describedby="${ids}text-problem"`}>
${form}</textarea>
      </div>
    </div>`
  })
  const acts = html`<div class="tr-acts">
    ${writes && html`<button class="button first" name="do" value="save">${t('translate.save_next')}</button>`}
    ${suggests && html`<button class="button" name="do" value="suggest">${t('translate.suggest')}</button>`}
    ${
      writes &&
      translation.is_source === 0 &&
      html`<label class="choice small">
        <input type="checkbox" name="needs_editing" value="1"${isFuzzy(unit.state) && html` checked`}>
        ${t('state.needs_editing')}
      </label>`
    }
  </div>`
  const why = whyNot(visit, place, unit, { writes, suggests })
  return html`<div class="tr-label">
      ${sourceLanguage.name}<span>${[unit.context, unit.location].filter(Boolean).join(' · ')}</span>
    </div>
    <div class="tr-source">
      ${splitForms(unit.source).map(form => html`<div><span ${speaks(sourceLanguage)}>${form}</span></div>`)}
    </div>
    ${unit.note !== '' && html`<p class="small quiet">${unit.note}</p>`}
    <form method="post" class="tr-edit-plain">
      <input type="hidden" name="csrfmiddlewaretoken" value="${token ?? ''}">
      <input type="hidden" name="unit" value="${unit.id}">
      <input type="hidden" name="version" value="${unit.updated_at}">
      <input type="hidden" name="q" value="${q}">
      <input type="hidden" name="page" value="${page}">
      ${fields}
      ${
        refused &&
        html`<p class="problem" id="${ids}text-problem" role="alert">${refused.why}</p>
          ${savedNow(visit, place, unit, refused)}`
      }
      ${(writes || suggests) && acts}
    </form>
    ${
      why !== null &&
      html`<p class="note small">
        ${why}
        ${
          visit.account === null &&
          html`<a href="/accounts/login/?next=${encodeURIComponent(visit.reader.here)}">${t('frame.log_in')}</a>`
        }
      </p>`
    }`
}

/** Shows the saved text when a submission was rejected. */
function savedNow(
  { reader: { t } }: Visit,
  { translation, language }: TranslatePlace,
  unit: UnitRow,
  refused: Refused,
) {
  const saved = targetForms(unit, translation)
  if (saved.every((form, i) => form === refused.forms[i])) return null
  return html`<div class="note small">
    ${t('translate.saved_now')} ${saved.map(form => html`<p ${speaks(language)}>${form}</p>`)}
  </div>`
}

function whyNot(
  { reader: { t }, account }: Visit,
  { component }: TranslatePlace,
  unit: UnitRow,
  can: { readonly writes: boolean; readonly suggests: boolean },
): string | null {
  if (can.writes) return null
  if (component.locked === 1) return t('translate.locked')
  if (unit.state === UNIT_STATES.readonly) return t('translate.read_only')
  if (account === null) return t('translate.visitor')
  return t(can.suggests ? 'translate.only_suggest' : 'translate.only_read')
}

const speaks = ({ code, direction }: LanguageRow): Html => html`lang="${bcp47(code)}" dir="${direction}"`

/** The query for a search, page and string. */
export function address({ q, page, unit }: { q: string; page?: number; unit?: number | null }): string {
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (page !== undefined && page > 1) params.set('page', String(page))
  if (unit) params.set('unit', String(unit))
  return params.toString()
}
