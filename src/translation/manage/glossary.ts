import { text } from '#fields/kinds.ts'
import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { type Outcome, refused, viewOf } from '#html/form-outcome.ts'
import { type FormView, fieldView, hidden, type Sent, type Tried, textIn, wholeProblems } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import { flagsOf as readFlags, variantOf } from '../catalogue/flags-of.ts'
import { type Flag, type Flags, formatFlag } from '../checks/flags.ts'
import { manageAddress } from '../pages/place-tabs.ts'
import { pager } from '../pages/shapes/progress-table.ts'
import { shortText } from '../values/short-text.ts'
import { UNIT_STATES } from '../values/unit-states.ts'

import { outcomeOf, type Section } from './section.ts'
import { type Place, translationPath, type Visit } from './visit.ts'

const SHOWN = 100
const TERM = text({ max: 500 })
const NOTE = text({ max: 20_000, blank: true })
/** Flags of a term. */
const KINDS = ['forbidden', 'read-only', 'terminology'] as const
const VARIANT = text({ max: 500, blank: true })

interface Unit {
  readonly id: number
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly state: number
  readonly source_unit: string
}

interface Language {
  readonly code: string
  readonly name: string
  readonly is_source: number
}

const languagesOf = ({ services }: Visit, { component }: Place): Promise<Language[]> =>
  services.store.read
    .selectFrom('translation')
    .innerJoin('translation_language', 'translation_language.id', 'translation.language_id')
    .select(['code', 'name', 'is_source'])
    .where('component_id', '=', component!.id)
    .orderBy('name')
    .execute()

const numberAtEnd = (address: string): number => Number(/(\d+)\/$/.exec(address)?.[1] ?? 0)

/** The terms of a glossary in one language, including forbidden ones. */
export const glossary: Section = {
  name: 'glossary',
  title: 'manage.glossary',
  lead: 'manage.glossary_lead',
  where: 'component',
  fits: ({ component }) => component?.is_glossary === 1,
  opens: () => ['unit.add', 'unit.edit', 'glossary.edit', 'translation.download'],
  show: async (visit, place, tried) => {
    const { t, search } = visit
    const languages = await languagesOf(visit, place)
    const targets = languages.filter(each => each.is_source === 0)
    const chosen = targets.find(each => each.code === search.get('language')) ?? targets[0]
    const source = languages.find(each => each.is_source === 1)
    if (chosen === undefined || source === undefined)
      return { content: html`<p class="empty">${t('manage.glossary_no_language')}</p>` }
    const q = search.get('q')?.slice(0, 500) ?? ''
    const page = /^\d{1,6}$/.exec(search.get('page') ?? '')?.[0] ?? '1'
    const at = translationPath(place, chosen.code, 'units')
    const reply = await visit.ask<{ count: number; results: Unit[] }>('GET', at, {
      query: { q, page, page_size: String(SHOWN) },
    })
    const { count, results } = reply.ok ? reply.body : { count: 0, results: [] }
    const notes = await sourcesOf(visit, results)
    const edited = search.get('term') ?? (tried?.form === 'term' ? textIn(tried.typed, 'id') : null)
    const rows = results.map(unit => {
      const own = notes.get(numberAtEnd(unit.source_unit))
      return String(unit.id) === edited
        ? html`<tr><td colspan="4">${termForm(visit, tried, chosen, unit, own)}</td></tr>`
        : termRow(visit, unit, own, chosen)
    })
    const add = viewOf(visit, 'add', 'term', tried)
    const may = visit.permissions.inPlace(place, 'unit.add')
    return {
      content: html`<form method="get" class="one-line">
          <div class="field">
            <label for="language">${t('frame.language')}</label>
            <select id="language" name="language">
              ${targets.map(({ code, name }) => {
                const isChosen = code === chosen.code && html` selected`
                return html`<option value="${code}"${isChosen}>${name}</option>`
              })}
            </select>
          </div>
          <div class="field">
            <label for="q">${t('manage.find_terms')}</label>
            <input type="search" id="q" name="q" value="${q}" dir="auto">
          </div>
          <button class="button">${t('manage.show')}</button>
          <a class="button plain" href="${manageAddress('files', place)}">${t('manage.glossary_files')}</a>
        </form>
        ${
          may &&
          card(
            'add',
            t('manage.add_term'),
            html`<form method="post">
              ${hidden(add, { language: chosen.code })}
              ${wholeProblems(add, ['source', 'target'])}
              <div class="two even">
                ${fieldView(add, 'source', TERM, { label: source.name, hint: '' })}
                ${fieldView(add, 'target', TERM, { label: chosen.name, required: false, hint: '' })}
              </div>
              ${fieldView(add, 'explanation', NOTE, { label: t('manage.term_explanation'), rows: 2, required: false })}
              ${kindBoxes(add, 'add', readFlags([]))}
              <p class="buttons"><button class="button first">${t('manage.add_term')}</button></p>
            </form>`,
          )
        }
        ${!reply.ok && html`<p class="note wrong">${reply.problems.map(each => each.detail).join(' ')}</p>`}
        ${
          results.length === 0
            ? html`<p class="empty">${t('manage.no_terms')}</p>`
            : html`<div class="card">
                ${scrolling(
                  t('manage.glossary'),
                  html`<table>
                    <thead>
                      <tr>
                        <th scope="col">${source.name}</th>
                        <th scope="col">${chosen.name}</th>
                        <th scope="col" class="extra">${t('manage.term_explanation')}</th>
                        <td></td>
                      </tr>
                    </thead>
                    <tbody>${rows}</tbody>
                  </table>`,
                )}
              </div>
              ${count > SHOWN && pages(visit, Number(page), count, chosen.code, q)}`
        }`,
    }
  },
  take: (visit, place, form, sent) => takeForm(visit, place, form, sent),
}

