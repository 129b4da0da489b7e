import type { Account } from '#accounts/account.ts'
import type { Reader } from '#store/store.ts'
import { hasAgreed } from '../catalogue/agreements.ts'
import { type ComponentParts, componentByPath, partsOf, projectBySlug } from '../catalogue/components.ts'
import { checksum, splitForms } from '../catalogue/forms.ts'
import { type LanguageRow, languageByCode } from '../catalogue/languages.ts'
import type { ProjectPermission } from '../catalogue/permission-names.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import type { TranslationRow, UnitRow } from '../catalogue/rows.ts'
import { translationOf } from '../catalogue/translations.ts'
import { onlySuggests, workflowOf } from '../catalogue/workflows.ts'
import { UNIT_STATES } from '../values/unit-states.ts'

/** A translation opened in the editor. */
export interface TranslatePlace extends ComponentParts {
  readonly translation: TranslationRow
  readonly language: LanguageRow
  /** False if the component has a contributor agreement that the user has not accepted. */
  readonly hasAgreed: boolean
}

/** The translation at `/translate/<project>/<component>/<language>/`; null when missing or not visible. */
export async function findPlace(
  db: Reader,
  permissions: Permissions,
  account: Account | null,
  [slug, ...rest]: readonly string[],
): Promise<TranslatePlace | null> {
  const project = await projectBySlug(db, slug ?? '')
  if (project === null || rest.length < 2) return null
  const component = await componentByPath(db, project.id, rest.slice(0, -1).join('/'))
  if (component === null || !permissions.seesComponent(project, component)) return null
  const language = await languageByCode(db, rest.at(-1)!)
  const translation = language && (await translationOf(db, component.id, language.id))
  if (language === null || translation === null) return null
  const agreed = await hasAgreed(db, component, account?.id ?? null)
  return { ...(await partsOf(db, component)), translation, language, hasAgreed: agreed }
}

/** The string named by `unit` or by `checksum`, as in the API's URLs. */
export async function namedUnit(db: Reader, { translation }: TranslatePlace, params: URLSearchParams) {
  const units = db.selectFrom('unit').selectAll().where('translation_id', '=', translation.id)
  const id = params.get('unit')
  if (id !== null && /^\d{1,15}$/.test(id)) return (await units.where('id', '=', Number(id)).executeTakeFirst()) ?? null
  const sum = params.get('checksum')
  if (sum === null || !/^[0-9a-f]{16}$/.test(sum)) return null
  const hash = BigInt.asIntN(64, BigInt(`0x${sum}`)).toString()
  const unit = await units.where('id_hash', '=', hash).executeTakeFirst()
  return unit && checksum(unit.id_hash) === sum ? unit : null
}

/** Permissions in a translation, before checks on individual strings. */
export function mayIn(place: TranslatePlace, permissions: Permissions, account: Account | null) {
  const { project, component, translation, language } = place
  const may = (permission: ProjectPermission) => permissions.inPlace({ project, component, language }, permission)
  const isOpen = component.locked === 0 && place.hasAgreed
  const isKnown = account !== null
  const { translation_review, enable_suggestions } = workflowOf(place)
  const isDirect = isKnown && isOpen && !onlySuggests(permissions, place)
  return {
    translate: isDirect && may(translation.is_source === 1 ? 'unit.template' : 'unit.edit'),
    review: isDirect && translation_review && may('unit.review'),
    // The only action open to unregistered users, if their team has the permission.
    suggest: isOpen && enable_suggestions && may('suggestion.add'),
    bulk_edit: isKnown && isOpen && may('unit.bulk_edit'),
  }
}

export type MayIn = ReturnType<typeof mayIn>

/** Whether the state of a string allows editing. */
export function mayWrite({ state }: UnitRow, may: MayIn): boolean {
  if (state === UNIT_STATES.readonly || !may.translate) return false
  return state !== UNIT_STATES.approved || may.review
}

/** The translation of a string, one text per plural form. */
export function targetForms(unit: UnitRow, { plural_number }: TranslationRow): string[] {
  const forms = splitForms(unit.target)
  if (splitForms(unit.source).length === 1) return forms
  return Array.from({ length: plural_number }, (_, i) => forms[i] ?? '')
}
