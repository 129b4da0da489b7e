import { type SqlBool, sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { GlossaryTerm, Span } from '../checks/checked-unit.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { flagsOf, variantOf } from './flags-of.ts'
import { splitForms } from './forms.ts'
import type { Loading } from './loading.ts'
import type { TranslationRow } from './rows.ts'

const MAX_TERMS = 10_000

/** Glossary terms of a project in one language, loaded once per unit of work. */
export function glossaryTerms(work: Loading, { project_id, language_id }: TranslationRow): Promise<GlossaryTerm[]> {
  return work.once(`glossary ${project_id} ${language_id}`, async () => {
    const rows = await work.tx
      .selectFrom('unit')
      .innerJoin('translation', 'translation.id', 'unit.translation_id')
      .innerJoin('component', 'component.id', 'translation.component_id')
      .leftJoin('unit as source', 'source.id', 'unit.source_unit_id')
      .select(['unit.source', 'unit.target', 'unit.flags', 'source.extra_flags'])
      .where('component.is_glossary', '=', 1)
      .where('component.project_id', '=', project_id)
      .where('translation.language_id', '=', language_id)
      .where('translation.is_source', '=', 0)
      .where('unit.state', '>=', UNIT_STATES.translated)
      .orderBy('unit.id')
      .limit(MAX_TERMS)
      .execute()
    return rows.map(row => {
      const flags = flagsOf([row.flags, row.extra_flags ?? ''])
      return {
        source: splitForms(row.source)[0]!,
        target: splitForms(row.target)[0]!,
        readOnly: flags.has('read-only'),
        forbidden: flags.has('forbidden'),
      }
    })
  })
}

/** Only the start of longer texts is searched, because every term is searched for in the whole text. */
const MAX_SEARCHED = 5000
const MAX_SHOWN = 50

export interface FoundTerm {
  readonly id: number
  readonly source: string
  readonly target: string
  readonly state: number
  readonly readOnly: boolean
  readonly forbidden: boolean
  readonly explanation: string
  /** The term that this one is a variant of; empty if there is none. */
  readonly variant: string
  /** Colour of its glossary. */
  readonly color: string
}

/**
 * Glossary terms that occur in a text, longest first, with their variants. `spaced`: whether the language separates
 * words with spaces.
 */
export async function termsIn(
  db: Reader,
  translation: TranslationRow,
  text: string,
  spaced: boolean,
): Promise<FoundTerm[]> {
  const searched = text.slice(0, MAX_SEARCHED).toWellFormed()
  const folded = searched.replace(/[A-Z]+/g, letters => letters.toLowerCase())
  // A text contains a term if removing the term changes it; replace() is the only way both engines support.
  const rows = await termRows(db, translation)
    .where(sql<SqlBool>`replace(${folded}, lower(unit.source), '') <> ${folded}`)
    .execute()
  const found = rows
    .map(foundTerm)
    .filter(term => !spaced || occursAsWord(searched, term.source))
    .sort((a, b) => b.source.length - a.source.length)
    .slice(0, MAX_SHOWN)
  return found.length === 0 ? [] : [...found, ...(await variantsOf(db, translation, found))].slice(0, MAX_SHOWN)
}

/** Source texts of the terms of a project in one language. */
export async function termSources(
  db: Reader,
  { project_id, language_id }: Pick<TranslationRow, 'project_id' | 'language_id'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('component')
    .innerJoin('translation', 'translation.component_id', 'component.id')
    .innerJoin('unit', 'unit.translation_id', 'translation.id')
    .select('unit.source')
    .distinct()
    .where('component.project_id', '=', project_id)
    .where('component.is_glossary', '=', 1)
    .where('translation.language_id', '=', language_id)
    .limit(MAX_TERMS)
    .execute()
  return rows.map(row => splitForms(row.source)[0]!)
}

const termRows = (db: Reader, { project_id, language_id }: TranslationRow) =>
  db
    .selectFrom('component')
    .innerJoin('translation', join =>
      join.onRef('translation.component_id', '=', 'component.id').on('translation.language_id', '=', language_id),
    )
    .innerJoin('unit', 'unit.translation_id', 'translation.id')
    .leftJoin('unit as source', 'source.id', 'unit.source_unit_id')
    .select(['unit.id', 'unit.source', 'unit.target', 'unit.state', 'unit.flags'])
    .select(['source.extra_flags', 'source.explanation', 'component.glossary_color'])
    .where('component.project_id', '=', project_id)
    .where('component.is_glossary', '=', 1)
    .where('translation.is_source', '=', 0)
    .orderBy('unit.id')
    .limit(MAX_TERMS)

interface TermRow {
  readonly id: number
  readonly source: string
  readonly target: string
  readonly state: number
  readonly flags: string
  readonly extra_flags: string | null
  readonly explanation: string | null
  readonly glossary_color: string
}

function foundTerm(row: TermRow): FoundTerm {
  const flags = flagsOf([row.flags, row.extra_flags ?? ''])
  return {
    id: row.id,
    source: splitForms(row.source)[0]!,
    target: splitForms(row.target)[0]!,
    state: row.state,
    readOnly: flags.has('read-only'),
    forbidden: flags.has('forbidden'),
    explanation: row.explanation ?? '',
    variant: variantOf(flags),
    color: row.glossary_color,
  }
}

/** Other terms of the same groups of variants. */
async function variantsOf(db: Reader, translation: TranslationRow, found: readonly FoundTerm[]): Promise<FoundTerm[]> {
  const heads = [...new Set(found.map(term => term.variant || term.source))]
  const rows = await termRows(db, translation)
    .where(eb =>
      eb.or([
        eb('unit.source', 'in', heads),
        eb('source.extra_flags', 'like', '%variant:%'),
        eb('unit.flags', 'like', '%variant:%'),
      ]),
    )
    .execute()
  const known = new Set(found.map(term => term.id))
  const terms = rows.map(foundTerm)
  // A term without variants is only its own head.
  const grouped = new Set(terms.flatMap(term => term.variant || []))
  return terms.filter(
    term =>
      !known.has(term.id) &&
      (term.variant === '' ? grouped.has(term.source) && heads.includes(term.source) : heads.includes(term.variant)),
  )
}

const AT_START = /^[\p{L}\p{N}]/u
const AT_END = /[\p{L}\p{N}]$/u

/** Whether a term occurs as a whole word, not as part of a longer one. */
const occursAsWord = (text: string, term: string): boolean =>
  placesOfWord(text.toLowerCase(), term.toLowerCase()).length > 0

/** Where a term occurs as a whole word, in the same letter case. */
export function placesOfWord(text: string, term: string): Span[] {
  if (term === '') return []
  const places: Span[] = []
  for (let start = text.indexOf(term); start !== -1; start = text.indexOf(term, start + 1)) {
    const end = start + term.length
    const before = text.slice(Math.max(0, start - 2), start)
    const after = text.slice(end, end + 2)
    const isPart = (AT_START.test(term) && AT_END.test(before)) || (AT_END.test(term) && AT_START.test(after))
    if (!isPart) places.push({ start, end })
  }
  return places
}
