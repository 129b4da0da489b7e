import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { StepsExceeded } from '#patterns/step-budget.ts'
import { PatternError } from '#patterns/user-pattern.ts'
import { splitForms } from '../catalogue/forms.ts'
import { type Piece, type Replacer, replacerOf, type TextSearch } from '../catalogue/replace-text.ts'
import { replacing } from '../catalogue/selected-actions.ts'
import { changeSelected } from '../catalogue/selected-units.ts'
import { parseUnitSearch, SearchError } from '../catalogue/unit-search.ts'
import type { Place } from '../reports/place.ts'
import { shortText } from '../values/short-text.ts'
import { startingPoint, verbatim, words } from './parameters.ts'
import { nameOf, placed } from './place-addresses.ts'
import { placeAsked, placeFields } from './place-parameters.ts'
import { type Preview, type PreviewRow, previewOf } from './replace-preview.ts'
import { formFields, hidden, outcomeOf, problemNote, type Submission, selectable, selectedIn } from './selection.ts'
import type { Page, PageContext } from './send-page.ts'
import { aboutOf } from './shapes/overview.ts'
import { placeHeading, titleOf } from './shapes/place-heading.ts'
import { tagOf } from './wording.ts'

export const REPLACE = '/strings/replace/'

interface Request extends TextSearch {
  readonly q: string
}

const requestIn = (params: URLSearchParams): Request => ({
  q: words(params, 'q'),
  find: verbatim(params, 'find'),
  replacement: verbatim(params, 'replacement'),
  isPattern: params.get('regex') === '1',
  ignoresCase: params.get('ignore_case') === '1',
})

/** `/strings/replace/?project=tea&find=…`: search and replace, with a preview of each change. */
export async function replacePage(context: PageContext): Promise<Page | null> {
  const place = await placeAsked(context)
  return place && previewPage(context, place, requestIn(context.params))
}

/** Applies the replacement to the selected strings. */
export async function replaceSelected(context: PageContext, { account }: Submission): Promise<Page | null> {
  const { services, permissions, params, reader } = context
  const { t } = reader
  const place = await placeAsked(context)
  if (place === null) return null
  const request = requestIn(params)
  const selected = selectedIn(params)
  const again = (why: string, status: number) =>
    previewPage(context, place, request, { why, status, selected: params.getAll('unit') })
  if (account === null) return again(t('bulk.session'), 403)
  if (request.find === '') return again(t('bulk.find_required'), 400)
  if (selected.length === 0) return again(t('bulk.none_selected'), 400)
  try {
    const action = replacing(permissions, replacerOf(request))
    const results = await changeSelected(services, account.id, permissions, selected, action)
    const remaining = addressOf(place, request)
    return framed(
      context,
      place,
      request,
      null,
      html`${outcomeOf(context, results, true)}
      <p><a class="button" href="${remaining}">${t('bulk.remaining')}</a></p>`,
    )
  } catch (error) {
    const why = patternProblem(context, error)
    if (why === null) throw error
    return again(why, 400)
  }
}

interface Refused {
  readonly why: string
  readonly status: number
  /** Values of the boxes that were ticked. */
  readonly selected: readonly string[]
}

async function previewPage(context: PageContext, place: Place, request: Request, refused?: Refused): Promise<Page> {
  const after = startingPoint(context.params, 'after', 3)
  try {
    const { isPattern, find, q } = request
    const query = parseUnitSearch(q, context.services.clock)
    const replace: Replacer | null = find === '' ? null : replacerOf(request)
    const preview =
      replace && (await previewOf(context, place, query, isPattern ? null : asciiPart(find), replace, after))
    const content = preview && results(context, place, request, preview, refused?.selected ?? null)
    return framed(context, place, request, refused?.why ?? null, content, refused?.status ?? 200)
  } catch (error) {
    const why = error instanceof SearchError ? error.message : patternProblem(context, error)
    if (why === null) throw error
    return framed(context, place, request, why, null, 400)
  }
}

/** The database folds only ASCII letters, so other letters are compared later. */
function asciiPart(find: string): string | null {
  const longest = find.split(/[^\x20-\x7e]+/).sort((a, b) => b.length - a.length)[0]!
  return longest === '' ? null : longest
}

function patternProblem({ reader: { t } }: PageContext, error: unknown): string | null {
  if (error instanceof PatternError) return t('browse.bad_value', { name: t('bulk.find'), accepts: error.message })
  return error instanceof StepsExceeded ? t('bulk.too_complex') : null
}

function framed(
  context: PageContext,
  place: Place,
  request: Request,
  problem: string | null,
  content: Html | null,
  status = 200,
): Page {
  const { t } = context.reader
  return {
    title: `${t('bulk.replace_title')} – ${titleOf(context, place)}`,
    about: aboutOf(place),
    needs: ['browse'],
    heading: placeHeading(context, place, 'strings'),
    status,
    content: html`<h2>${t('bulk.replace_title')}</h2>
      ${searchForm(context, request)}
      ${problem !== null && problemNote(problem)}
      ${content}`,
  }
}

