// Terms that databases cannot compare: regular expressions, which run on the linear-time engine, and `has:glossary`. They
// are replaced by the ids of the strings they match before the query runs.

import { sql } from 'kysely'
import { StepBudget, StepsExceeded } from '#patterns/step-budget.ts'
import { compileUserPattern, occursIn, PatternError } from '#patterns/user-pattern.ts'
import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { splitForms } from './forms.ts'
import { glossarySearch } from './glossary-search.ts'
import { type Query, SearchError, type Term } from './search-query.ts'
import type { Condition, Units } from './term-conditions.ts'

/** Work per search, in steps of the pattern engine: about a second. */
const STEPS = 60_000_000
/** Longer lists of ids are slow to compare. */
const MOST_FOUND = 5000
const BATCH = 500

const COLUMNS = ['source', 'target', 'context', 'note', 'location'] as const
type Row = Record<(typeof COLUMNS)[number] | 'explanation', string> & {
  readonly id: number
  readonly project_id: number
  readonly language_id: number
  readonly code: string
}

const PATTERN_FIELDS: Readonly<Record<string, (row: Row) => readonly string[]>> = {
  source: row => splitForms(row.source),
  target: row => splitForms(row.target),
  context: row => [row.context],
  key: row => [row.context],
  note: row => [row.note],
  location: row => [row.location],
  explanation: row => [row.explanation],
}

const NARROWER = 'Search in one component or language, or add other terms.'

const isGlossary = ({ field, value }: Term): boolean => field === 'has' && value === 'glossary'

const isScanned = (term: Term): boolean => term.isPattern === true || isGlossary(term)

/** Whether a search contains terms that have to be replaced. */
export function hasScannedTerms(query: Query): boolean {
  if (query.kind === 'term') return isScanned(query)
  if (query.kind === 'not') return hasScannedTerms(query.part)
  return query.kind !== 'found' && query.parts.some(hasScannedTerms)
}

/** Rejects invalid patterns. The result has a placeholder for each term. */
export function checkScannedTerms(query: Query): Query {
  return replaced(query, term => {
    testOf(term)
    return []
  })
}

/**
 * Replaces scanned terms by the strings they match. `condition` compiles the rest of the query, which narrows the scan,
 * and `scope` limits it to the strings that the search is about.
 */
export async function settleScannedTerms(
  db: Reader,
  query: Query,
  scope: (eb: Units) => Condition,
  condition: (eb: Units, query: Query) => Condition,
): Promise<Query> {
  if (!hasScannedTerms(query)) return query
  const tests = new Map<Term, ReturnType<typeof testOf>>()
  replaced(query, term => {
    tests.set(term, testOf(term))
    return []
  })
  const found = new Map<Term, number[]>([...tests.keys()].map(term => [term, []]))
  const glossary = glossarySearch(db)
  const budget = new StepBudget(STEPS)
  let count = 0
  try {
    for await (const row of candidates(db, query, scope, condition)) {
      for (const [term, test] of tests) {
        const matches = test === 'glossary' ? await glossary(row, budget) : test(row, budget)
        if (!matches) continue
        if (++count > MOST_FOUND)
          throw new SearchError(`"${shown(term)}" matches more than ${MOST_FOUND} strings. ${NARROWER}`)
        found.get(term)!.push(row.id)
      }
    }
  } catch (error) {
    if (!(error instanceof StepsExceeded)) throw error
    throw new SearchError(`The search would read too many texts. ${NARROWER}`)
  }
  return replaced(query, term => found.get(term)!)
}

const shown = ({ field, value, isPattern }: Term): string =>
  `${field === undefined ? '' : `${field}:`}${isPattern ? `r"${value}"` : value}`

function testOf(term: Term): 'glossary' | ((row: Row, budget: StepBudget) => boolean) {
  if (isGlossary(term) && !term.isPattern) return 'glossary'
  const { field, operator, value } = term
  if (operator !== undefined)
    throw new SearchError(`"${operator}" cannot be combined with a regular expression. Use ^ and $ instead.`)
  const fields = field === undefined ? ['source', 'target', 'context'] : [field]
  const texts = fields.map(name => (Object.hasOwn(PATTERN_FIELDS, name) ? PATTERN_FIELDS[name] : undefined))
  if (texts.includes(undefined))
    throw new SearchError(
      `The field "${field}:" does not support regular expressions. Fields that do: ${Object.keys(PATTERN_FIELDS).join(', ')}.`,
    )
  try {
    const pattern = compileUserPattern(value)
    return (row, budget) => texts.some(text => text!(row).some(form => occursIn(pattern, form, budget)))
  } catch (error) {
    throw error instanceof PatternError ? new SearchError(`The search takes ${error.message}.`) : error
  }
}

function replaced(query: Query, idsOf: (term: Term) => readonly number[]): Query {
  if (query.kind === 'term') return isScanned(query) ? { kind: 'found', ids: idsOf(query) } : query
  if (query.kind === 'not') return { ...query, part: replaced(query.part, idsOf) }
  if (query.kind === 'found') return query
  return { ...query, parts: query.parts.map(part => replaced(part, idsOf)) }
}

/** The part of a query that every match fulfils and that databases can compare. */
function narrowing(query: Query): Query {
  if (query.kind === 'and') return { kind: 'and', parts: query.parts.filter(part => !hasScannedTerms(part)) }
  return { kind: 'and', parts: [] }
}

async function* candidates(
  db: Reader,
  query: Query,
  scope: (eb: Units) => Condition,
  condition: (eb: Units, query: Query) => Condition,
): AsyncGenerator<Row> {
  let last = 0
  while (true) {
    const rows = await db
      .selectFrom('unit')
      .innerJoin('translation as place', 'place.id', 'unit.translation_id')
      .innerJoin('component as home', 'home.id', 'place.component_id')
      .innerJoin('translation_language as tongue', 'tongue.id', 'home.source_language_id')
      .leftJoin('unit as origin', 'origin.id', 'unit.source_unit_id')
      .select(COLUMNS.map(name => `unit.${name}` as const))
      .select(['unit.id', 'place.project_id', 'place.language_id', 'tongue.code'])
      .select(sql<string>`coalesce(origin.explanation, '')`.as('explanation'))
      .where('unit.id', '>', last)
      .where(eb => scope(eb as unknown as Units) as never)
      .where(eb => condition(eb as unknown as Units, narrowing(query)) as never)
      .orderBy('unit.id')
      .limit(BATCH)
      .execute()
    for (const row of rows) {
      await breathe()
      yield row
    }
    if (rows.length < BATCH) return
    last = rows.at(-1)!.id
  }
}
