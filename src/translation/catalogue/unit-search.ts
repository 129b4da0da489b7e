import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  expressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely'
import { canonicalName } from '#accounts/account-name.ts'
import { parseInstant } from '#fields/timestamp.ts'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { contains as columnContains, containing, equals } from './contains.ts'
import { parseQuery, type Query, SearchError, type Term } from './search-query.ts'

export { SearchError } from './search-query.ts'

type Units = ExpressionBuilder<Database, 'unit'>
type Condition = ExpressionWrapper<Database, 'unit', SqlBool>

const STATES: Record<string, number> = {
  empty: 0,
  untranslated: 0,
  'needs-editing': 10,
  fuzzy: 10,
  'needs-rewriting': 11,
  'needs-checking': 12,
  translated: 20,
  approved: 30,
  readonly: 100,
  'read-only': 100,
}

/** Parses a search for strings; errors are thrown here or by `unitCondition`. */
export const parseUnitSearch = (text: string): Query => parseQuery(text)

/** Whether a search matches everything. */
export const findsAll = (query: Query): boolean => query.kind === 'and' && query.parts.length === 0

/** Rejects an invalid search that would otherwise fail later, when the user cannot correct it. */
export function checkUnitSearch(text: string): void {
  unitCondition(expressionBuilder<Database, 'unit'>(), parseUnitSearch(text))
}

export function unitCondition(eb: Units, query: Query): Condition {
  switch (query.kind) {
    case 'and':
      return eb.and(query.parts.map(part => unitCondition(eb, part)))
    case 'or':
      return eb.or(query.parts.map(part => unitCondition(eb, part)))
    case 'not':
      return eb.not(unitCondition(eb, query.part)) as unknown as Condition
    default:
      return termCondition(eb, query)
  }
}

/** Conditions by search field. */
const FIELDS: Record<string, (eb: Units, term: Term) => Condition> = {
  source: (eb, term) => inText(eb, 'unit.source', term),
  target: (eb, term) => inText(eb, 'unit.target', term),
  context: (eb, term) => inText(eb, 'unit.context', term),
  key: (eb, term) => inText(eb, 'unit.context', term),
  note: (eb, term) => inText(eb, 'unit.note', term),
  location: (eb, term) => inText(eb, 'unit.location', term),
  explanation: (eb, term) =>
    exists(
      eb
        .selectFrom('unit as source')
        .select('source.id')
        .whereRef('source.id', '=', 'unit.source_unit_id')
        .where(textCondition('source.explanation', term)),
    ),
  id: (eb, { value }) => eb('unit.id', 'in', value.split(',').map(whole)),
  position: (eb, term) => eb('unit.position', comparison(term), whole(term.value)),
  priority: (eb, term) => eb('unit.priority', comparison(term), whole(term.value)),
  state: (eb, term) => eb('unit.state', comparison(term), stateOf(term.value)),
  pending: (eb, { value }) => eb('unit.pending', '=', truth(value) ? 1 : 0),
  added: (eb, term) => eb.and(instants(term).map(([operator, at]) => eb('unit.created_at', operator, at))),
  last_changed: (eb, term) => eb.and(instants(term).map(([operator, at]) => eb('unit.updated_at', operator, at))),
  changed: (eb, term) =>
    exists(
      instants(term).reduce(
        (query, [operator, at]) => query.where('translation_change.timestamp', operator, at),
        contentChanges(eb),
      ),
    ),
  changed_by: (eb, { value }) =>
    exists(
      contentChanges(eb)
        .innerJoin('account', 'account.id', 'translation_change.author_id')
        .where('account.name', '=', canonicalName(value)),
    ),
  language: (eb, { value }) =>
    eb(
      'unit.translation_id',
      'in',
      eb
        .selectFrom('translation')
        .innerJoin('translation_language', 'translation_language.id', 'translation.language_id')
        .select('translation.id')
        .where('translation_language.code', '=', value),
    ),
  component: (eb, { value }) =>
    eb(
      'unit.translation_id',
      'in',
      eb
        .selectFrom('translation')
        .innerJoin('component', 'component.id', 'translation.component_id')
        .select('translation.id')
        .where('component.slug', '=', value),
    ),
  project: (eb, { value }) =>
    eb(
      'unit.translation_id',
      'in',
      eb
        .selectFrom('translation')
        .innerJoin('project', 'project.id', 'translation.project_id')
        .select('translation.id')
        .where('project.slug', '=', value),
    ),
  is: (eb, { value }) => is(eb, value),
  has: (eb, { value }) => has(eb, value),
  check: (eb, { value }) => failing(eb, 0, value),
  dismissed_check: (eb, { value }) => failing(eb, 1, value),
  label: (eb, { value }) => exists(labels(eb).where('label.name', '=', value)),
  suggestion: (eb, term) => exists(suggestions(eb).where(textCondition('suggestion.target', term))),
  suggestion_author: (eb, { value }) =>
    exists(
      suggestions(eb)
        .innerJoin('account', 'account.id', 'suggestion.account_id')
        .where('account.name', '=', canonicalName(value)),
    ),
  comment: (eb, term) => exists(comments(eb).where(textCondition('unit_comment.comment', term))),
  comment_author: (eb, { value }) =>
    exists(
      comments(eb)
        .innerJoin('account', 'account.id', 'unit_comment.account_id')
        .where('account.name', '=', canonicalName(value)),
    ),
}

