// What each search field compares. `source_unit_id` is the source string of a string, or the string itself.
import { canonicalName } from '#accounts/account-name.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { containing } from './contains.ts'
import { comments, failing, has, labels, screenshots, sourceUnit } from './has-attribute.ts'
import { inPath } from './path-condition.ts'
import { changeCondition } from './search-changes.ts'
import type { Term } from './search-query.ts'
import { stateOf } from './state-names.ts'
import { bounds, type Condition, exists, instants, textCondition, truth, type Units, whole } from './term-conditions.ts'

/** Fields whose values are dates. */
const DATES = ['added', 'changed', 'change_time', 'last_changed', 'source_changed']
export const isDate = (field: string | undefined): boolean => DATES.includes(field!)

/** Conditions by search field. */
export const FIELDS: Record<string, (eb: Units, term: Term) => Condition> = {
  source: (eb, term) => inText(eb, 'unit.source', term),
  target: (eb, term) => inText(eb, 'unit.target', term),
  context: (eb, term) => inText(eb, 'unit.context', term),
  key: (eb, term) => inText(eb, 'unit.context', term),
  note: (eb, term) => inText(eb, 'unit.note', term),
  location: (eb, term) => inText(eb, 'unit.location', term),
  explanation: (eb, term) => exists(sourceUnit(eb).where(textCondition('source.explanation', term))),
  id: (eb, { value }) => eb('unit.id', 'in', value.split(',').map(whole)),
  position: (eb, term) => eb.and(bounds(term, whole).map(([operator, at]) => eb('unit.position', operator, at))),
  priority: (eb, term) => eb.and(bounds(term, whole).map(([operator, at]) => eb('unit.priority', operator, at))),
  state: (eb, term) => eb.and(bounds(term, stateOf).map(([operator, at]) => eb('unit.state', operator, at))),
  source_state: (eb, term) =>
    exists(
      bounds(term, stateOf).reduce(
        (query, [operator, at]) => query.where('source.state', operator, at),
        sourceUnit(eb),
      ),
    ),
  pending: (eb, { value }) => eb('unit.pending', '=', truth(value) ? 1 : 0),
  added: (eb, term) => eb.and(instants(term).map(([operator, at]) => eb('unit.created_at', operator, at))),
  last_changed: (eb, term) => eb.and(instants(term).map(([operator, at]) => eb('unit.updated_at', operator, at))),
  source_changed: (eb, term) =>
    exists(
      instants(term).reduce((query, [operator, at]) => query.where('source.updated_at', operator, at), sourceUnit(eb)),
    ),
  changed: (eb, term) => changeCondition(eb, [term]),
  changed_by: (eb, term) => changeCondition(eb, [term]),
  change_time: (eb, term) => changeCondition(eb, [term]),
  change_action: (eb, term) => changeCondition(eb, [term]),
  language: (eb, { value }) => inTranslation(eb, 'language', value),
  component: (eb, { value }) => inTranslation(eb, 'component', value),
  project: (eb, { value }) => inTranslation(eb, 'project', value),
  path: (eb, { value }) => inPath(eb, value),
  is: (eb, { value }) => is(eb, value),
  has: (eb, { value }) => has(eb, value),
  check: (eb, { value }) => failing(eb, 0, value),
  dismissed_check: (eb, { value }) => failing(eb, 1, value),
  label: (eb, term) => exists(labels(eb).where(textCondition('label.name', term))),
  labels_count: (eb, term) =>
    eb.and(bounds(term, whole).map(([operator, at]) => eb(countOf(labels(eb)), operator, at))) as Condition,
  screenshot: (eb, term) => exists(screenshots(eb).where(textCondition('screenshot.name', term))),
  suggestion: (eb, term) => exists(suggestions(eb).where(textCondition('suggestion.target', term))),
  suggestion_author: (eb, { value }) =>
    exists(
      suggestions(eb)
        .innerJoin('account', 'account.id', 'suggestion.account_id')
        .where('account.name', '=', canonicalName(value)),
    ),
  comment: (eb, term) => exists(comments(eb, 'unit.id', 0).where(textCondition('unit_comment.comment', term))),
  resolved_comment: (eb, term) => exists(comments(eb, 'unit.id', 1).where(textCondition('unit_comment.comment', term))),
  comment_author: (eb, { value }) => exists(commentsBy(eb, 'unit.id', value)),
  source_comment: (eb, term) =>
    exists(comments(eb, 'unit.source_unit_id', 0).where(textCondition('unit_comment.comment', term))),
  resolved_source_comment: (eb, term) =>
    exists(comments(eb, 'unit.source_unit_id', 1).where(textCondition('unit_comment.comment', term))),
  source_comment_author: (eb, { value }) => exists(commentsBy(eb, 'unit.source_unit_id', value)),
}

type TextColumn = 'unit.source' | 'unit.target' | 'unit.context' | 'unit.note' | 'unit.location'

export const inText = (eb: Units, column: TextColumn, { operator, value }: Term): Condition =>
  operator === '='
    ? eb(column, '=', value)
    : (eb(eb.fn<string>('lower', [column]), 'like', containing(value)) as Condition)

const suggestions = (eb: Units) =>
  eb.selectFrom('suggestion').select('suggestion.id').whereRef('suggestion.unit_id', '=', 'unit.id')

const commentsBy = (eb: Units, of: 'unit.id' | 'unit.source_unit_id', name: string) =>
  eb
    .selectFrom('unit_comment')
    .innerJoin('account', 'account.id', 'unit_comment.account_id')
    .select('unit_comment.id')
    .whereRef('unit_comment.unit_id', '=', of)
    .where('account.name', '=', canonicalName(name))

/** Strings of the language, component or project with this code or slug. */
function inTranslation(eb: Units, of: 'language' | 'component' | 'project', value: string): Condition {
  const rows = eb
    .selectFrom('translation')
    .innerJoin('translation_language', 'translation_language.id', 'translation.language_id')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .innerJoin('project', 'project.id', 'translation.project_id')
    .select('translation.id')
  const column = {
    language: 'translation_language.code',
    component: 'component.slug',
    project: 'project.slug',
  } as const
  return eb('unit.translation_id', 'in', rows.where(column[of], '=', value))
}

function is(eb: Units, value: string): Condition {
  if (value === 'pending') return eb('unit.pending', '=', 1)
  if (/^automatically[-_]translated$/.test(value)) return eb('unit.automatically_translated', '=', 1)
  if (value === 'translated') return eb('unit.state', '>=', UNIT_STATES.translated)
  if (value === 'untranslated') return eb('unit.state', '<', UNIT_STATES.translated)
  if (value === 'fuzzy' || value === 'needs-editing')
    return eb.between('unit.state', UNIT_STATES.needsEditing, UNIT_STATES.translated - 1)
  return eb('unit.state', '=', stateOf(value))
}

function countOf(rows: ReturnType<typeof labels>) {
  return rows.clearSelect().select(eb => eb.fn.countAll<number>().as('n'))
}