const searchForm = ({ reader: { t }, params }: PageContext, request: Request): Html =>
  html`<form class="replace-form" action="${REPLACE}">
    ${placeFields(params).map(([name, value]) => hidden(name, value))}
    <label>${t('bulk.find')}<input name="find" value="${request.find}" required autocomplete="off" spellcheck="false" dir="auto"></label>
    <label>${t('bulk.replacement')}<input name="replacement" value="${request.replacement}" autocomplete="off" spellcheck="false" dir="auto"></label>
    <label>
      ${t('bulk.only_in')}<input type="search" name="q" value="${request.q}" placeholder="${t('browse.search_hint')}" autocomplete="off">
    </label>
    <p class="choices">
      <label class="choice"><input type="checkbox" name="ignore_case" value="1"${request.ignoresCase && html` checked`}>
        ${t('bulk.ignore_case')}</label>
      <label class="choice"><input type="checkbox" name="regex" value="1" aria-describedby="regex-hint"
        ${request.isPattern && html` checked`}> ${t('bulk.regex')}</label>
    </p>
    <p class="small quiet" id="regex-hint">${t('bulk.regex_hint')}</p>
    <p class="buttons"><button class="button first">${t('bulk.preview')}</button></p>
  </form>`

function results(
  context: PageContext,
  place: Place,
  request: Request,
  { rows, next, lookedAt }: Preview,
  selected: readonly string[] | null,
): Html {
  const { reader, params } = context
  const { t, token } = reader
  const more = next && addressOf(place, request, next)
  const pager = html`<nav class="pager" aria-label="${t('browse.pages')}">
    ${params.get('after') && html`<a class="button" href="${addressOf(place, request)}">${t('browse.first_page')}</a>`}
    ${next !== null && html`<span class="small quiet">${t('browse.searched_so_far', { count: lookedAt })}</span>`}
    ${more !== null && html`<a class="button" rel="next" href="${more}">${t(rows.length === 0 ? 'browse.search_on' : 'browse.next')}</a>`}
  </nav>`
  if (rows.length === 0)
    return html`<p class="card empty">${next === null ? t('bulk.no_match') : t('browse.searched_so_far', { count: lookedAt })}</p>
      ${next !== null && pager}`
  const open = token === null ? [] : rows.filter(row => row.skip === null)
  const table = html`<table class="strings selectable">
    <thead><tr>
      <th scope="col" class="tick" data-select-all="${t('bulk.select_all')}"><span class="aside">${t('bulk.select')}</span></th>
      <th scope="col">${t('browse.source')}</th><th scope="col">${t('bulk.change')}</th>
    </tr></thead>
    <tbody>${rows.map(row => previewRow(context, row, token !== null, selected))}</tbody>
  </table>`
  return html`<form method="post" action="${REPLACE}" data-selection>
    ${formFields(context)}${hidden('q', request.q)}${hidden('find', request.find)}
    ${hidden('replacement', request.replacement)}${request.isPattern && hidden('regex', '1')}
    ${request.ignoresCase && hidden('ignore_case', '1')}${params.get('after') && hidden('after', params.get('after')!)}
    <p role="status">
      ${t('bulk.matches', { count: rows.length })}
      ${open.length < rows.length && html`<span class="quiet">${t('bulk.may_change', { count: open.length })}</span>`}
    </p>
    <div class="card">${scrolling(t('bulk.replace_title'), table)}</div>
    ${open.length > 0 && html`<p class="buttons"><button class="button first">${t('bulk.replace_selected')}</button></p>`}
    ${token === null && html`<p class="note"><a href="/accounts/login/?next=${encodeURIComponent(reader.here)}">${t('bulk.log_in')}</a></p>`}
  </form>${pager}`
}

function previewRow(
  { reader: { t } }: PageContext,
  { unit, at, forms, skip }: PreviewRow,
  canSelect: boolean,
  selected: readonly string[] | null,
): Html {
  const value = selectable(unit)
  const isTicked = selected === null || selected.includes(value)
  const { component, project, language } = at
  const source = splitForms(unit.source)
  const speaks = html`lang="${tagOf(language.code)}" dir="${language.direction === 'rtl' ? 'rtl' : 'ltr'}"`
  const label = t('bulk.select_string', { string: shortText(source[0] ?? '', 80) })
  return html`<tr>
    <td class="tick">${
      skip === null &&
      canSelect &&
      html`<input type="checkbox" name="unit" value="${value}" aria-label="${label}"${isTicked && html` checked`}>`
    }</td>
    <td>
      <bdi>${source.map(form => html`<span class="form">${shortText(form)}</span>`)}</bdi>
      <span class="where small quiet"><bdi>${project.name} / ${component.name}</bdi> · ${language.code}</span>
    </td>
    <td>
      ${forms.map(
        pieces =>
          pieces !== null &&
          html`<div class="before" ${speaks}><span class="aside">${t('bulk.before')}</span>${side(pieces, 'before')}</div>
            <div class="after" ${speaks}><span class="aside">${t('bulk.after')}</span>${side(pieces, 'after')}</div>`,
      )}
      ${skip !== null && html`<span class="chip">${t(`bulk.skip_${skip}`)}</span>`}
    </td>
  </tr>`
}

/** One side of a change, with the changed parts marked. */
const side = (pieces: readonly Piece[], which: 'before' | 'after'): Html[] =>
  pieces.map(piece => {
    const text = shortText(piece[which], 2000)
    if (piece.before === piece.after) return html`${text}`
    return which === 'before' ? html`<del>${text}</del>` : text === '' ? html`` : html`<ins>${text}</ins>`
  })

/** The address of a preview. */
function addressOf(
  place: Place,
  { q, find, replacement, isPattern, ignoresCase }: Request,
  after?: readonly number[],
): string {
  return placed(REPLACE, nameOf(place), {
    ...(q !== '' && { q }),
    find,
    replacement,
    ...(isPattern && { regex: '1' }),
    ...(ignoresCase && { ignore_case: '1' }),
    ...(after && { after: after.join('.') }),
  })
}
