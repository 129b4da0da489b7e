import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { Database } from '#store/tables/database.ts'

type Units = ExpressionBuilder<Database, 'unit'>
type Condition = ExpressionWrapper<Database, 'unit', SqlBool>

/** A search that cannot be understood, in words for whoever wrote it. */
export class SearchError extends Error {}

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

const TERM = /\s*(-|NOT\s+)?(?:([a-z_]+):)?(?:(<=|>=|<|>|=)?(?:"((?:[^"\\]|\\.)*)"|([^\s"]+)))/gy
const MAX_TERMS = 50

interface Term {
  not: boolean
  field: string | undefined
  operator: string | undefined
  value: string
}

/** Words and `field:value` terms, all of which must hold; `-` or `NOT` before one turns it round. */
export function parseUnitSearch(text: string): Term[] {
  const terms: Term[] = []
  const trimmed = text.trim()
  TERM.lastIndex = 0
  while (TERM.lastIndex < trimmed.length) {
    const at = TERM.lastIndex
    const match = TERM.exec(trimmed)
    if (match === null) throw new SearchError(`The search cannot be read from "${trimmed.slice(at, at + 20)}".`)
    const [, not, field, operator, quoted, plain] = match
    if (field === undefined && plain === 'AND') continue
    if (field === undefined && (plain === 'OR' || plain?.startsWith('(')))
      throw new SearchError('Searches here are terms that must all hold; OR and brackets are not understood.')
    terms.push({ not: not !== undefined, field, operator, value: quoted?.replace(/\\(.)/g, '$1') ?? plain! })
    if (terms.length > MAX_TERMS) throw new SearchError(`A search has at most ${MAX_TERMS} terms.`)
  }
  return terms
}

export function unitCondition(eb: Units, terms: readonly Term[]): Condition {
  return eb.and(terms.map(term => (term.not ? eb.not(one(eb, term)) : one(eb, term))))
}

function one(eb: Units, { field, operator, value }: Term): Condition {
  switch (field) {
    case undefined:
      return eb.or([
        contains(eb, 'unit.source', value),
        contains(eb, 'unit.target', value),
        contains(eb, 'unit.context', value),
      ])
    case 'source':
    case 'target':
    case 'context':
    case 'note':
    case 'location':
      return operator === '=' ? eb(`unit.${field}`, '=', value) : contains(eb, `unit.${field}`, value)
    case 'key':
      return operator === '=' ? eb('unit.context', '=', value) : contains(eb, 'unit.context', value)
    case 'id':
      return eb('unit.id', 'in', value.split(',').map(whole))
    case 'position':
    case 'priority':
      return eb(`unit.${field}`, comparison(operator), whole(value))
    case 'state':
      return eb('unit.state', comparison(operator), stateOf(value))
    case 'is':
      return is(eb, value)
    case 'has':
      return has(eb, value)
    case 'check':
      return eb.exists(
        eb
          .selectFrom('check_failure')
          .select('check_failure.unit_id')
          .whereRef('check_failure.unit_id', '=', 'unit.id')
          .where('check_failure.check_id', '=', value)
          .where('check_failure.dismissed', '=', 0),
      ) as unknown as Condition
    case 'label':
      return eb.exists(
        eb
          .selectFrom('unit_label')
          .innerJoin('label', 'label.id', 'unit_label.label_id')
          .select('unit_label.unit_id')
          .whereRef('unit_label.unit_id', '=', 'unit.source_unit_id')
          .where('label.name', '=', value),
      ) as unknown as Condition
    default:
      throw new SearchError(`Searches here do not know "${field}:".`)
  }
}

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
  } as const
  if (Object.hasOwn(column, value)) return eb(column[value as keyof typeof column], '>', 0)
  if (value === 'plural') return contains(eb, 'unit.source', '\u001e\u001e')
  if (value === 'note' || value === 'explanation' || value === 'flags' || value === 'location' || value === 'context')
    return eb(`unit.${value}`, '<>', '')
  throw new SearchError(`Searches here do not know "has:${value}".`)
}

type TextColumn = 'unit.source' | 'unit.target' | 'unit.context' | 'unit.note' | 'unit.location'

/** Case is folded for ASCII letters only: that is what both engines do with text ordered by its bytes. */
const contains = (eb: Units, column: TextColumn, value: string): Condition => {
  const pattern = `%${value.replace(/[A-Z]+/g, letters => letters.toLowerCase()).replace(/[\\%_]/g, c => `\\${c}`)}%`
  return eb(eb.fn<string>('lower', [column]), 'like', escapedPattern(pattern)) as Condition
}

const escapedPattern = (pattern: string) => sql<string>`${pattern} escape '\\'`

const comparison = (operator: string | undefined) => (operator ?? '=') as '=' | '<' | '>' | '<=' | '>='

function stateOf(value: string): number {
  const state = Object.hasOwn(STATES, value) ? STATES[value] : /^\d{1,3}$/.test(value) ? Number(value) : undefined
  if (state === undefined)
    throw new SearchError(`There is no state "${value}". There are ${Object.keys(STATES).join(', ')}.`)
  return state
}

function whole(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new SearchError(`"${value}" is no whole number.`)
  return Number(value)
}
