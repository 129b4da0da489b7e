import { type Html, html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import { hasFixedStrings } from '../catalogue/component-format.ts'
import { splitForms } from '../catalogue/forms.ts'
import { type LocatedTranslation, locate } from '../catalogue/located-units.ts'
import { translateSelected } from '../catalogue/machine-translation.ts'
import type { ProjectPermission } from '../catalogue/permission-names.ts'
import {
  acceptingSuggestion,
  deleting,
  labelling,
  savingMachine,
  settingState,
  undoing,
} from '../catalogue/selected-actions.ts'
import { changeSelected, mayReview, type Selected, type SelectedAction } from '../catalogue/selected-units.ts'
import type { FoundUnit } from '../reports/find-strings.ts'
import type { Place } from '../reports/place.ts'
import { shortText } from '../values/short-text.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { oneOf, words } from './parameters.ts'
import { placed } from './place-addresses.ts'
import { placeFields } from './place-parameters.ts'
import { formFields, hidden, outcomeOf, problemNote, type Submission, selectedIn } from './selection.ts'
import type { PageContext } from './send-page.ts'

const ACTIONS = [
  'approve',
  'translated',
  'needs_editing',
  'accept',
  'machine',
  'label_add',
  'label_remove',
  'delete',
] as const
type BulkAction = (typeof ACTIONS)[number]

/** The permission that an action needs at least. Each string is checked again when the action runs. */
const NEEDED: Readonly<Record<BulkAction, ProjectPermission>> = {
  approve: 'unit.review',
  translated: 'unit.edit',
  needs_editing: 'unit.edit',
  accept: 'suggestion.accept',
  machine: 'translation.auto',
  label_add: 'source.edit',
  label_remove: 'source.edit',
  delete: 'unit.delete',
}

const ABOUT_SOURCE: readonly BulkAction[] = ['label_add', 'label_remove', 'delete']

const CAN_UNDO: readonly string[] = ['approve', 'translated', 'needs_editing', 'accept', 'machine', 'undo']

/** What a user can do with the shown strings. */
export interface Offered {
  readonly actions: readonly BulkAction[]
  /** Names of the labels of the project. */
  readonly labels: readonly string[]
}

/** Actions that are possible for at least one of the shown strings. */
export async function offeredFor(context: PageContext, place: Place, units: readonly FoundUnit[]): Promise<Offered> {
  const { permissions, services, reader } = context
  if (reader.token === null) return { actions: [], labels: [] }
  const places = [...(await locate(services.store.read, permissions, units)).values()]
  const labels = place.project === undefined ? [] : await labelsOf(context, place.project.id)
  const isPossible = (action: BulkAction) => {
    if (action.startsWith('label') && labels.length === 0) return false
    return places.some(at => mayDo(context, action, at))
  }
  return { actions: ACTIONS.filter(isPossible), labels }
}

function mayDo({ permissions }: PageContext, action: BulkAction, at: LocatedTranslation): boolean {
  if (at.component.locked === 1 || !permissions.inPlace(at, NEEDED[action])) return false
  if (action === 'approve') return at.translation.is_source === 0 && mayReview(permissions, at)
  if (action === 'delete') {
    return at.translation.is_source === 1 && at.component.manage_units === 1 && !hasFixedStrings(at.component)
  }
  return ABOUT_SOURCE.includes(action) || at.translation.is_source === 0
}

async function labelsOf({ services }: PageContext, project: number): Promise<string[]> {
  const rows = await services.store.read
    .selectFrom('label')
    .select('name')
    .where('project_id', '=', project)
    .orderBy('name')
    .execute()
  return rows.map(row => row.name)
}

const label = (action: BulkAction): TextKey => `bulk.do_${action}`

/** The bar with the action to run on the selected strings. */
export function actionBar({ reader: { t }, params }: PageContext, { actions, labels }: Offered): Html {
  const chosen = params.get('do')
  const option = (action: BulkAction) =>
    html`<option value="${action}"${action === chosen && html` selected`}>${t(label(action))}</option>`
  const hasLabels = actions.some(action => action.startsWith('label'))
  return html`<div class="select-bar">
    <label>${t('bulk.action')}<select name="do">${actions.map(option)}</select></label>
    ${
      hasLabels &&
      html`<label>${t('bulk.label')}<select name="label">
        ${labels.map(name => html`<option${name === params.get('label') && html` selected`}>${name}</option>`)}
      </select></label>`
    }
    <button class="button">${t('bulk.apply')}</button>
  </div>`
}

/** What a submitted form did: the text above the results, and a status if nothing was done. */
export interface Done {
  readonly note: Html
  readonly status: number
  /** Replaces the results, because the user has to confirm first. */
  readonly asks?: boolean
}

export async function runAction(context: PageContext, { account }: Submission): Promise<Done> {
  const { services, permissions, params, reader } = context
  const { t } = reader
  const wrong = (text: string, status: number): Done => ({ note: html`${problemNote(text)}`, status })
  const selected = selectedIn(params)
  if (account === null) return wrong(t('bulk.session'), 403)
  const name = oneOf(params, 'do', [...ACTIONS, 'undo'], 'undo')
  if (selected.length === 0) return wrong(t('bulk.none_selected'), 400)
  if (name === 'delete' && params.get('confirm') !== '1')
    return { note: await confirmation(context, selected), status: 200, asks: true }
  const action = name === 'undo' ? undoing(permissions, account.id) : await actionNamed(context, name, selected)
  const results = await changeSelected(services, account.id, permissions, selected, action)
  return { note: outcomeOf(context, results, CAN_UNDO.includes(name) && name !== 'undo'), status: 200 }
}

async function actionNamed(
  context: PageContext,
  name: BulkAction,
  selected: readonly Selected[],
): Promise<SelectedAction> {
  const { permissions, params } = context
  switch (name) {
    case 'approve':
      return settingState(permissions, UNIT_STATES.approved)
    case 'translated':
      return settingState(permissions, UNIT_STATES.translated)
    case 'needs_editing':
      return settingState(permissions, UNIT_STATES.needsEditing)
    case 'accept':
      return acceptingSuggestion(permissions)
    case 'machine':
      return savingMachine(permissions, await machineTexts(context, selected))
    case 'label_add':
    case 'label_remove':
      return labelling(permissions, words(params, 'label'), name === 'label_add')
    default:
      return deleting(permissions)
  }
}

/** Asks the services of each project, before the transaction that saves their texts. */
async function machineTexts({ services, permissions }: PageContext, selected: readonly Selected[]) {
  const db = services.store.read
  const units = await unitsOf(db, selected)
  const places = await locate(db, permissions, units)
  const texts = new Map<number, readonly string[]>()
  for (const [id, at] of places) {
    if (at.component.locked === 1 || at.translation.is_source === 1) continue
    if (!permissions.inPlace(at, 'translation.auto')) continue
    const own = units.filter(unit => unit.translation_id === id && unit.state < UNIT_STATES.translated)
    for (const [unit, text] of await translateSelected(services, at, own)) texts.set(unit, text)
  }
  return texts
}

const unitsOf = (db: PageContext['services']['store']['read'], selected: readonly Selected[]) =>
  db
    .selectFrom('unit')
    .selectAll()
    .where('id', 'in', [-1, ...selected.map(each => each.id)])
    .orderBy('id')
    .execute()

/** Deleted strings cannot be brought back, so the user confirms with the list in view. */
async function confirmation(context: PageContext, selected: readonly Selected[]): Promise<Html> {
  const { services, permissions, params, reader } = context
  const { t } = reader
  const units = await unitsOf(services.store.read, selected)
  const places = await locate(services.store.read, permissions, units)
  const shown = units.filter(unit => places.has(unit.translation_id))
  const q = words(params, 'q')
  const back = placed('/strings/', Object.fromEntries(placeFields(params)), q === '' ? {} : { q })
  return html`<section class="card">
    <h2>${t('bulk.delete_title', { count: selected.length })}</h2>
    <p>${t('bulk.delete_about')}</p>
    <ul>${shown.map(unit => html`<li><bdi>${shortText(splitForms(unit.source)[0] ?? '', 120)}</bdi></li>`)}</ul>
    <form method="post" action="/strings/">
      ${formFields(context)}${hidden('q', q)}${hidden('do', 'delete')}${hidden('confirm', '1')}
      ${params.getAll('unit').map(value => hidden('unit', value))}
      <p class="buttons">
        <button class="button danger">${t('bulk.do_delete')}</button>
        <a class="button" href="${back}">
          ${t('frame.cancel')}
        </a>
      </p>
    </form>
  </section>`
}
