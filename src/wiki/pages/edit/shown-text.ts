import { Html, html, type Piece } from '#html/html.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { diffTable } from '../parts/diff-table.ts'
import { problems } from '../parts/form.ts'
import { scriptErrors } from '../parts/script-errors.ts'
import { styleLink } from '../reading/site-styles.ts'
import type { Visit } from '../visit.ts'
import type { Draft } from './draft.ts'
import type { Place } from './place.ts'

/** Preview of the text and summary. */
export async function preview(visit: Visit, place: Place, draft: Draft): Promise<Html> {
  const { words } = visit
  const isNew = draft.section === 'new'
  const response = await visit.ask({
    action: 'parse',
    title: place.name,
    text: draft.text,
    contentmodel: draft.model,
    pst: true,
    preview: true,
    prop: 'text|categories|modules|jsconfigvars',
    disablelimitreport: true,
    uselang: visit.site.language,
    ...(isNew ? { section: 'new', sectiontitle: draft.summary } : { summary: draft.summary }),
  })
  const heading = html`<h2 id="preview-heading">${words.text('preview')}</h2>`
  const section = (content: Piece): Html =>
    html`<section class="edit-preview" aria-labelledby="preview-heading">${heading}${content}</section>`
  if (!response.ok) return section(problems(response.errors))
  const { parse } = response.result
  const comment = (summary: string): Html =>
    html`<span class="comment" lang="${bcp47(visit.site.language)}" dir="auto">${new Html(summary)}</span>`
  const shownSummary =
    !isNew &&
    parse.parsedsummary &&
    html`<p class="summary-preview quiet">${words.text('summary-preview')} ${comment(parse.parsedsummary)}</p>`
  const note = html`<div class="note"><p>${words.html('previewnote')}</p></div>`
  const { direction, language } = place
  const { text: linked, traces } = scriptErrors(visit, parse.text ?? '', parse.jsconfigvars)
  const rendered = new Html(linked)
  const text = html`<div class="previewed" lang="${bcp47(language)}" dir="${direction}">${rendered}</div>`
  return section(html`${styleLink(parse.modulestyles)}${note}${shownSummary}${text}${traces}`)
}

/** Diff between the current page and the text. */
export async function changes(visit: Visit, place: Place, draft: Draft): Promise<Html> {
  const { words } = visit
  const isNew = draft.section === 'new'
  const text = isNew && draft.summary !== '' ? `== ${draft.summary} ==\n\n${draft.text}` : draft.text
  const response = await visit.ask({
    action: 'compare',
    ...(place.exists ? { fromrev: place.latest } : { fromslots: 'main', 'fromtext-main': '' }),
    ...(place.exists ? { torev: place.latest } : { totitle: place.name }),
    toslots: 'main',
    'totext-main': text,
    'tocontentmodel-main': draft.model,
    topst: true,
    prop: 'diff',
    ...(place.exists && draft.section !== '' && { 'tosection-main': draft.section }),
    ...(!place.exists && { 'fromcontentmodel-main': draft.model }),
  })
  const heading = html`<h2 id="changes-heading">${words.text('showdiff')}</h2>`
  if (!response.ok)
    return html`<section aria-labelledby="changes-heading">${heading}${problems(response.errors)}</section>`
  const { body = '' } = response.result.compare
  const [left, right] = [words.text('currentrev'), words.text('yourtext')]
  const table = diffTable(visit, { rows: body, left, right, lang: place.language })
  return html`<section class="edit-changes" aria-labelledby="changes-heading">${heading}${table}</section>`
}

/** Diff between two unsaved texts. */
export async function textChanges(
  visit: Visit,
  { model, lang }: { readonly model: string; readonly lang: string },
  from: string,
  to: string,
  heads: readonly [Piece, Piece],
): Promise<Html> {
  const response = await visit.ask({
    action: 'compare',
    prop: 'diff',
    fromslots: 'main',
    toslots: 'main',
    'fromtext-main': from,
    'totext-main': to,
    'fromcontentmodel-main': model,
    'tocontentmodel-main': model,
  })
  if (!response.ok) return html`${problems(response.errors)}`
  const { body = '' } = response.result.compare
  return diffTable(visit, { rows: body, left: heads[0], right: heads[1], lang })
}