/** Pagination that keeps the search and language. */
function pages({ reader }: Visit, page: number, count: number, language: string, q: string): Html {
  const wording = { number: (value: number) => new Intl.NumberFormat(reader.language).format(value) }
  const link = (at: number) => `?${new URLSearchParams({ language, ...(q !== '' && { q }), page: String(at) })}`
  return pager({ reader, wording }, page, Math.ceil(count / SHOWN), link)
}

interface SourceNote {
  readonly id: number
  readonly explanation: string
  readonly extra_flags: string
}

/** Explanations and flags are stored with the source strings. */
async function sourcesOf({ services }: Visit, units: readonly Unit[]): Promise<Map<number, SourceNote>> {
  const rows = await services.store.read
    .selectFrom('unit')
    .select(['id', 'explanation', 'extra_flags'])
    .where('id', 'in', [-1, ...units.map(each => numberAtEnd(each.source_unit))])
    .execute()
  return new Map(rows.map(each => [each.id, each]))
}

const flagsOf = (note: SourceNote | undefined): Flags => readFlags([note?.extra_flags ?? ''])

function termRow(visit: Visit, unit: Unit, note: SourceNote | undefined, { code }: Language): Html {
  const { t } = visit
  const flags = flagsOf(note)
  const variant = variantOf(flags)
  const word = unit.source[0] ?? ''
  return html`<tr>
    <th scope="row" dir="auto">
      ${shortText(word)}
      ${flags.has('forbidden') && html`<span class="chip s-failing"><i></i>${t('manage.term_forbidden')}</span>`}
      ${flags.has('read-only') && html`<span class="chip s-readonly"><i></i>${t('manage.term_read_only')}</span>`}
      ${flags.has('terminology') && html`<span class="chip">${t('manage.term_terminology')}</span>`}
      ${variant !== '' && html`<span class="small quiet">${t('manage.term_is_variant', { term: variant })}</span>`}
    </th>
    <td lang="${bcp47(code)}" dir="${direction(code)}">${shortText(unit.target[0] ?? '')}</td>
    <td class="extra small" dir="auto">${note?.explanation}</td>
    <td class="end">
      <a class="button" href="?language=${code}&term=${unit.id}">
        ${t('manage.edit')}
        <span class=\"aside\"> ${shortText(word)}</span>
      </a>
    </td>
  </tr>`
}

/** Flags of a term, as form fields. */
const kindBoxes = (view: FormView, form: string, flags: Flags): Html => {
  const { t } = view
  return html`<fieldset class="field plain-set"><legend>${t('manage.term_kind')}</legend>${KINDS.map(
    kind =>
      html`<label class="choice">
        <input type="checkbox" name="${kind}" id="${form}-${kind}" value="true"${flags.has(kind) && html` checked`}>
        <span>${t(HELP[kind])}</span>
      </label>`,
  )}</fieldset>
  ${fieldView(view, 'variant', VARIANT, {
    label: t('manage.term_variant'),
    hint: t('manage.term_variant_help'),
    now: variantOf(flags),
    required: false,
  })}`
}

const HELP = {
  forbidden: 'manage.term_forbidden_help',
  'read-only': 'manage.term_read_only_help',
  terminology: 'manage.term_terminology_help',
} as const

