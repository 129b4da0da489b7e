// Searches for strings by their history.
import { sql } from 'kysely'
import { canonicalName } from '#accounts/account-name.ts'
import { ACTION_NAMES } from './change-actions.ts'
import { SearchError, type Term } from './search-query.ts'
import { type Condition, exists, instants, type Units } from './term-conditions.ts'

const FIELDS = ['changed', 'changed_by', 'change_time', 'change_action'] as const

export const isAboutChanges = (field: string | undefined): boolean => (FIELDS as readonly unknown[]).includes(field)

/** Whether one change of the string matches all terms. `changed` and `changed_by` mean changes of the text. */
export function changeCondition(eb: Units, terms: readonly Term[]): Condition {
  let query = eb
    .selectFrom('translation_change')
    .select('translation_change.id')
    .whereRef('translation_change.unit_id', '=', 'unit.id')
  for (const term of terms) {
    const { field, value } = term
    if (field === 'changed' || field === 'changed_by') query = query.where('translation_change.is_content', '=', 1)
    if (field === 'change_action') query = query.where('translation_change.action', '=', actionOf(value))
    else if (field === 'changed_by')
      query =
        value === ''
          ? query.where('translation_change.author_id', 'is', null)
          : query.where(
              'translation_change.author_id',
              'in',
              eb.selectFrom('account').select('account.id').where('account.name', '=', canonicalName(value)),
            )
    else
      for (const [operator, at] of instants(term))
        query = query.where('translation_change.timestamp', sql.raw(operator), at)
  }
  return exists(query)
}

/** An action by its English name, also in lower case with hyphens. */
function actionOf(value: string): number {
  const wanted = value.trim().toLowerCase().replace(/[-_]/g, ' ')
  const found = Object.entries(ACTION_NAMES).find(([, name]) => name.toLowerCase().replace(/-/g, ' ') === wanted)
  if (!found)
    throw new SearchError(
      `Unknown change action "${value}". Use a name from the history, such as "Marked for edit" or marked-for-edit.`,
    )
  return Number(found[0])
}
