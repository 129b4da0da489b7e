// Rules about several settings of a component together, and about who may set them.

import { invalid, invalidField } from '#fields/problem.ts'
import { isByKey } from '../../catalogue/component-format.ts'
import type { ComponentRow, ProjectRow } from '../../catalogue/components.ts'
import { FormatError } from '../../formats/index.ts'
import type { AnyCall } from './find.ts'

/** Nobody can restrict a component that their teams do not list, because they would lose access to it. */
export async function needAccess(
  call: AnyCall,
  project: ProjectRow,
  { restricted }: { readonly restricted?: boolean | undefined },
  before: ComponentRow | null,
): Promise<void> {
  if (restricted !== true || before?.restricted === 1) return
  const permissions = await call.permissions()
  const keepsAccess =
    before === null ? permissions.superuser : permissions.seesComponent(project, { ...before, restricted: 1 })
  if (!keepsAccess)
    throw invalidField(
      'restricted',
      'invalid',
      'You would lose access to this component. Only superusers and members of teams that list the component can restrict it.',
    )
}

/** Suggestions are accepted automatically by votes. */
export function needVoting(settings: {
  readonly suggestion_voting?: boolean | number | undefined
  readonly suggestion_autoaccept?: number | undefined
}): void {
  if (!settings.suggestion_autoaccept || settings.suggestion_voting) return
  const detail = 'Suggestions can only be accepted automatically with voting turned on.'
  throw invalid(...['suggestion_autoaccept', 'suggestion_voting'].map(attr => ({ code: 'invalid', detail, attr })))
}

/** Only strings with keys can be chosen by their keys. */
export function needKeys(settings: {
  readonly key_filter?: string | undefined
  readonly file_format: string
  readonly template?: string | undefined
}): void {
  const { key_filter, file_format, template = '' } = settings
  if (key_filter && !isByKey({ file_format, template }))
    throw invalidField('key_filter', 'invalid', 'Only components whose strings are identified by keys can filter them.')
}

/** Files that do not fit the settings cannot be read again with another key filter. */
export async function withReadableFiles<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw invalidField('key_filter', 'invalid', `The files of the component cannot be read: ${error.message}.`)
  }
}