function termForm(
  visit: Visit,
  tried: Tried | null,
  language: Language,
  unit: Unit,
  note: SourceNote | undefined,
): Html {
  const { t } = visit
  const view = viewOf(visit, 'term', 'term', tried)
  return html`<form method="post">
      ${hidden(view, { id: unit.id, language: language.code })}
      ${wholeProblems(view, ['target', 'explanation'])}
      <p><b dir="auto">${unit.source[0]}</b></p>
      ${fieldView(view, 'target', TERM, { label: language.name, now: unit.target[0], required: false, hint: '' })}
      ${fieldView(view, 'explanation', NOTE, {
        label: t('manage.term_explanation'),
        now: note?.explanation,
        rows: 2,
        required: false,
      })}
      ${kindBoxes(view, 'term', flagsOf(note))}
      <p class="buttons">
        <button class="button first">${t('frame.save')}</button>
        <a class="button plain" href="?language=${language.code}">${t('frame.cancel')}</a>
      </p>
    </form>
    ${actionButton(
      viewOf(visit, 'remove', 'term', tried),
      t('manage.remove_term'),
      { id: unit.id, language: language.code },
      { kind: 'danger' },
    )}`
}

/** The flags of a term with the submitted fields; other flags are kept. */
function newFlags(before: Flags, sent: Sent): string {
  const variant = textIn(sent, 'variant').trim()
  const others = [...before].filter(({ name }) => name !== 'variant' && !(KINDS as readonly string[]).includes(name))
  const own: Flag[] = [
    ...KINDS.filter(kind => sent[kind] !== undefined).map(name => ({ name, values: [] })),
    ...(variant === '' ? [] : [{ name: 'variant', values: [{ text: variant, pattern: false }] }]),
  ]
  return [...others, ...own].map(formatFlag).join(', ')
}

async function takeForm(visit: Visit, place: Place, form: string, sent: Sent): Promise<Outcome> {
  const language = textIn(sent, 'language')
  const go = (done: string) =>
    `${visit.request.url.split('?')[0]}?language=${encodeURIComponent(language)}&done=${done}`
  if (form === 'add') {
    if (textIn(sent, 'source').trim() === '') return refused(form, sent, 'source', visit.t('manage.term_missing'))
    const target = textIn(sent, 'target')
    const state = target === '' ? UNIT_STATES.empty : UNIT_STATES.translated
    const body = { source: [textIn(sent, 'source')], target: [target], state }
    const reply = await visit.ask<Unit>('POST', translationPath(place, language || '-', 'units'), { body })
    if (!reply.ok) return outcomeOf(reply, '', form, sent)
    const flags = newFlags(readFlags([]), sent)
    const explanation = textIn(sent, 'explanation')
    if (flags === '' && explanation === '') return { go: go('term_added') }
    const more = await visit.ask('PATCH', `/units/${numberAtEnd(reply.body.source_unit)}/`, {
      body: { explanation, extra_flags: flags },
    })
    return outcomeOf(more, go('term_added'), form, sent)
  }
  const id = textIn(sent, 'id')
  const response = await visit.ask<Unit & { translation: string }>('GET', `/units/${encodeURIComponent(id)}/`)
  if (!response.ok) return { go: go('removed') }
  const unit = response.body
  const source = numberAtEnd(unit.source_unit)
  if (form === 'remove')
    return outcomeOf(await visit.ask('DELETE', `/units/${source}/`), go('term_removed'), 'term', sent)
  const note = (await sourcesOf(visit, [unit])).get(source)
  const extra_flags = newFlags(flagsOf(note), sent)
  const explanation = textIn(sent, 'explanation')
  // Remove the read-only flag first and set it last, since the text cannot be changed while it is set.
  const text = () => {
    const target = textIn(sent, 'target')
    if (target === (unit.target[0] ?? '')) return null
    const state = target === '' ? UNIT_STATES.empty : UNIT_STATES.translated
    return visit.ask('PATCH', `/units/${unit.id}/`, { body: { target: [target], state } })
  }
  const notes = () =>
    explanation === note?.explanation && extra_flags === note.extra_flags
      ? null
      : visit.ask('PATCH', `/units/${source}/`, { body: { explanation, extra_flags } })
  for (const step of sent['read-only'] === undefined ? [notes, text] : [text, notes]) {
    const reply = await step()
    if (reply && !reply.ok) return outcomeOf(reply, '', 'term', sent)
  }
  return { go: go('saved') }
}
