import type { Account } from '#accounts/account.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import type { Translator } from '#html/site-texts.ts'
import { checksum, splitForms } from '../catalogue/forms.ts'
import type { Selected, SelectedResult } from '../catalogue/selected-units.ts'
import { type Versioned, versionOf } from '../catalogue/unit-version.ts'
import { shortText } from '../values/short-text.ts'
import { BadParameter } from './parameters.ts'
import { placed, stringsOf } from './place-addresses.ts'
import { placeFields } from './place-parameters.ts'
import type { PageContext } from './send-page.ts'

/** A submitted form. */
export interface Submission {
  /** Null without a session, or if the form has no valid token. */
  readonly account: Account | null
}

/** Strings in one form, more than any page shows. */
const MOST_SELECTED = 500

/** Value of the checkbox of a string: its ID and the version that the user sees. */
export const selectable = (unit: Versioned & { readonly id: number }): string => `${unit.id}.${versionOf(unit)}`

/** The selected strings of a form. */
export function selectedIn(params: URLSearchParams): Selected[] {
  const values = params.getAll('unit')
  if (values.length > MOST_SELECTED) throw new BadParameter('unit', `≤ ${MOST_SELECTED}`)
  return values.map(value => {
    const match = /^(\d{1,15})\.([0-9a-f]{16})$/.exec(value)
    if (match === null) throw new BadParameter('unit', '123.0123456789abcdef')
    return { id: Number(match[1]), version: match[2]! }
  })
}

export const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

/** Hidden fields that every form about strings of a place has. */
export const formFields = ({ reader, params }: PageContext): Html =>
  html`${hidden('csrfmiddlewaretoken', reader.token ?? '')}
    ${placeFields(params).map(([name, value]) => hidden(name, value))}`

/** What happened to each selected string. The numbers add up to the number of selected strings. */
export function outcomeOf(context: PageContext, results: readonly SelectedResult[], canUndo: boolean): Html {
  const { t } = context.reader
  const changed = results.filter(each => each.skip === null)
  const skipped = results.filter(each => each.skip !== null)
  return html`<section class="note ${skipped.length === 0 ? 'good' : ''} outcome" role="status">
    <p>
      <strong>${t('bulk.changed', { count: changed.length })}</strong>
      ${skipped.length > 0 && t('bulk.skipped', { count: skipped.length })}
    </p>
    ${skipped.length > 0 && html`<ul>${skipped.map(each => skippedString(t, each))}</ul>`}
    ${canUndo && changed.length > 0 && undoForm(context, changed)}
  </section>`
}

function skippedString(t: Translator, { id, at, skip, why }: SelectedResult): Html {
  const reason = why ?? t(`bulk.skip_${skip!}`)
  if (at === null) return html`<li>#${id}: ${reason}</li>`
  const { project, component, language, unit } = at
  const place = { project: project.slug, component: component.path, language: language.code }
  const editor = placed(stringsOf(place, ''), {}, { checksum: checksum(unit.id_hash) })
  return html`<li>
    <a href="${editor}"><bdi>${shortText(splitForms(unit.source)[0] ?? '', 80)}</bdi></a>
    <span class="quiet">(<bdi>${component.name}</bdi>, ${language.code}):</span> ${reason}
  </li>`
}

function undoForm(context: PageContext, changed: readonly SelectedResult[]): Html {
  const { reader, params } = context
  return html`<form method="post" action="/strings/">
    ${formFields(context)}${hidden('q', params.get('q') ?? '')}${hidden('do', 'undo')}
    ${changed.flatMap(({ id, version }) => (version === null ? [] : [hidden('unit', `${id}.${version}`)]))}
    <button class="button small">${reader.t('bulk.undo')}</button>
  </form>`
}

/** A problem with the whole form; nothing was changed. */
export const problemNote = (text: string): Piece => html`<p class="note wrong" role="alert">${text}</p>`