/** Names of all search fields, for the documentation. */
export const searchFields = (): string[] => Object.keys(FIELDS)

function termCondition(eb: Units, term: Term): Condition {
  if (term.field === undefined)
    return eb.or((['source', 'target', 'context'] as const).map(name => inText(eb, `unit.${name}`, term)))
  const condition = Object.hasOwn(FIELDS, term.field) ? FIELDS[term.field] : undefined
  if (condition === undefined)
    throw new SearchError(
      `Unknown search field "${term.field}:". Valid fields: ${Object.keys(FIELDS).join(', ')}. To search for text with a colon, put it in quotes.`,
    )
  return condition(eb, term)
}

const exists = (query: unknown): Condition =>
  expressionBuilder<Database, 'unit'>().exists(query as never) as unknown as Condition

const contentChanges = (eb: Units) =>
  eb
    .selectFrom('translation_change')
    .select('translation_change.id')
    .whereRef('translation_change.unit_id', '=', 'unit.id')
    .where('translation_change.is_content', '=', 1) as unknown as SelectQueryBuilder<
    Database,
    'translation_change',
    { id: number }
  >

const suggestions = (eb: Units) =>
  eb.selectFrom('suggestion').select('suggestion.id').whereRef('suggestion.unit_id', '=', 'unit.id')

const comments = (eb: Units) =>
  eb.selectFrom('unit_comment').select('unit_comment.id').whereRef('unit_comment.unit_id', '=', 'unit.id')

const labels = (eb: Units) =>
  eb
    .selectFrom('unit_label')
    .innerJoin('label', 'label.id', 'unit_label.label_id')
    .select('unit_label.unit_id')
    .whereRef('unit_label.unit_id', '=', 'unit.source_unit_id')

const failing = (eb: Units, dismissed: 0 | 1, check?: string): Condition =>
  exists(
    eb
      .selectFrom('check_failure')
      .select('check_failure.unit_id')
      .whereRef('check_failure.unit_id', '=', 'unit.id')
      .where('check_failure.dismissed', '=', dismissed)
      .$if(check !== undefined, query => query.where('check_failure.check_id', '=', check!)),
  )

function is(eb: Units, value: string): Condition {
  if (value === 'pending') return eb('unit.pending', '=', 1)
  if (value === 'translated') return eb('unit.state', '>=', 20)
  if (value === 'fuzzy' || value === 'needs-editing') return eb.between('unit.state', 10, 19)
  return eb('unit.state', '=', stateOf(value))
}

