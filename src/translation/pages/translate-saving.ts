import type { Services } from '#core/services.ts'
import { editUnit, UnitEditError } from '../catalogue/edit-units.ts'
import { propagate } from '../catalogue/propagate.ts'
import { lockUnit, type UnitRow } from '../catalogue/rows.ts'
import { editSource } from '../catalogue/source-edit.ts'
import { suggest } from '../catalogue/suggestions.ts'
import { parseUnitSearch, SearchError, settleSearch, unitCondition } from '../catalogue/unit-search.ts'
import { work } from '../catalogue/work.ts'
import { isTooLong, LONGEST_TEXT } from '../values/text-limit.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import type { Visit } from './translate-page.ts'
import { mayIn, mayWrite, namedUnit, type TranslatePlace } from './translate-place.ts'

/** Why a submission was rejected, worded for the user. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Saves or suggests the submitted text by the rules of the API; returns the string to continue with. */
export async function takeForm(
  services: Services,
  visit: Visit,
  place: TranslatePlace,
  form: URLSearchParams,
): Promise<number | null> {
  const { t } = visit.reader
  const may = mayIn(place, visit.permissions, visit.account)
  const unit = await namedUnit(visit.db, place, new URLSearchParams({ unit: form.get('unit') ?? '' }))
  if (unit === null) throw new Refusal(404, t('translate.string_gone'))
  // Web forms submit CRLF line endings; texts use LF.
  const target = form.getAll('target').map(text => text.replaceAll('\r\n', '\n'))
  if (target.some(isTooLong)) throw new Refusal(400, t('translate.too_long', { count: LONGEST_TEXT }))
  const isSuggestion = form.get('do') === 'suggest'
  const allowed = isSuggestion ? may.suggest && unit.state !== UNIT_STATES.readonly : mayWrite(unit, may)
  if (!allowed) throw new Refusal(403, t('translate.only_read'))
  const change = { target, version: form.get('version') ?? '', needsEditing: form.get('needs_editing') === '1' }
  try {
    if (isSuggestion) await sendSuggestion(services, visit, place, unit, target)
    else await saveText(services, visit, place, unit, change)
  } catch (error) {
    if (error instanceof UnitEditError) throw new Refusal(400, error.message)
    throw error
  }
  return nextOf(visit, place, unit, form.get('q') ?? '')
}

async function sendSuggestion(
  services: Services,
  { account, reader: { t } }: Visit,
  { translation }: TranslatePlace,
  unit: UnitRow,
  target: readonly string[],
): Promise<void> {
  const made = await work(services, account!.id, piece => suggest(piece, translation, unit, target))
  if (made === null) throw new Refusal(400, t('translate.says_already'))
}

interface UnitChange {
  readonly target: readonly string[]
  readonly version: string
  readonly needsEditing: boolean
}

async function saveText(
  services: Services,
  { account, reader: { t } }: Visit,
  { translation, sourceLanguage }: TranslatePlace,
  { id }: UnitRow,
  { target, version, needsEditing }: UnitChange,
): Promise<void> {
  const isEmpty = target.every(text => text === '')
  const state = isEmpty ? UNIT_STATES.empty : needsEditing ? UNIT_STATES.needsEditing : UNIT_STATES.translated
  await work(services, account!.id, async piece => {
    const current = await lockUnit(piece, id)
    if (version !== String(current.updated_at)) throw new Refusal(409, t('translate.conflict_plain'))
    if (translation.is_source === 1) return editSource(piece, translation, sourceLanguage.code, current, target)
    const keepsApproval = current.state === UNIT_STATES.approved && !needsEditing && !isEmpty
    const edit = { target, state: keepsApproval ? UNIT_STATES.approved : state }
    const edited = await editUnit(piece, translation, current, edit)
    await propagate(piece, translation, edited)
    return edited
  })
}

/** The next string in the list. */
async function nextOf(
  { db }: Visit,
  { translation }: TranslatePlace,
  unit: UnitRow,
  q: string,
): Promise<number | null> {
  try {
    const terms = await settleSearch(db, parseUnitSearch(q), translation.id)
    const next = await db
      .selectFrom('unit')
      .select('unit.id')
      .where('translation_id', '=', translation.id)
      .where(eb =>
        eb.or([
          eb('position', '>', unit.position),
          eb.and([eb('position', '=', unit.position), eb('unit.id', '>', unit.id)]),
        ]),
      )
      .where(eb => unitCondition(eb, terms))
      .orderBy('position')
      .orderBy('unit.id')
      .limit(1)
      .executeTakeFirst()
    return next?.id ?? unit.id
  } catch (error) {
    if (error instanceof SearchError) return unit.id
    throw error
  }
}
