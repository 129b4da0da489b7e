import { plainText } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isGone } from '#store/gone.ts'
import { JoinedRows } from '#store/joined-rows.ts'
import { hasAgreed, needsAgreement } from '../../catalogue/agreements.ts'
import {
  type ComponentParts,
  componentByPath,
  type ProjectRow,
  partsOf,
  projectBySlug,
} from '../../catalogue/components.ts'
import { type LanguageRow, languageByCode } from '../../catalogue/languages.ts'
import type { ProjectPermission, SitePermission } from '../../catalogue/permission-names.ts'
import type { GuardedPlace } from '../../catalogue/permissions.ts'
import type { TranslationRow, UnitRow } from '../../catalogue/rows.ts'
import { translationOf } from '../../catalogue/translations.ts'
import { onlySuggests } from '../../catalogue/workflows.ts'
import type { Call } from '../call.ts'
import { ApiError, forbidden, locked, notAuthenticated, notFound } from '../errors.ts'

export type AnyCall = Call<unknown, unknown>

/** The objects a component path leads to. Objects the caller cannot see count as missing. */
export interface FoundComponent extends ComponentParts {}

export interface FoundTranslation extends FoundComponent {
  translation: TranslationRow
  language: LanguageRow
}

export interface FoundUnit extends FoundTranslation {
  unit: UnitRow
}

export async function findProject(call: AnyCall): Promise<ProjectRow> {
  const project = await projectBySlug(call.db, call.params.project!)
  if (project === null || !(await call.permissions()).sees(project)) throw notFound()
  return project
}

/** Resolves a project from its API URL or its slug. */
export async function projectNamed(call: AnyCall, reference: unknown, attr: string): Promise<ProjectRow> {
  const slug = componentPath(/([^/]+)\/?$/.exec(plainText(reference))?.[1] ?? '') ?? ''
  const row = slug.includes('\0') ? null : await projectBySlug(call.db, slug)
  if (row === null || !(await call.permissions()).sees(row))
    throw invalidField(attr, 'does_not_exist', 'Invalid hyperlink - Object does not exist.')
  return row
}

/** A component in a category arrives as `category%2Fcomponent`, because its slashes are encoded twice. */
function componentPath(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

export async function findComponent(call: AnyCall): Promise<FoundComponent> {
  const project = await findProject(call)
  const path = componentPath(call.params.component!)
  const row = path === null || path.includes('\0') ? null : await componentByPath(call.db, project.id, path)
  if (row === null || !(await call.permissions()).seesComponent(project, row)) throw notFound()
  return partsOf(call.db, row)
}

export async function findTranslation(call: AnyCall): Promise<FoundTranslation> {
  const parts = await findComponent(call)
  const language = await languageByCode(call.db, call.params.language!)
  const translation = language && (await translationOf(call.db, parts.component.id, language.id))
  if (language === null || translation === null) throw notFound()
  return { ...parts, translation, language }
}

/** A numeric ID from the path. Numbers too large for the database count as missing. */
export function idIn(call: AnyCall, name: string): number {
  const id = Number(call.params[name])
  if (!Number.isSafeInteger(id)) throw notFound()
  return id
}

const PLACE_TABLES = {
  translation: 'translation',
  component: 'component',
  project: 'project',
  language: 'translation_language',
  sourceLanguage: 'translation_language',
} as const
const PLACE_JOINS = `translation
  join component on component.id = translation.component_id
  join project on project.id = component.project_id
  join translation_language as language on language.id = translation.language_id
  join translation_language as "sourceLanguage" on "sourceLanguage".id = component.source_language_id`

const PLACES = new JoinedRows(PLACE_TABLES, PLACE_JOINS, 'translation.id')
const UNIT_PLACES = new JoinedRows(
  { ...PLACE_TABLES, unit: 'unit' },
  `${PLACE_JOINS} join unit on unit.translation_id = translation.id`,
  'unit.id',
)

export async function findUnit(call: AnyCall, id = idIn(call, 'unit')): Promise<FoundUnit> {
  const place = await UNIT_PLACES.find(call.db, id)
  if (place === null || !(await call.permissions()).seesComponent(place.project, place.component)) throw notFound()
  return place
}

export async function translationById(call: AnyCall, id: number): Promise<FoundTranslation> {
  const place = await PLACES.find(call.db, id)
  if (place === null || !(await call.permissions()).seesComponent(place.project, place.component)) throw notFound()
  return place
}

/** The result of a search, or null if the object does not exist (any longer). */
export async function ifThere<T>(search: Promise<T>): Promise<T | null> {
  try {
    return await search
  } catch (error) {
    if (isGone(error) || (error instanceof ApiError && error.status === 404)) return null
    throw error
  }
}

/** Asks unauthenticated callers to log in, and tells others that permission is denied. */
const refuse = (call: AnyCall, detail?: string): never => {
  throw call.caller.account === null ? notAuthenticated() : forbidden(detail)
}

export async function needSite(call: AnyCall, permission: SitePermission, detail?: string): Promise<void> {
  if (!(await call.permissions()).onSite(permission)) refuse(call, detail)
}

export async function needProject(
  call: AnyCall,
  project: ProjectRow,
  permission: ProjectPermission,
  detail?: string,
): Promise<void> {
  if (!(await call.permissions()).inProject(project, permission)) refuse(call, detail)
}

/** Requires a permission in a place, since teams can be limited to components and languages. */
export async function needPlace(
  call: AnyCall,
  place: GuardedPlace,
  permission: ProjectPermission,
  detail?: string,
): Promise<void> {
  if (!(await call.permissions()).inPlace(place, permission)) refuse(call, detail)
}

/** Requires a permission in the component of the path. */
export const needComponent = async (call: AnyCall, permission: ProjectPermission, detail?: string): Promise<void> =>
  needPlace(call, await findComponent(call), permission, detail)

/** Requires a permission in a translation and, to contribute texts, the contributor agreement of its component. */
export async function needTranslation(
  call: AnyCall,
  place: FoundTranslation,
  permission: ProjectPermission,
): Promise<void> {
  await needPlace(call, place, permission)
  if (onlySuggests(await call.permissions(), place, permission)) throw forbidden(SUGGEST)
  if (!needsAgreement(place.component, permission)) return
  if (!(await hasAgreed(call.db, place.component, call.caller.account?.id ?? null))) throw forbidden(NO_AGREEMENT)
}

/** Rejects changes to a translation that only accepts suggestions from the caller. */
export async function needDirectEditing(call: AnyCall, place: FoundTranslation): Promise<void> {
  if (onlySuggests(await call.permissions(), place)) throw forbidden(SUGGEST)
}

const SUGGEST = 'This translation only accepts suggestions from you.'

/** As Weblate words it. */
const NO_AGREEMENT = 'Contributing to this translation requires accepting its contributor agreement.'

/** Locked components accept no changes. */
export function needUnlocked({ component }: FoundComponent): void {
  if (component.locked === 1) throw locked('component-locked', 'This component is currently locked!')
}

export async function visibleProjectIds(call: AnyCall): Promise<number[]> {
  const permissions = await call.permissions()
  const rows = await call.db
    .selectFrom('project')
    .select('project.id')
    .where(eb => permissions.visibleProjects(eb))
    .execute()
  return rows.map(row => row.id)
}
