import type { Jobs } from '#events/jobs.ts'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { hasAgreed } from './agreements.ts'
import { UnitEditError } from './edit-units.ts'
import { type LocatedTranslation, locate } from './located-units.ts'
import type { ProjectPermission } from './permission-names.ts'
import type { Permissions } from './permissions.ts'
import { lockUnits, type UnitRow } from './rows.ts'
import { versionOf } from './unit-version.ts'
import { type Work, work } from './work.ts'
import { hasReviews, onlySuggests } from './workflows.ts'

/** A string that the user selected, in the version that was shown. */
export interface Selected {
  readonly id: number
  readonly version: string
}

/** Why a selected string was left as it is. */
export const SKIPS = [
  'gone',
  'conflict',
  'forbidden',
  'locked',
  'no_agreement',
  'read_only',
  'approved',
  'unreviewed',
  'empty',
  'source',
  'not_source',
  'no_deleting',
  'no_label',
  'no_suggestion',
  'several',
  'no_machine',
  'nothing',
  'not_undone',
  'rejected',
] as const
export type Skip = (typeof SKIPS)[number]

export interface SelectedResult {
  readonly id: number
  /** Null if the string no longer exists or is not visible. */
  readonly at: (LocatedTranslation & { readonly unit: UnitRow }) | null
  /** Null if the string was changed. */
  readonly skip: Skip | null
  /** With `rejected`: the reason, in words for the user. */
  readonly why?: string
  /** The version after the change; null if the string was deleted. */
  readonly version: string | null
}

/** Changes one string, which is locked and in the expected version. It must check permissions before it writes. */
export type SelectedAction = (piece: Work, at: LocatedTranslation, unit: UnitRow) => Promise<Skip | null>

/**
 * Runs an action on selected strings in one transaction. Each string has a result: those that changed since they were
 * selected, or that the user may not change, are skipped.
 */
export const changeSelected = (
  context: { store: Store; clock: Clock; jobs?: Jobs },
  account: number,
  permissions: Permissions,
  selected: readonly Selected[],
  action: SelectedAction,
): Promise<SelectedResult[]> =>
  work(context, account, async piece => {
    const versions = new Map(selected.map(each => [each.id, each.version]))
    const ids = [...versions.keys()].sort((a, b) => a - b)
    const units = await lockUnits(piece, ids)
    const places = await locate(piece.tx, permissions, [...units.values()])
    const results: SelectedResult[] = []
    for (const id of ids) {
      const unit = units.get(id)
      const place = unit && places.get(unit.translation_id)
      if (unit === undefined || place === undefined) {
        results.push({ id, at: null, skip: 'gone', version: null })
        continue
      }
      const skip = versionOf(unit) === versions.get(id) ? await attempt(piece, place, unit, action) : 'conflict'
      const outcome = skip instanceof UnitEditError ? { skip: 'rejected' as const, why: skip.message } : { skip }
      results.push({ id, at: { ...place, unit }, ...outcome, version: null })
    }
    const after = await lockUnits(piece, ids)
    return results.map(each => ({ ...each, version: after.has(each.id) ? versionOf(after.get(each.id)!) : null }))
  })

async function attempt(
  piece: Work,
  place: LocatedTranslation,
  unit: UnitRow,
  action: SelectedAction,
): Promise<Skip | null | UnitEditError> {
  if (place.component.locked === 1) return 'locked'
  if (!(await hasAgreed(piece.tx, place.component, piece.account))) return 'no_agreement'
  try {
    return await action(piece, place, unit)
  } catch (error) {
    if (error instanceof UnitEditError) return error
    throw error
  }
}

/** Why a user may not change the translation of a string; null if they may. */
export function whyNotWritable(
  permissions: Permissions,
  place: LocatedTranslation,
  { state }: Pick<UnitRow, 'state'>,
  permission: ProjectPermission = 'unit.edit',
): Skip | null {
  const { project, component, translation, language } = place
  if (translation.is_source === 1) return 'source'
  if (!permissions.inPlace({ project, component, language }, permission)) return 'forbidden'
  if (onlySuggests(permissions, place)) return 'forbidden'
  if (component.locked === 1) return 'locked'
  if (state === UNIT_STATES.readonly) return 'read_only'
  if (state === UNIT_STATES.approved && !mayReview(permissions, place)) return 'approved'
  return null
}

export const mayReview = (
  permissions: Permissions,
  place: Pick<LocatedTranslation, 'project' | 'component' | 'translation' | 'language'>,
): boolean => hasReviews(place) && permissions.inPlace(place, 'unit.review')