function has(eb: Units, value: string): Condition {
  const column = {
    suggestion: 'unit.suggestion_count',
    comment: 'unit.comment_count',
    check: 'unit.failing_checks',
    'failing-check': 'unit.failing_checks',
  } as const
  if (Object.hasOwn(column, value)) return eb(column[value as keyof typeof column], '>', 0)
  if (value === 'dismissed-check') return failing(eb, 1)
  if (value === 'translation') return eb('unit.target', '<>', '')
  if (value === 'label') return exists(labels(eb))
  if (value === 'resolved-comment') return exists(comments(eb).where('unit_comment.resolved', '=', 1))
  if (value === 'screenshot')
    return exists(
      eb
        .selectFrom('screenshot_unit')
        .select('screenshot_unit.unit_id')
        .whereRef('screenshot_unit.unit_id', '=', 'unit.source_unit_id'),
    )
  if (value === 'plural')
    return inText(eb, 'unit.source', { kind: 'term', field: undefined, operator: undefined, value: '\u001e\u001e' })
  if (value === 'note' || value === 'explanation' || value === 'flags' || value === 'location' || value === 'context')
    return eb(`unit.${value}`, '<>', '')
  throw new SearchError(`Unknown search term "has:${value}".`)
}

type TextColumn = 'unit.source' | 'unit.target' | 'unit.context' | 'unit.note' | 'unit.location'

const inText = (eb: Units, column: TextColumn, { operator, value }: Term): Condition =>
  operator === '='
    ? eb(column, '=', value)
    : (eb(eb.fn<string>('lower', [column]), 'like', containing(value)) as Condition)

const textCondition = (column: string, { operator, value }: Term) =>
  operator === '=' ? equals(column, value) : columnContains(column, value)

const comparison = ({ operator, until }: Term) => {
  if (until !== undefined) throw new SearchError('Ranges in brackets work only for dates.')
  return operator ?? '='
}

const DAY = 86_400_000_000

/** A bare date covers the whole day. */
function instants({ operator, value, until }: Term): ['>=' | '<' | '<=' | '>', number][] {
  const at = instant(value)
  const length = isDay(value) ? DAY : 1
  if (until !== undefined)
    return [
      ['>=', at],
      ['<', instant(until) + (isDay(until) ? DAY : 1)],
    ]
  if (operator === '>') return [['>=', at + length]]
  if (operator === '<=') return [['<', at + length]]
  if (operator === '>=' || operator === '<') return [[operator, at]]
  return [
    ['>=', at],
    ['<', at + length],
  ]
}

const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value)

function instant(value: string): number {
  const at = parseInstant(value)
  if (at === null) throw new SearchError(`"${value}" is not a valid date. Use a format like 2026-11-15.`)
  return at
}

function truth(value: string): boolean {
  if (/^(true|yes|1)$/i.test(value)) return true
  if (/^(false|no|0)$/i.test(value)) return false
  throw new SearchError(`"${value}" is neither true nor false.`)
}

export function stateOf(value: string): number {
  const state = Object.hasOwn(STATES, value) ? STATES[value] : /^\d{1,3}$/.test(value) ? Number(value) : undefined
  if (state === undefined)
    throw new SearchError(`Unknown state "${value}". Valid states: ${Object.keys(STATES).join(', ')}.`)
  return state
}

function whole(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new SearchError(`"${value}" is not a whole number.`)
  return Number(value)
}

/** IDs of the strings of a translation that match a search. */
export async function unitsMatching(db: Reader, translation: number, query: Query): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('unit')
    .select('unit.id')
    .where('translation_id', '=', translation)
    .where(eb => unitCondition(eb, query))
    .execute()
  return new Set(rows.map(row => row.id))
}
